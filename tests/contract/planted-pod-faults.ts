import {
  fault,
  inContainer,
  inPod,
  inVariables,
  specOf,
  type PlantedFault,
} from '../support/kubernetes/plant.js';

/** One fault for each rule of pods and of the programs in them. */
export const plantedPodFaults: readonly PlantedFault[] = [
  ...[
    ['a token of Kubernetes', { automountServiceAccountToken: true }, 'mounts a token'],
    ['variables of Services', { enableServiceLinks: undefined }, 'has variables of Services'],
    ["the host's network", { hostNetwork: true }, "uses the host's namespaces"],
    ['no security context', { securityContext: {} }, 'may run as root'],
    ['no seccomp profile', { securityContext: {} }, 'has no seccomp profile'],
    ['no account', { securityContext: { runAsNonRoot: true } }, 'names no account'],
    ['a short grace', { terminationGracePeriodSeconds: 60 }, 'is killed before its own stop'],
  ].map(([name, change, told]) =>
    fault(
      String(name),
      inPod('server', (pod) => Object.assign(pod, change)),
      String(told),
    ),
  ),
  fault(
    'a folder of the host',
    inPod('worker', (pod) => pod.volumes?.push({ name: 'host', hostPath: { path: '/etc' } })),
    'mounts a folder of the host',
  ),
  ...[
    ['no bounds', { resources: {} }, 'server has no limits of memory'],
    ['no requests', { resources: { limits: { cpu: 1, memory: '1Gi' } } }, 'no requests of cpu'],
    ['no bounds of its own', { securityContext: {} }, 'has a root that can be written to'],
    [
      'privileges to gain',
      { securityContext: { readOnlyRootFilesystem: true } },
      'may gain privileges',
    ],
    ['privileges', { securityContext: { privileged: true } }, 'is privileged'],
    ['capabilities', { securityContext: {} }, 'keeps capabilities'],
    [
      'more capabilities',
      { securityContext: { capabilities: { drop: ['ALL'], add: ['SYS_ADMIN'] } } },
      'adds capabilities',
    ],
    ['no liveness', { livenessProbe: undefined }, 'server lacks a probe'],
    [
      'a probe of what is not there',
      { startupProbe: { httpGet: { path: '/healthz', port: 'http' } } },
      'nothing answers /healthz',
    ],
    [
      'a probe of no port',
      { startupProbe: { httpGet: { path: '/api/health/live', port: 'web' } } },
      'a probe asks port web',
    ],
    [
      'a liveness that the database ends',
      { livenessProbe: { httpGet: { path: '/api/health/ready', port: 'http' } } },
      'wrong liveness',
    ],
    [
      'a readiness that is always so',
      { readinessProbe: { httpGet: { path: '/api/health/live', port: 'http' } } },
      'wrong readiness',
    ],
    ['files in the container', { volumeMounts: [] }, 'files is not on a volume'],
    [
      'another port than the program',
      { ports: [{ name: 'http', containerPort: 80 }] },
      "listens on 8080, not on its container's port",
    ],
    [
      'a variable that nothing reads',
      { env: [{ name: 'CLUSTERDESK_PORT', value: '1' }] },
      'CLUSTERDESK_PORT, which nothing reads',
    ],
    ['a start that migrates', { env: [{ name: 'MIGRATE', value: 'auto' }] }, 'server migrates'],
  ].map(([name, change, told]) =>
    fault(
      String(name),
      inContainer('server', (container) => Object.assign(container, change)),
      String(told),
    ),
  ),
  fault(
    'a probe that no worker answers',
    inContainer('worker', (container) =>
      Object.assign(container, {
        startupProbe: { httpGet: { path: '/api/health', port: 'http' } },
      }),
    ),
    'nothing answers /api/health',
  ),
  fault(
    'a worker on another port',
    inVariables((variables) => (variables['WORKER_PORT'] = '9')),
    'worker listens on 9',
  ),
  fault(
    'a Job that does not migrate',
    inContainer('migrations', (container) => Object.assign(container, { env: [] })),
    'does not migrate',
  ),
  fault(
    'a value that is refused',
    inVariables((variables) => (variables['PUBLIC_URL'] = 'desk.example.org')),
    'PUBLIC_URL is wrong',
  ),
  fault(
    'a stop that does not wait for the load balancer',
    inVariables((variables) => (variables['STOP_NOTICE_MS'] = '5000')),
    'takes no more calls before its readiness is seen to be gone',
  ),
  fault(
    'images in the wrong place',
    inContainer('worker', (container) => (container.image = 'clusterdesk/server')),
    'the pods of server are labelled as something else',
  ),
  fault(
    'a rollout that takes a server away first',
    (set) => Object.assign(specOf(set, 'Deployment', '-server'), { strategy: {} }),
    'a rollout takes pods away first',
  ),
  fault(
    'a variable that no agent reads',
    inContainer('agent', (container) => container.env?.push({ name: 'AGENT_SERVERS', value: '' })),
    'AGENT_SERVERS, which nothing reads',
    'overlays/agents',
  ),
  fault(
    'an agent that would refuse its settings',
    inContainer('agent', (container) =>
      container.env?.push({ name: 'AGENT_ALLOW', value: 'metrics,jobs' }),
    ),
    'AGENT_SERVICE_USER is missing',
    'overlays/agents',
  ),
];
