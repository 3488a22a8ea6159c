import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import type { ISecret } from 'kubernetes-models/v1/Secret';
import type { KustomizeTree } from './kustomize-tree.js';
import type { KubernetesObject } from './object-schemas.js';

/** What an overlay applies, as its files say it or as Kustomize renders it. */
export interface ManifestSet {
  objects: KubernetesObject[];
  /** Variables by the name of their ConfigMap or Secret. */
  configMaps: Map<string, Record<string, string>>;
  secrets: Map<string, Record<string, string>>;
}

export type Labels = Record<string, string>;

/** What makes pods: a Deployment, a StatefulSet, a DaemonSet or a Job. */
export interface Workload {
  kind: string;
  name: string;
  /** Undefined: a Job finds its pods by itself. */
  selector: Labels | undefined;
  podLabels: Labels;
  pod: IPodSpec;
  replicas: number | undefined;
}

export const setOfTree = ({ objects, configMaps, secrets }: KustomizeTree): ManifestSet => ({
  objects,
  configMaps,
  secrets,
});

export function setOfRendered(objects: KubernetesObject[]): ManifestSet {
  return {
    objects,
    configMaps: new Map(
      objectsOf<IConfigMap & KubernetesObject>(objects, 'ConfigMap').map(
        ({ metadata, data = {} }) => [metadata.name, data],
      ),
    ),
    secrets: new Map(
      objectsOf<ISecret & KubernetesObject>(objects, 'Secret').map(({ metadata, data = {} }) => [
        metadata.name,
        Object.fromEntries(
          Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64').toString()]),
        ),
      ]),
    ),
  };
}

/** Those of a kind. Its schema is checked before what is in it is looked at. */
export function objectsOf<T extends object>(
  objects: readonly KubernetesObject[],
  kind: string,
): (T & KubernetesObject)[] {
  return objects.filter((object) => object.kind === kind) as (T & KubernetesObject)[];
}

interface WorkloadObject {
  spec: {
    replicas?: number;
    selector?: { matchLabels: Labels };
    template: { metadata: { labels: Labels }; spec: IPodSpec };
  };
}

export function workloadsOf(objects: readonly KubernetesObject[]): Workload[] {
  return ['Deployment', 'StatefulSet', 'DaemonSet', 'Job'].flatMap((kind) =>
    objectsOf<WorkloadObject>(objects, kind).map(({ metadata, spec }) => ({
      kind,
      name: metadata.name,
      selector: spec.selector?.matchLabels,
      podLabels: spec.template.metadata.labels,
      pod: spec.template.spec,
      replicas: spec.replicas,
    })),
  );
}

export function containersOf(pod: IPodSpec): IContainer[] {
  return [...(pod.initContainers ?? []), ...pod.containers];
}

/** Which program of ours the image of a container has, if any, from whatever registry. */
export function programOf({ image = '' }: IContainer): string | undefined {
  return /(?:^|\/)clusterdesk\/(\w+)/.exec(image)?.[1];
}

/** The variables of a container. What depends on the node has a name as nodes do. */
export function variablesOf(set: ManifestSet, container: IContainer): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    Object.assign(
      variables,
      set.configMaps.get(configMapRef?.name ?? ''),
      set.secrets.get(secretRef?.name ?? ''),
    );
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const { secretKeyRef } = valueFrom ?? {};
    variables[name] = secretKeyRef
      ? (set.secrets.get(secretKeyRef.name ?? '')?.[secretKeyRef.key] ?? '')
      : (value ?? 'node-1');
  }
  return variables;
}
