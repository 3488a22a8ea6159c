import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IService } from 'kubernetes-models/v1/Service';
import {
  containersOf,
  objectsOf,
  workloadsOf,
  type Labels,
  type ManifestSet,
  type Workload,
} from './manifest-set.js';
import type { ServiceMonitor } from './object-schemas.js';

interface Selector {
  matchLabels?: Labels | undefined;
  matchExpressions?: { key: string; operator: string; values?: string[] | undefined }[] | undefined;
}

/** What names something that is not there. */
export function referenceFaults(set: ManifestSet): string[] {
  const workloads = workloadsOf(set.objects);
  return [
    ...workloads.flatMap((workload) => workloadFaults(workload, set)),
    ...serviceFaults(set, workloads),
    ...budgetFaults(set, workloads),
    ...autoscalerFaults(set),
    ...policyFaults(set, workloads),
    ...ingressFaults(set),
    ...monitorFaults(set),
  ];
}

function workloadFaults(workload: Workload, set: ManifestSet): string[] {
  const { kind, name, selector, podLabels, pod } = workload;
  const at = `${kind} ${name}`;
  const names = (of: string): string[] => objectsOf(set.objects, of).map((o) => o.metadata.name);
  const claims = names('PersistentVolumeClaim');
  const volumes = (pod.volumes ?? []).map((volume) => volume.name);
  const templates =
    (
      objectsOf<{ spec: { volumeClaimTemplates?: { metadata: { name: string } }[] } }>(
        set.objects,
        'StatefulSet',
      ).find(({ metadata }) => metadata.name === name) ?? { spec: {} }
    ).spec.volumeClaimTemplates ?? [];
  const mountable = [...volumes, ...templates.map(({ metadata }) => metadata.name)];
  const account = pod.serviceAccountName;
  return [
    ...(selector && !isSelected({ matchLabels: selector }, podLabels)
      ? [`${at}: the selector does not match its pods`]
      : []),
    ...(account !== undefined && !names('ServiceAccount').includes(account)
      ? [`${at}: no ServiceAccount ${account}`]
      : []),
    ...(pod.volumes ?? []).flatMap(({ persistentVolumeClaim, secret, configMap }) => [
      ...(persistentVolumeClaim && !claims.includes(persistentVolumeClaim.claimName)
        ? [`${at}: no PersistentVolumeClaim ${persistentVolumeClaim.claimName}`]
        : []),
      ...(secret && !set.secrets.has(secret.secretName ?? '')
        ? [`${at}: no Secret ${String(secret.secretName)}`]
        : []),
      ...(configMap && !set.configMaps.has(configMap.name ?? '')
        ? [`${at}: no ConfigMap ${String(configMap.name)}`]
        : []),
    ]),
    ...containersOf(pod).flatMap((container) => [
      ...(container.volumeMounts ?? [])
        .filter((mount) => !mountable.includes(mount.name))
        .map((mount) => `${at}: no volume ${mount.name}`),
      ...(container.envFrom ?? []).flatMap(({ configMapRef, secretRef }) => [
        ...(configMapRef && !set.configMaps.has(configMapRef.name ?? '')
          ? [`${at}: no ConfigMap ${String(configMapRef.name)}`]
          : []),
        ...(secretRef && !set.secrets.has(secretRef.name ?? '')
          ? [`${at}: no Secret ${String(secretRef.name)}`]
          : []),
      ]),
      ...(container.env ?? [])
        .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])
        .filter((ref) => set.secrets.get(ref.name ?? '')?.[ref.key] === undefined)
        .map((ref) => `${at}: no key ${ref.key} in Secret ${String(ref.name)}`),
    ]),
  ];
}

function serviceFaults(set: ManifestSet, workloads: Workload[]): string[] {
  return objectsOf<IService>(set.objects, 'Service').flatMap(({ metadata, spec }) => {
    const at = `Service ${metadata.name}`;
    const chosen = selectedBy({ matchLabels: spec?.selector }, workloads);
    return chosen.length === 1
      ? (spec?.ports ?? [])
          .map(({ targetPort }) => String(targetPort))
          .filter((port) => !portNames(chosen).includes(port))
          .map((port) => `${at}: no port ${port} in its pods`)
      : [`${at}: selects ${String(chosen.length)} workloads instead of one`];
  });
}

function budgetFaults(set: ManifestSet, workloads: Workload[]): string[] {
  return objectsOf<IPodDisruptionBudget>(set.objects, 'PodDisruptionBudget')
    .filter(({ spec }) => selectedBy(spec?.selector ?? {}, workloads).length !== 1)
    .map(({ metadata }) => `PodDisruptionBudget ${metadata.name}: does not select one workload`);
}

function autoscalerFaults(set: ManifestSet): string[] {
  return objectsOf<IHorizontalPodAutoscaler>(set.objects, 'HorizontalPodAutoscaler')
    .filter(
      ({ spec }) =>
        !set.objects.some(
          ({ apiVersion, kind, metadata }) =>
            apiVersion === spec?.scaleTargetRef.apiVersion &&
            kind === spec.scaleTargetRef.kind &&
            metadata.name === spec.scaleTargetRef.name,
        ),
    )
    .map(({ metadata }) => `HorizontalPodAutoscaler ${metadata.name}: its target is not there`);
}

function policyFaults(set: ManifestSet, workloads: Workload[]): string[] {
  return objectsOf<INetworkPolicy>(set.objects, 'NetworkPolicy').flatMap(({ metadata, spec }) => {
    const at = `NetworkPolicy ${metadata.name}`;
    const chosen = selectedBy(spec?.podSelector ?? {}, workloads);
    const rules = spec?.ingress ?? [];
    const callers = rules
      .flatMap(({ from = [] }) => from)
      // Who is in another namespace cannot be looked up here.
      .filter(({ namespaceSelector }) => namespaceSelector === undefined);
    return [
      ...(chosen.length === 0 ? [`${at}: selects no pods`] : []),
      ...callers
        .filter(({ podSelector }) => selectedBy(podSelector ?? {}, workloads).length === 0)
        .map(() => `${at}: lets in pods that are not there`),
      ...rules
        .flatMap(({ ports = [] }) => ports)
        .map(({ port }) => String(port))
        .filter((port) => !chosen.every((workload) => portNames([workload]).includes(port)))
        .map((port) => `${at}: no port ${port} in its pods`),
    ];
  });
}

function ingressFaults(set: ManifestSet): string[] {
  const services = objectsOf<IService>(set.objects, 'Service');
  return objectsOf<IIngress>(set.objects, 'Ingress').flatMap(({ metadata, spec }) => {
    const hosts = (spec?.tls ?? []).flatMap((tls) => tls.hosts ?? []);
    return (spec?.rules ?? []).flatMap(({ host = '', http }) => [
      ...(hosts.includes(host) ? [] : [`Ingress ${metadata.name}: no certificate for ${host}`]),
      ...(http?.paths ?? [])
        .map(({ backend }) => backend.service)
        .filter(
          (wanted) =>
            !services.some(
              (service) =>
                service.metadata.name === wanted?.name &&
                service.spec?.ports?.some(({ name }) => name === wanted.port?.name),
            ),
        )
        .map(
          (wanted) => `Ingress ${metadata.name}: no Service ${String(wanted?.name)} with its port`,
        ),
    ]);
  });
}

function monitorFaults(set: ManifestSet): string[] {
  const services = objectsOf<IService>(set.objects, 'Service');
  return objectsOf<ServiceMonitor>(set.objects, 'ServiceMonitor').flatMap(({ metadata, spec }) =>
    spec.endpoints.flatMap(({ port, authorization: { credentials } }) => [
      ...(services.some(
        (service) =>
          service.metadata.name === metadata.name &&
          // What the base adds to all of its objects is not in the files of each.
          isSelected(spec.selector, {
            'app.kubernetes.io/part-of': 'clusterdesk',
            ...service.metadata.labels,
          }) &&
          service.spec?.ports?.some(({ name }) => name === port),
      )
        ? []
        : [`ServiceMonitor ${metadata.name}: no Service with its labels and port`]),
      ...(set.secrets.get(credentials.name)?.[credentials.key] === undefined
        ? [`ServiceMonitor ${metadata.name}: no key ${credentials.key} in ${credentials.name}`]
        : []),
    ]),
  );
}

function isSelected(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Labels,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(
      ({ key, operator, values }) => operator === 'In' && values?.includes(labels[key] ?? ''),
    )
  );
}

function selectedBy(selector: Selector, workloads: Workload[]): Workload[] {
  return workloads.filter(({ podLabels }) => isSelected(selector, podLabels));
}

function portNames(workloads: Workload[]): string[] {
  return workloads.flatMap(({ pod }) =>
    containersOf(pod).flatMap(({ ports }) => (ports ?? []).map(({ name }) => String(name))),
  );
}
