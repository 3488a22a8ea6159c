import { answerCodes, limits } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../platform/http/domain-error.js';

export class JobNotFoundError extends domainError('JOB_NOT_FOUND', answerCodes.notFound, {
  cn: '任务不存在，或不属于您',
  en: 'There is no such job, or it is not yours.',
}) {}

export class JobHasEndedError extends domainError('JOB_HAS_ENDED', answerCodes.conflict, {
  cn: '任务已结束，无需停止',
  en: 'The job has already ended; there is nothing to stop.',
}) {}

/** It has its place, or has ended: holding it would change nothing. */
export class JobNotWaitingError extends domainError('JOB_NOT_WAITING', answerCodes.conflict, {
  cn: '任务已不在排队，无法暂挂；如不需要，可将其停止',
  en: 'The job does not wait any more, so it cannot be held. Stop it if it is not wanted.',
}) {}

export class JobNotHeldError extends domainError('JOB_NOT_HELD', answerCodes.conflict, {
  cn: '任务未被暂挂，无需释放',
  en: 'The job is not held; there is nothing to release.',
}) {}

export class HeldByAdministratorError extends domainError(
  'JOB_HELD_BY_ADMINISTRATOR',
  answerCodes.notAllowed,
  {
    cn: '任务由管理员暂挂，请联系管理员释放',
    en: 'An administrator holds this job. Ask an administrator to release it.',
  },
) {}

/** It is released when its owner may submit to the queue again, by nobody's call. */
export class QueueAccessEndedError extends domainError(
  'JOB_QUEUE_ACCESS_ENDED',
  answerCodes.notAllowed,
  {
    cn: '提交者已不能使用该队列；重新获得队列的使用权后任务会自动释放，请联系管理员',
    en: 'Its owner may no longer submit to this queue. The job is released by itself when the owner may again; ask an administrator.',
  },
) {}

/** Its output was deleted by the retention. */
export class OutputRemovedError extends domainError('JOB_OUTPUT_REMOVED', answerCodes.notFound, {
  cn: '任务的日志已超过保存期限或保存容量并被清理，无法下载',
  en: 'The log of this job has been deleted because it was too old or because your logs exceeded the storage limit.',
}) {}

export class QueueNotFoundError extends domainError('JOB_QUEUE_NOT_FOUND', answerCodes.notFound, {
  cn: '队列不存在，或您不能向它提交任务，请另选队列',
  en: 'There is no such queue, or you may not submit to it. Choose another.',
}) {}

/** More CPUs requested than any node of the queue gives; `mostCpus` are possible. */
export class TooManyCpusError extends DomainError {
  constructor(mostCpus: number) {
    super(
      'JOB_TOO_MANY_CPUS',
      answerCodes.invalid,
      {
        cn: `该队列单个节点最多 ${mostCpus} 核，请减少核数或另选队列`,
        en: `A node of this queue gives at most ${mostCpus} CPUs. Ask for fewer, or choose another queue.`,
      },
      { mostCpus },
    );
  }
}

/** More memory requested than any node of the queue that has so many CPUs gives; `mostMemoryMb` MiB are possible. */
export class TooMuchMemoryError extends DomainError {
  constructor(mostMemoryMb: number) {
    super(
      'JOB_TOO_MUCH_MEMORY',
      answerCodes.invalid,
      {
        cn: `该队列中核数足够的节点最多可给任务 ${mostMemoryMb} MiB 内存，请减少内存或另选队列`,
        en: `A node of this queue with enough CPUs gives a job at most ${mostMemoryMb} MiB of memory. Ask for less, or choose another queue.`,
      },
      { mostMemoryMb },
    );
  }
}

/** More time requested than a job of the queue may have; `maxMinutes` are possible. */
export class TooLongError extends DomainError {
  constructor(maxMinutes: number) {
    super(
      'JOB_TOO_LONG',
      answerCodes.invalid,
      {
        cn: `该队列的任务最长运行 ${maxMinutes} 分钟，请缩短时限或另选队列`,
        en: `A job of this queue runs for at most ${maxMinutes} minutes. Ask for less, or choose another queue.`,
      },
      { maxMinutes },
    );
  }
}

/** `maxWaiting` of the user's jobs are waiting already. */
export class TooManyWaitingError extends DomainError {
  constructor(maxWaiting: number) {
    super(
      'JOB_TOO_MANY_WAITING',
      answerCodes.tooMany,
      {
        cn: `您最多可有 ${maxWaiting} 个任务排队，请等其中一些开始后再提交`,
        en: `At most ${maxWaiting} of your jobs may wait at once. Submit again when some of them have started.`,
      },
      { maxWaiting },
    );
  }
}

export class ScriptNotTextError extends domainError('JOB_SCRIPT_NOT_TEXT', answerCodes.invalid, {
  cn: '脚本须为不超过 1 MB 的 UTF-8 文本文件。请在编辑器中另存为 UTF-8 编码后再上传，或另选文件',
  en: 'A script must be a UTF-8 text file of at most 1 MB. Save it in UTF-8 and upload it again, or choose another file.',
}) {}

/** Only system administrators may request everyone's jobs. */
export class OthersJobsError extends domainError('JOB_NOT_OWN', answerCodes.notAllowed, {
  cn: '只有系统管理员可以查看所有人的任务',
  en: "Only a system administrator sees everyone's jobs.",
}) {}

export class SavedScriptNotFoundError extends domainError(
  'JOB_SAVED_SCRIPT_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '该脚本不存在，或不属于您',
    en: 'There is no such saved script, or it is not yours.',
  },
) {}

export class TooManySavedScriptsError extends domainError(
  'JOB_TOO_MANY_SAVED_SCRIPTS',
  answerCodes.tooMany,
  {
    cn: `最多可保存 ${limits.savedScriptsMax} 个脚本，请先删除不再需要的脚本`,
    en: `At most ${limits.savedScriptsMax} scripts can be saved. Delete some that are not needed any more.`,
  },
) {}

/** A script is shared with a queue by those who manage queues. */
export class ScriptSharingError extends domainError('JOB_SCRIPT_SHARING', answerCodes.notAllowed, {
  cn: '只有队列管理员可以把脚本共享给队列',
  en: 'Only those who manage queues share a script with one.',
}) {}

/** Somebody else's job is not run again: it would run with the rights of whoever asks. */
export class NotOwnJobError extends domainError('JOB_RERUN_NOT_OWN', answerCodes.notAllowed, {
  cn: '只能重新运行自己的任务；请检查脚本后自行提交',
  en: 'Only your own jobs can be run again. Check the script and submit it yourself.',
}) {}

export class AfterJobUnknownError extends domainError('JOB_AFTER_UNKNOWN', answerCodes.invalid, {
  cn: '所依赖的任务不存在，或不属于您，请重新选择',
  en: 'A job that it is to wait for does not exist, or is not yours. Choose again.',
}) {}

export class AfterJobFailedError extends domainError('JOB_AFTER_FAILED', answerCodes.conflict, {
  cn: '所依赖的任务没有成功，该任务永远不会开始；请先重新运行它',
  en: 'A job that it is to wait for has not succeeded, so it would never start. Run that job again first.',
}) {}
