import {
  fault,
  inContainer,
  inPod,
  specOf,
  type PlantedFault,
} from '../support/kubernetes/plant.js';

/** One fault for each rule of schemas and of what refers to something. */
export const plantedReferenceFaults: readonly PlantedFault[] = [
  fault(
    'a field of the wrong type',
    (set) => Object.assign(specOf(set, 'Deployment', '-server'), { replicas: 'two' }),
    'Deployment clusterdesk-server',
  ),
  fault(
    'a misspelt field',
    inContainer('server', (container) => Object.assign(container, { imagePullPolice: 'Always' })),
    'containers.0.imagePullPolice: unknown field',
  ),
  fault(
    'a kind without a schema',
    (set) => set.objects.push({ apiVersion: 'v1', kind: 'Pot', metadata: { name: 'tea' } }),
    'no schema for v1 Pot',
  ),
  fault(
    'a misspelt field of a monitor',
    (set) => Object.assign(specOf(set, 'ServiceMonitor', '-server'), { endpoint: [] }),
    'ServiceMonitor clusterdesk-server',
    'overlays/whole',
  ),
  fault(
    'a selector that misses its pods',
    inPod('worker', (_, { podLabels }) =>
      Object.assign(podLabels, { 'app.kubernetes.io/component': 'werker' }),
    ),
    'the selector does not match its pods',
  ),
  fault(
    'a Service of nothing',
    (set) => Object.assign(specOf(set, 'Service', '-server'), { selector: { a: 'b' } }),
    'Service clusterdesk-server: selects 0 workloads',
  ),
  fault(
    'a Service of both',
    (set) =>
      Object.assign(specOf(set, 'Service', '-server'), {
        selector: { 'app.kubernetes.io/name': 'clusterdesk' },
      }),
    'Service clusterdesk-server: selects 3 workloads',
  ),
  fault(
    'a port that no container has',
    (set) =>
      Object.assign(specOf(set, 'Service', '-server'), {
        ports: [{ name: 'http', port: 80, targetPort: 'web' }],
      }),
    'no port web in its pods',
  ),
  fault(
    'a budget of nothing',
    (set) =>
      Object.assign(specOf(set, 'PodDisruptionBudget', '-worker'), {
        selector: { matchLabels: { a: 'b' } },
      }),
    'PodDisruptionBudget clusterdesk-worker',
  ),
  fault(
    'an autoscaler of nothing',
    (set) =>
      Object.assign(specOf(set, 'HorizontalPodAutoscaler', '-server'), {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'server' },
      }),
    'HorizontalPodAutoscaler clusterdesk-server',
  ),
  fault(
    'a policy of nothing',
    (set) =>
      Object.assign(specOf(set, 'NetworkPolicy', '-ingress-to-server'), {
        podSelector: { matchLabels: { a: 'b' } },
      }),
    'NetworkPolicy clusterdesk-ingress-to-server: selects no pods',
  ),
  fault(
    'a policy that lets in nobody',
    (set) =>
      Object.assign(specOf(set, 'NetworkPolicy', '-platform-to-postgres'), {
        ingress: [{ from: [{ podSelector: { matchLabels: { a: 'b' } } }] }],
      }),
    'lets in pods that are not there',
    'overlays/small',
  ),
  fault(
    'a policy for a port that is not there',
    (set) =>
      Object.assign(specOf(set, 'NetworkPolicy', '-ingress-to-server'), {
        ingress: [{ ports: [{ protocol: 'TCP', port: 'web' }] }],
      }),
    'NetworkPolicy clusterdesk-ingress-to-server: no port web',
  ),
  fault(
    'an ingress without a certificate for its name',
    (set) => Object.assign(specOf(set, 'Ingress', ''), { tls: [{ hosts: ['a.example.org'] }] }),
    'no certificate for desk.example.org',
  ),
  fault(
    'an ingress to nowhere',
    (set) => {
      const [service] = set.objects.filter(
        ({ kind, metadata }) => kind === 'Service' && metadata.name === 'clusterdesk-server',
      );
      Object.assign(service?.metadata ?? {}, { name: 'clusterdesk-other' });
    },
    'no Service clusterdesk-server with its port',
  ),
  fault(
    'a monitor of nothing',
    (set) => Object.assign(specOf(set, 'Service', '-worker'), { ports: [] }),
    'ServiceMonitor clusterdesk-worker',
    'overlays/whole',
  ),
  fault(
    'a monitor without its token',
    (set) => void delete set.secrets.get('clusterdesk-secrets')?.['METRICS_TOKEN'],
    'no key METRICS_TOKEN in clusterdesk-secrets',
    'overlays/whole',
  ),
  fault(
    'an account that is not there',
    inPod('server', (pod) => Object.assign(pod, { serviceAccountName: 'other' })),
    'no ServiceAccount other',
  ),
  fault(
    'a claim that is not there',
    (set) => {
      set.objects = set.objects.filter(({ metadata }) => metadata.name !== 'clusterdesk-backups');
    },
    'no PersistentVolumeClaim clusterdesk-backups',
  ),
  fault(
    'a file from nowhere',
    inPod('server', (pod) => pod.volumes?.push({ name: 'pem', configMap: { name: 'other' } })),
    'no ConfigMap other',
  ),
  fault(
    'a mount of nothing',
    inPod('server', (pod) => Object.assign(pod, { volumes: [] })),
    'no volume files',
  ),
  fault(
    'variables from nowhere',
    (set) => set.configMaps.clear(),
    'no ConfigMap clusterdesk-environment',
  ),
  fault('secrets from nowhere', (set) => set.secrets.clear(), 'no Secret clusterdesk-secrets'),
  fault(
    'a key that the Secret has not',
    (set) => void delete set.secrets.get('clusterdesk-databases')?.['VALKEY_PASSWORD'],
    'no key VALKEY_PASSWORD in Secret clusterdesk-databases',
    'overlays/small',
  ),
  fault(
    'tokens that are not there',
    (set) => set.secrets.clear(),
    'no Secret clusterdesk-agent-tokens',
    'overlays/agents',
  ),
];
