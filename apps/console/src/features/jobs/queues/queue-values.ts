import type {
  endpoints,
  EndpointInput,
  QueueBackend,
  QueueInfo,
  QueueNetwork,
} from '@clusterdesk/contracts';
import { personWithAccount } from '../../../shared/users/person-name.js';

/** What a queue names: a project or a user, as people know it. */
export interface Named {
  id: string;
  name: string;
}

/** A node of a queue; `cpus` null: the number was taken out and none put in yet. */
export interface ChosenHost extends Named {
  cpus: number | null;
}

/** Of a node whose number of CPUs is not known yet, and of any other (`queueNode` of the contracts). */
export const maxHostCpus = 4096;

/** The fields of the form of a queue, by the names of the parameters. */
export interface QueueValues {
  queueName: string;
  backend: QueueBackend;
  /** Of a queue on compute nodes only. */
  calculations: readonly ChosenHost[];
  /** Of a queue of Slurm only; none: Slurm's default. */
  partitions: readonly string[];
  projects: readonly Named[];
  userInfos: readonly Named[];
  isOpenToEveryone: boolean;
  network: QueueNetwork;
  maxMinutes: number;
  defaultMinutes: number;
}

/** Refusals that belong to one field though the server does not name it. */
export const fieldOfCode = {
  QUEUE_NAME_TAKEN: 'queueName',
  QUEUE_NEEDS_NODE: 'calculations',
  QUEUE_SLURM_OFF: 'backend',
  QUEUE_NODE_UNKNOWN: 'calculations',
  QUEUE_NODE_TOO_SMALL: 'calculations',
  QUEUE_PROJECT_UNKNOWN: 'projects',
  QUEUE_USER_UNKNOWN: 'userInfos',
  JOB_USUAL_TIME_TOO_LONG: 'defaultMinutes',
} as const satisfies Record<string, keyof QueueValues>;

/** What the server gives a new queue, too. */
export const newQueue: QueueValues = {
  queueName: '',
  backend: 'agent',
  calculations: [],
  partitions: [],
  projects: [],
  userInfos: [],
  isOpenToEveryone: false,
  network: 'automatic',
  maxMinutes: 43_200,
  defaultMinutes: 1_440,
};

export const valuesOf = (queue: QueueInfo): QueueValues => ({
  queueName: queue.queueName,
  backend: queue.backend,
  partitions: queue.partitions,
  calculations: queue.calculations.map(({ id, calculationName, cpus }) => ({
    id,
    name: calculationName,
    cpus,
  })),
  projects: queue.projects.map(({ id, projectName }) => ({ id, name: projectName })),
  userInfos: queue.userInfos.map((user) => ({ id: user.id, name: personWithAccount(user) })),
  isOpenToEveryone: queue.isOpenToEveryone,
  network: queue.networkChoice,
  maxMinutes: queue.maxMinutes,
  defaultMinutes: queue.defaultMinutes,
});

/**
 * Each node once. Where a colleague has changed the CPUs of a node meanwhile, the form holds it twice (`mergedValue`): theirs, then
 * one's own, which goes.
 */
export const hostsById = (hosts: readonly ChosenHost[]): ReadonlyMap<string, ChosenHost> =>
  new Map(hosts.map((host) => [host.id, host]));

type QueueInput = EndpointInput<typeof endpoints.jobs.queueAdd>;

/** What the call is told of a list; an empty one is left out. */
const unlessEmpty = <Name extends keyof QueueInput>(
  name: Name,
  list: readonly unknown[],
): Pick<QueueInput, Name> | object => (list.length > 0 ? { [name]: list } : {});

const cpusAndId = ({ id, cpus }: ChosenHost): { id: string; cpus: number } => ({
  id,
  // The rule of the field has refused a form without a number.
  cpus: cpus ?? 1,
});

/** Those of `list` that are not in `other`. */
const idsOnlyIn = (list: readonly Named[], other: readonly Named[]): string[] => {
  const known = new Set(other.map(({ id }) => id));
  return [...new Set(list.map(({ id }) => id))].filter((id) => !known.has(id));
};

/** A new queue, for the call: with what belongs to where it runs. */
export const asNewQueue = ({
  calculations,
  partitions,
  projects,
  userInfos,
  ...values
}: QueueValues): QueueInput => ({
  ...values,
  ...(values.backend === 'slurm'
    ? { partitions: [...partitions] }
    : { calculations: [...hostsById(calculations).values()].map(cpusAndId) }),
  projects: projects.map(({ id }) => ({ id })),
  userInfos: userInfos.map(({ id }) => ({ id })),
});

/**
 * What was changed, for the call: of lists what was added and taken away, so that what a colleague did to them stays.
 * @param now what holds now
 * @param changed the fields that differ from it
 */
export function changesFor(now: QueueValues, changed: Partial<QueueValues>): QueueInput {
  const { calculations, partitions, projects, userInfos, ...values } = changed;
  const had = hostsById(now.calculations);
  const hosts = hostsById(calculations ?? now.calculations);
  const set = [...hosts.values()].filter(({ id, cpus }) => had.get(id)?.cpus !== cpus);
  const projectsNow = projects ?? now.projects;
  const usersNow = userInfos ?? now.userInfos;
  return {
    ...values,
    ...(partitions && { partitions: [...partitions] }),
    ...unlessEmpty('setCalculations', set.map(cpusAndId)),
    ...unlessEmpty('removeCalculationIds', idsOnlyIn(now.calculations, [...hosts.values()])),
    ...unlessEmpty('addProjectIds', idsOnlyIn(projectsNow, now.projects)),
    ...unlessEmpty('removeProjectIds', idsOnlyIn(now.projects, projectsNow)),
    ...unlessEmpty('addUserIds', idsOnlyIn(usersNow, now.userInfos)),
    ...unlessEmpty('removeUserIds', idsOnlyIn(now.userInfos, usersNow)),
  };
}
