import type { LocalizedText } from '@clusterdesk/contracts';
import { agentBackendName } from '../backends/agent/agent-job.repository.js';
import type { QueueWithNodes } from './queue.repository.js';

/** Whether a queue holds jobs in projects to what they may see. */
export interface QueueProjects {
  takesProjectFiles: boolean;
  takesSealedJobs: boolean;
  /** Why it takes none; empty when it does. */
  reason: LocalizedText;
  /** The same for sealed ones. */
  sealedReason: LocalizedText;
}

const none: LocalizedText = { cn: '', en: '' };
const planned: LocalizedText = {
  cn: 'Slurm 队列无法限制任务能看到的项目文件，请另选队列',
  en: 'A queue of Slurm cannot limit what jobs see of a project. Choose another queue.',
};
const noHost: LocalizedText = {
  cn: '队列中没有节点能运行项目中的任务，请另选队列或联系管理员',
  en: 'No host of this queue can hold jobs in projects. Choose another queue, or ask an administrator.',
};
const noSealedHost: LocalizedText = {
  cn: '队列中没有节点能运行封闭任务（须能限制任务看到的项目文件，并不提供网络），请另选队列或联系管理员',
  en: 'No host of this queue can hold sealed jobs, which see parts of a project and have no network. Choose another queue, or ask an administrator.',
};

/** What may run in projects there, by what its hosts tell; whether they are online does not matter. */
export function projectsOf(
  queue: Pick<QueueWithNodes, 'backend' | 'network' | 'calculations'>,
): QueueProjects {
  const isOurs = queue.backend === agentBackendName;
  const able = isOurs ? queue.calculations.filter((node) => node.takesProjectFiles) : [];
  const takesProjectFiles = able.some(({ networks }) => networks.includes(queue.network));
  const takesSealedJobs = able.some(({ networks }) => networks.includes('none'));
  return {
    takesProjectFiles,
    takesSealedJobs,
    reason: takesProjectFiles ? none : isOurs ? noHost : planned,
    sealedReason: takesSealedJobs ? none : isOurs ? noSealedHost : planned,
  };
}
