import { answerCodes, type LocalizedText } from '@clusterdesk/contracts';
import { DomainError } from '../../platform/http/domain-error.js';

export const jobNotFound = (): DomainError =>
  new DomainError('JOB_NOT_FOUND', answerCodes.notFound, {
    cn: '任务不存在，或不属于您',
    en: 'There is no such job, or it is not yours',
  });

export const jobHasEnded = (): DomainError =>
  new DomainError('JOB_HAS_ENDED', answerCodes.conflict, {
    cn: '任务已结束，无需停止',
    en: 'The job has already ended; there is nothing to stop',
  });

export const queueNotFound = (): DomainError =>
  new DomainError('JOB_QUEUE_NOT_FOUND', answerCodes.notFound, {
    cn: '队列不存在，或您不能向它提交任务，请另选队列',
    en: 'There is no such queue, or you may not submit to it. Choose another',
  });

export const tooManyCpus = (mostCpus: number): DomainError =>
  new DomainError(
    'JOB_TOO_MANY_CPUS',
    answerCodes.invalid,
    {
      cn: `该队列单个节点最多 ${mostCpus} 核，请减少核数或另选队列`,
      en: `A node of this queue gives at most ${mostCpus} CPUs. Ask for fewer, or choose another queue`,
    },
    { mostCpus },
  );

export const scriptNotText = (): DomainError =>
  new DomainError('JOB_SCRIPT_NOT_TEXT', answerCodes.invalid, {
    cn: '脚本须为不超过 1 MB 的 UTF-8 文本文件，请另选文件',
    en: 'A script must be a UTF-8 text file of at most 1 MB. Choose another file',
  });

/** Why a job waits or ended, by the code kept in its row. */
export const jobReasons: Record<string, LocalizedText> = {
  AGENT_JOBS_NOT_ALLOWED: {
    cn: '节点设置为不运行任务，请联系管理员或另选队列',
    en: 'This node is set not to run jobs. Ask an administrator, or choose another queue',
  },
  AGENT_JOBS_UNCONFINED: {
    cn: '节点无法隔离任务，因此不予运行，请联系管理员',
    en: 'The node has no way to confine jobs, so it runs none. Ask an administrator',
  },
  AGENT_FOLDER_REFUSED: {
    cn: '工作目录不存在，或指向了您的文件夹之外，请检查后重新提交',
    en: 'The work folder does not exist or leads out of your folder. Check it and submit again',
  },
  AGENT_ACCOUNT_UNKNOWN: {
    cn: '节点上没有运行任务的账号，请联系管理员',
    en: 'The node has no account to run the job as. Ask an administrator',
  },
  AGENT_REFUSED: {
    cn: '节点拒绝运行该任务，请联系管理员查看节点设置',
    en: "The node refused the job. Ask an administrator to look at the node's settings",
  },
  NODE_LOST_JOB: {
    cn: '节点重启或停机，任务已丢失，请重新提交',
    en: 'The node went down and the job was lost. Submit it again',
  },
  NODE_GONE: {
    cn: '节点长时间失去联系，任务按失败处理，请重新提交',
    en: 'The node has been out of reach for too long. Submit the job again',
  },
  WAITS_FOR_NODE: {
    cn: '队列中没有可用的在线节点，任务将在节点恢复后自动运行',
    en: 'No node of the queue is online; the job starts by itself when one is back',
  },
  WAITS_FOR_CPUS: {
    cn: '正在等待空闲的 CPU',
    en: 'Waiting for free CPUs',
  },
};

/** An agent's refusal is `CODE: its own words for the operator`; the code is what we keep. */
export function reasonOfRefusal(words: string | undefined): string {
  const code = words?.split(':')[0] ?? '';
  return code in jobReasons ? code : 'AGENT_REFUSED';
}

/** The sentence of a kept code; an unknown one says nothing. */
export function reasonSentence(reason: string): LocalizedText {
  return jobReasons[reason] ?? { cn: '', en: '' };
}
