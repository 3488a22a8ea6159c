import { answerCodes, limits } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

/** For who manages queues: there is none of this id. Who may only submit gets `QueueNotFoundError`. */
export class QueueGoneError extends domainError('QUEUE_NOT_FOUND', answerCodes.notFound, {
  cn: '队列不存在或已被删除，请刷新列表',
  en: 'This queue does not exist, or it was deleted. Reload the list.',
}) {}

export class QueueNameTakenError extends domainError('QUEUE_NAME_TAKEN', answerCodes.conflict, {
  cn: '已有同名队列，请换一个名称',
  en: 'Another queue has this name. Choose another name.',
}) {}

export class QueueNeedsNodeError extends domainError('QUEUE_NEEDS_NODE', answerCodes.invalid, {
  cn: '队列至少需要一个计算节点',
  en: 'A queue needs at least one compute node.',
}) {}

/** A node that is to be in the queue is no compute node, or was deleted. */
export class QueueNodeUnknownError extends domainError('QUEUE_NODE_UNKNOWN', answerCodes.invalid, {
  cn: '所选节点中有的已被删除，或不是计算节点，请刷新后重新选择',
  en: 'One of the selected hosts was deleted, or is no compute node. Reload the page and choose again.',
}) {}

/** The queue would use more of a node than the node has; `cpus` are there. */
export class QueueNodeTooSmallError extends DomainError {
  constructor(nodeName: string, cpus: number) {
    super(
      'QUEUE_NODE_TOO_SMALL',
      answerCodes.invalid,
      {
        cn: `节点 ${nodeName} 只有 ${cpus} 个 CPU，请减少分配的核数`,
        en: `The host ${nodeName} has only ${cpus} CPUs. Let the queue use fewer.`,
      },
      { cpus },
    );
  }
}

export class QueueProjectUnknownError extends domainError(
  'QUEUE_PROJECT_UNKNOWN',
  answerCodes.invalid,
  {
    cn: '所选项目中有的已被删除，请刷新后重新选择',
    en: 'One of the selected projects no longer exists. Reload the page and choose again.',
  },
) {}

export class QueueUserUnknownError extends domainError('QUEUE_USER_UNKNOWN', answerCodes.invalid, {
  cn: '所选用户中有人已被删除，请刷新后重新选择',
  en: 'One of the selected users no longer exists. Reload the page and choose again.',
}) {}

/** Together with what others added, the queue would have more nodes, or name more projects or users, than it can. */
export class QueueFullError extends domainError('QUEUE_FULL', answerCodes.conflict, {
  cn: `一个队列最多可有 ${limits.queueMaxNodes} 个节点、${limits.queueMaxMembers} 个项目和 ${limits.queueMaxMembers} 个用户`,
  en: `A queue has at most ${limits.queueMaxNodes} nodes, ${limits.queueMaxMembers} projects and ${limits.queueMaxMembers} users.`,
}) {}

/** The usual time limit of a queue would exceed its longest one; `maxMinutes` are possible. */
export class UsualTimeTooLongError extends DomainError {
  constructor(maxMinutes: number) {
    super(
      'JOB_USUAL_TIME_TOO_LONG',
      answerCodes.invalid,
      {
        cn: `该队列的任务最长运行 ${maxMinutes} 分钟，默认时限不能超过它`,
        en: `A job of this queue runs for at most ${maxMinutes} minutes; the usual time limit cannot exceed that.`,
      },
      { maxMinutes },
    );
  }
}

/** So many of its jobs wait or run, and nobody said that they are to be cancelled. */
export class QueueHasJobsError extends DomainError {
  constructor(jobs: number) {
    super(
      'QUEUE_HAS_JOBS',
      answerCodes.conflict,
      {
        cn: `该队列还有 ${jobs} 个任务在排队或运行，请等待其结束，或选择同时取消这些任务`,
        en: `${jobs} jobs of this queue wait or run. Let them end, or choose to cancel them with the queue.`,
      },
      { jobs },
    );
  }
}

/** The platform is not configured for Slurm. */
export class QueueSlurmOffError extends domainError('QUEUE_SLURM_OFF', answerCodes.conflict, {
  cn: '平台未启用 Slurm，请先设置 SLURM_SHARED_DIR，或改用计算节点',
  en: 'Slurm is not configured on this platform. Set SLURM_SHARED_DIR first, or use compute nodes.',
}) {}
