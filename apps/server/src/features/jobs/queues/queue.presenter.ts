import { limits, type Language, type QueueInfo, type QueueOption } from '@clusterdesk/contracts';
import { nodeFaultSentence } from '../../cluster/draining/node-faults.js';
import { projectsOf } from './queue-projects.js';
import type { QueueMembers, QueueWithNodes } from './queue.repository.js';

/** @param members of the queue, for who manages queues; undefined for who only submits to them */
export function toQueueOption(
  { calculations, ...queue }: QueueWithNodes,
  members: QueueMembers | undefined,
  language: Language,
): QueueOption {
  const addresses = calculations.map(({ lanIp }) => lanIp).filter((lanIp) => lanIp !== '');
  const { takesProjectFiles, takesSealedJobs, reason } = projectsOf({ calculations, ...queue });
  return {
    ...queue,
    lanIp: members ? addresses.join(',') : '',
    projects: members?.projects ?? [],
    userInfos: members?.userInfos ?? [],
    state: 1,
    ...{ takesProjectFiles, takesSealedJobs, projectFilesReason: reason[language] },
    calculations: calculations.map(
      ({ lanIp: _address, networks, takesProjectFiles: _takes, drainedReason, ...node }) => ({
        ...node,
        drainedReason: drainedReason && nodeFaultSentence(drainedReason)[language],
        givesNetwork: networks.includes(queue.network),
      }),
    ),
  };
}

export function toQueueInfo(
  queue: QueueWithNodes,
  members: QueueMembers,
  language: Language,
): QueueInfo {
  const option = toQueueOption(queue, members, language);
  return {
    ...option,
    queueCalculationCpu: option.calculations.map(({ id, calculationName, cpus }) => ({
      calculationId: id,
      calculationName,
      cpus,
    })),
  };
}

/** A queue as the log keeps it. */
export interface LoggedQueue {
  queueName: string;
  backend: string;
  partitions: string[];
  network: string;
  defaultMinutes: number;
  maxMinutes: number;
  isOpenToEveryone: boolean;
  /** Each with its CPUs, such as `host-1: 4`. */
  nodes: string[];
  projects: string[];
  users: string[];
}

export function toLoggedQueue(queue: QueueWithNodes, members: QueueMembers): LoggedQueue {
  const { queueName, backend, partitions, networkChoice } = queue;
  const { defaultMinutes, maxMinutes, isOpenToEveryone } = queue;
  return {
    queueName,
    backend,
    partitions,
    network: networkChoice,
    defaultMinutes,
    maxMinutes,
    isOpenToEveryone,
    nodes: shortened(queue.calculations.map((node) => `${node.calculationName}: ${node.cpus}`)),
    projects: shortened(members.projects.map(({ projectName }) => projectName)),
    users: shortened(members.userInfos.map(({ userName }) => userName)),
  };
}

/** The log names at most this many, and counts the rest. */
function shortened(names: readonly string[]): string[] {
  const rest = names.length - limits.nodeUsersInList;
  return rest > 0 ? [...names.slice(0, limits.nodeUsersInList), `+${rest}`] : [...names];
}
