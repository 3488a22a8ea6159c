import { answerCodes } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../platform/http/domain-error.js';

export class JobNotFoundError extends domainError('JOB_NOT_FOUND', answerCodes.notFound, {
  cn: '任务不存在，或不属于您',
  en: 'There is no such job, or it is not yours.',
}) {}

export class JobHasEndedError extends domainError('JOB_HAS_ENDED', answerCodes.conflict, {
  cn: '任务已结束，无需停止',
  en: 'The job has already ended; there is nothing to stop.',
}) {}

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
