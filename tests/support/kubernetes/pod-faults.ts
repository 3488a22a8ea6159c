import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IPersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import {
  containersOf,
  objectsOf,
  programOf,
  variablesOf,
  workloadsOf,
  type ManifestSet,
  type Workload,
} from './manifest-set.js';
import {
  agentRefusals,
  agentVariables,
  serverFolders,
  serverHealthPaths,
  serverRefusals,
  serverVariables,
  workerAnswers,
} from './product-facts.js';

/** What is left of the grace when a process that stops in time is gone, milliseconds. */
const graceMarginMs = 5_000;

/** What pods must not be, and what does not fit the programs in them. */
export async function podFaults(set: ManifestSet): Promise<string[]> {
  const faults = await Promise.all(
    workloadsOf(set.objects).map(async (workload) => {
      const own = await Promise.all(
        containersOf(workload.pod).map((container) => containerFaults(container, workload, set)),
      );
      return [...securityFaults(workload), ...own.flat()].map(
        (fault) => `${workload.kind} ${workload.name}: ${fault}`,
      );
    }),
  );
  return [...faults.flat(), ...rolloutFaults(set)];
}

/** By the standard "restricted" (Pod Security Standards); the agent's pods keep their credentials on their node, as root's. */
function securityFaults({ pod, podLabels }: Workload): string[] {
  const isAgent = podLabels['app.kubernetes.io/component'] === 'agent';
  const wanted: [isHeld: boolean, fault: string][] = [
    [pod.automountServiceAccountToken === false, 'mounts a token of Kubernetes'],
    [pod.enableServiceLinks === false, 'has variables of Services'],
    [pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile'],
    [!pod.hostNetwork && !pod.hostPID && !pod.hostIPC, "uses the host's namespaces"],
    [isAgent || pod.securityContext?.runAsNonRoot === true, 'may run as root'],
    [isAgent || (pod.securityContext?.runAsUser ?? 0) > 0, 'names no account'],
    [
      isAgent || !(pod.volumes ?? []).some(({ hostPath }) => hostPath),
      'mounts a folder of the host',
    ],
  ];
  return wanted.filter(([isHeld]) => !isHeld).map(([, fault]) => fault);
}

async function containerFaults(
  container: IContainer,
  workload: Workload,
  set: ManifestSet,
): Promise<string[]> {
  const { securityContext: security, resources } = container;
  const wanted: [isHeld: boolean, fault: string][] = [
    [security?.readOnlyRootFilesystem === true, 'has a root that can be written to'],
    [security?.allowPrivilegeEscalation === false, 'may gain privileges'],
    [!security?.privileged, 'is privileged'],
    [(security?.capabilities?.drop ?? []).includes('ALL'), 'keeps capabilities'],
    [(security?.capabilities?.add ?? []).length === 0, 'adds capabilities'],
    ...(['requests', 'limits'] as const).flatMap((kind) =>
      (['cpu', 'memory'] as const).map((what): [boolean, string] => [
        resources?.[kind]?.[what] !== undefined,
        `has no ${kind} of ${what}`,
      ]),
    ),
  ];
  const isOurs = programOf(container) !== undefined && !container.command;
  return [
    ...wanted.filter(([isHeld]) => !isHeld).map(([, fault]) => `${container.name} ${fault}`),
    ...probeFaults(container),
    ...(isOurs ? await programFaults(container, workload, set) : []),
  ];
}

function probesOf({ startupProbe, livenessProbe, readinessProbe }: IContainer) {
  return [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => probe ?? []);
}

function probeFaults(container: IContainer): string[] {
  const ports = (container.ports ?? []).map(({ name }) => name);
  return probesOf(container)
    .map(({ httpGet, tcpSocket }) => (httpGet ?? tcpSocket)?.port)
    .filter((port) => port !== undefined && !ports.includes(String(port)))
    .map((port) => `a probe asks port ${String(port)}, which the container has not`);
}

async function programFaults(
  container: IContainer,
  { kind, pod, podLabels }: Workload,
  set: ManifestSet,
): Promise<string[]> {
  const program = programOf(container);
  const variables = variablesOf(set, container);
  const known = program === 'agent' ? agentVariables : serverVariables;
  const unknown = Object.keys(variables).filter((name) => !known.includes(name));
  const faults = unknown.map((name) => `${container.name} has ${name}, which nothing reads`);
  if (program === 'agent') {
    const isRoot = pod.securityContext?.runAsUser === 0;
    return [...faults, ...(await agentRefusals(variables, isRoot))];
  }
  const refusals = serverRefusals(variables);
  faults.push(...refusals);
  if (refusals.length > 0) {
    return faults;
  }
  const { STOP_TIMEOUT_MS: timeout, STOP_NOTICE_MS: notice } = variables;
  if ((pod.terminationGracePeriodSeconds ?? 30) * 1_000 < Number(timeout) + graceMarginMs) {
    faults.push('is killed before its own stop is over');
  }
  if (kind === 'Job') {
    return variables['MIGRATE'] === 'only' ? faults : [...faults, 'does not migrate'];
  }
  if (variables['MIGRATE'] !== 'never') {
    faults.push(`${container.name} migrates`);
  }
  const { readinessProbe: ready } = container;
  if ((ready?.periodSeconds ?? 10) * (ready?.failureThreshold ?? 3) * 1_000 > Number(notice)) {
    faults.push('takes no more calls before its readiness is seen to be gone');
  }
  const port = variables[program === 'worker' ? 'WORKER_PORT' : 'PORT'];
  if (String(container.ports?.[0]?.containerPort) !== port) {
    faults.push(`${container.name} listens on ${String(port)}, not on its container's port`);
  }
  if (podLabels['app.kubernetes.io/component'] !== program) {
    faults.push(`the pods of ${String(program)} are labelled as something else`);
  }
  return [
    ...faults,
    ...(await healthFaults(container, program)),
    ...folderFaults(container, pod, serverFolders(variables)),
  ];
}

async function healthFaults(container: IContainer, program: string | undefined): Promise<string[]> {
  const paths = probesOf(container).map(({ httpGet }) => String(httpGet?.path));
  const answered = program === 'worker' ? await workerAnswers(paths) : serverHealthPaths();
  return [
    ...(paths.length === 3 ? [] : [`${container.name} lacks a probe`]),
    ...paths.filter((path) => !answered.includes(path)).map((path) => `nothing answers ${path}`),
    // A liveness that depends on the database would end every process when that is away.
    ...(container.livenessProbe?.httpGet?.path === '/api/health/live' ? [] : ['wrong liveness']),
    ...(container.readinessProbe?.httpGet?.path === '/api/health/ready' ? [] : ['wrong readiness']),
  ];
}

/** What all servers and workers must see at once lies on a claim, and not in the container. */
function folderFaults(container: IContainer, pod: Workload['pod'], folders: string[]): string[] {
  const claims = (pod.volumes ?? [])
    .filter((volume) => volume.persistentVolumeClaim)
    .map(({ name }) => name);
  const shared = (container.volumeMounts ?? []).filter((mount) => claims.includes(mount.name));
  return folders
    .filter((folder) => !shared.some(({ mountPath }) => `${folder}/`.startsWith(`${mountPath}/`)))
    .map((folder) => `${folder} is not on a volume`);
}

/** A change must not take a server away before its successor is ready. */
function rolloutFaults({ objects }: ManifestSet): string[] {
  return objectsOf<IDeployment>(objects, 'Deployment')
    .filter(({ spec }) => spec?.strategy?.rollingUpdate?.maxUnavailable !== 0)
    .map(({ metadata }) => `Deployment ${metadata.name}: a rollout takes pods away first`);
}

/** Claims that several pods on several nodes cannot use. */
export function unsharedClaims({ objects }: ManifestSet): string[] {
  return objectsOf<IPersistentVolumeClaim>(objects, 'PersistentVolumeClaim')
    .filter(({ spec }) => !spec?.accessModes?.includes('ReadWriteMany'))
    .map(({ metadata }) => metadata.name);
}
