import type { LocalizedText, RefusalOf } from '@clusterdesk/contracts';
import { nodeFaults, type NodeFaultCode } from '../../cluster/draining/node-faults.js';
import { slurmReasons } from './slurm-reasons.js';

/** A job's own faults that agents refuse it for. The compiler requires a sentence for each. */
const jobFaults: Record<Exclude<RefusalOf<'job'>, NodeFaultCode>, LocalizedText> = {
  AGENT_JOB_INVALID: {
    cn: '任务的内容无法在节点上执行，请检查脚本和任务名称后重新提交',
    en: 'The node cannot run the job as it is written. Check its script and name, and submit it again.',
  },
  AGENT_JOB_OUTDATED: {
    cn: '节点已收到该任务的更新版本，本次未运行，请重新提交',
    en: 'The node knows a later attempt of this job, so it did not run. Submit it again.',
  },
  AGENT_FOLDER_REFUSED: {
    cn: '工作目录指向了您的文件夹之外，请检查后重新提交',
    en: 'The work folder leads out of your folder. Check it and submit again.',
  },
  AGENT_WORK_DIR_MISSING: {
    cn: '工作目录不存在，请检查后重新提交',
    en: 'The work folder does not exist. Check it and submit again.',
  },
  AGENT_PROJECT_ENTRY_MISSING: {
    cn: '任务所需的项目文件已不存在，请检查后重新提交',
    en: 'An entry of the project that the job needs is not there any more. Check it and submit again.',
  },
  AGENT_ACCOUNT_UNKNOWN: {
    cn: '节点上没有运行任务的账号，请联系管理员',
    en: 'The node has no account to run the job as. Ask an administrator.',
  },
};

/** Why a job waits or ended, by the code in its row. */
export const jobReasons = {
  ...nodeFaults,
  ...jobFaults,
  ...slurmReasons,
  NODE_LOST_JOB: {
    cn: '节点重启或停机，任务已丢失，请重新提交',
    en: 'The node went down and the job was lost. Submit it again.',
  },
  NODE_GONE: {
    cn: '节点长时间失去联系，任务按失败处理，请重新提交',
    en: 'The node has been out of reach for too long. Submit the job again.',
  },
  NODE_DELETED: {
    cn: '管理员删除了运行该任务的节点，请重新提交',
    en: 'An administrator removed the node of this job. Submit it again.',
  },
  BACKUP_RESTORED: {
    cn: '平台恢复到了一份备份，当时未结束的任务已无法继续，请重新提交',
    en: 'The platform was restored from a backup that was taken before the job had ended. Submit it again.',
  },
  QUEUE_DELETED: {
    cn: '管理员删除了该任务的队列，请另选队列重新提交',
    en: 'An administrator removed the queue of this job. Choose another and submit it again.',
  },
  OWNER_MAY_NOT_RUN: {
    cn: '提交者已无权运行任务，任务被取消；如有疑问请联系管理员',
    en: 'Its owner may no longer run jobs, so it was cancelled. Ask an administrator if that is wrong.',
  },
  PROJECT_ACCESS_ENDED: {
    cn: '提交者已不能使用任务所用的项目文件，或该项目已删除，任务被停止；请联系项目管理员，或另选文件后重新提交',
    en: 'Its owner may no longer use all that the job was given of the project, or the project was deleted, so the job was stopped. Ask the administrator of the project, or submit it again with other files.',
  },
  HELD_BY_OWNER: {
    cn: '任务已由提交者暂挂，释放后继续排队',
    en: 'Its owner holds the job. It waits for its place again once it is released.',
  },
  HELD_BY_ADMINISTRATOR: {
    cn: '任务已由管理员暂挂，需由管理员释放后才会继续排队',
    en: 'An administrator holds the job, and only an administrator can release it.',
  },
  QUEUE_ACCESS_ENDED: {
    cn: '提交者已不能使用该队列，任务暂挂；重新获得队列的使用权后会自动继续排队，请联系管理员',
    en: 'Its owner may no longer submit to the queue, so the job is held. It is released by itself when the owner may again. Ask an administrator.',
  },
  IS_ARRAY: {
    cn: '',
    en: '',
  },
  WAITS_FOR_TURN: {
    cn: '数组同时运行的任务数已达上限，前面的任务结束后自动开始',
    en: 'As many jobs of its array run as may at once. It starts by itself when one of them has ended.',
  },
  WAITS_FOR_JOBS: {
    cn: '正在等待它所依赖的任务成功结束',
    en: 'It waits until the jobs it depends on have succeeded.',
  },
  AFTER_JOB_FAILED: {
    cn: '它所依赖的任务没有成功，任务被取消；请处理后重新提交',
    en: 'A job that it depends on did not succeed, so it was cancelled. See to that job and submit this one again.',
  },
  OUT_OF_MEMORY: {
    cn: '任务使用的内存超过了允许的上限，已被结束；请减少内存用量，或申请更多 CPU（内存通常随之增加）后重新提交',
    en: 'The job needed more memory than it may have and was ended. Make it use less, or ask for more CPUs, which usually bring more memory, and submit it again.',
  },
  FILLED_DISK: {
    cn: '存储空间即将用尽，而您的任务在此期间写入最多，已被结束；请清理文件（包括回收站）或联系管理员，然后重新提交',
    en: 'The disk was nearly full and your jobs had written most to it lately, so the job was ended. Delete files (the trash, too) or ask an administrator, and submit it again.',
  },
  HOME_UNUSABLE: {
    cn: '您的文件夹无法使用，请检查其权限或联系管理员，然后重新提交',
    en: 'Your folder cannot be used. Check its permissions or ask an administrator, and submit again.',
  },
  PLATFORM_FAULT: {
    cn: '平台暂时无法准备该任务，将自动重试；如持续出现请联系管理员',
    en: 'The platform cannot prepare the job at the moment and tries again by itself. If this lasts, tell an administrator.',
  },
} as const satisfies Record<string, LocalizedText>;

/** A code in a job's row. */
export type JobReason = keyof typeof jobReasons;

/** Held until somebody does something about it. */
const heldByPeople = ['HELD_BY_OWNER', 'HELD_BY_ADMINISTRATOR', 'QUEUE_ACCESS_ENDED'] as const;

/** Why a job that waits is in no plan. `IS_ARRAY`: only its elements are planned. */
export type HeldReason =
  | (typeof heldByPeople)[number]
  | Extract<JobReason, 'IS_ARRAY' | 'WAITS_FOR_TURN' | 'WAITS_FOR_JOBS'>;

/** Whether a job is held by somebody, or by the end of somebody's access; any other goes on by itself. */
export function isHeldByPeople(reason: HeldReason | null): boolean {
  return heldByPeople.some((one) => one === reason);
}

function isJobReason(code: string): code is JobReason {
  return Object.hasOwn(jobReasons, code);
}

/** The sentence for a stored code; empty for an unknown one. */
export function reasonSentence(reason: string): LocalizedText {
  return isJobReason(reason) ? jobReasons[reason] : { cn: '', en: '' };
}
