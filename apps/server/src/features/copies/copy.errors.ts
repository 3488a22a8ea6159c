import { answerCodes } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../platform/http/domain-error.js';
import type { CopyTaskEntity } from './copy-task.entity.js';

/** A folder cannot be copied below itself. */
export class CopyIntoItselfError extends domainError('COPY_INTO_ITSELF', answerCodes.invalid, {
  cn: '不能把文件夹复制到它自身之内，请选择其他位置',
  en: 'A folder cannot be copied into itself. Choose another place.',
}) {}

/** Two of the selected entries would have the same name. */
export class SameNameTwiceError extends DomainError {
  constructor(name: string) {
    super(
      'COPY_SAME_NAME_TWICE',
      answerCodes.conflict,
      {
        cn: `所选内容中有多个「${name}」，不能放入同一文件夹；请分开操作，或选择保留两者`,
        en: `Several of the chosen entries are called "${name}" and cannot be in one folder. Choose them one by one, or keep both.`,
      },
      { name },
    );
  }
}

/** Overwriting would replace the folder that contains the entry itself. */
export class ReplacesItsFolderError extends DomainError {
  constructor(name: string) {
    super(
      'COPY_REPLACES_ITS_FOLDER',
      answerCodes.conflict,
      {
        cn: `「${name}」是所选内容所在的文件夹，不能被其覆盖；请换一个位置，或选择保留两者`,
        en: `"${name}" is the folder that the chosen entry lies in and cannot be replaced by it. Choose another place, or keep both.`,
      },
      { name },
    );
  }
}

/** The user has reached the limit of waiting and running tasks. */
export class TooManyCopiesError extends DomainError {
  constructor(max: number) {
    super(
      'COPY_TOO_MANY',
      answerCodes.conflict,
      {
        cn: `最多同时进行 ${max} 个复制、解压等任务，请等待其中一个完成或取消后再试`,
        en: `At most ${max} copies and other tasks are under way at a time. Wait for one to finish, or cancel one.`,
      },
      { max },
    );
  }
}

/** The task is unknown, ended long ago, or belongs to another user. */
export class CopyNotFoundError extends domainError('COPY_NOT_FOUND', answerCodes.notFound, {
  cn: '任务不存在或早已结束，请刷新文件夹查看结果',
  en: 'The task does not exist or ended long ago. Refresh the folder to see what is there.',
}) {}

/** Only what failed can be begun anew. */
export class CopyNotFailedError extends domainError('COPY_NOT_FAILED', answerCodes.conflict, {
  cn: '该任务没有失败，或已全部完成，无需重试；请刷新文件夹查看结果',
  en: 'The task did not fail, or all of it is done. Refresh the folder to see what is there.',
}) {}

/** The copy was cancelled while another call waited for it. */
export class CopyCancelledError extends domainError('COPY_CANCELLED', answerCodes.conflict, {
  cn: '复制已取消，已完成的项目仍保留在目标文件夹中',
  en: 'The copy was cancelled. Entries that were finished stay in the target folder.',
}) {}

/** The worker did not finish within the time limit of a call. */
export class CopyTimeoutError extends domainError('COPY_SLOW', answerCodes.unavailable, {
  cn: '复制仍在后台进行，请稍后刷新目标文件夹',
  en: 'The copy is still under way. Refresh the target folder later.',
}) {}

/** Copying failed; the sentence says why. A refusal keeps its own code and status, such as a conflict for a taken name. */
export class CopyFailedError extends DomainError {
  constructor({
    message,
    errorCode,
    errorStatus,
  }: Pick<CopyTaskEntity, 'message' | 'errorCode' | 'errorStatus'>) {
    super(
      errorCode ?? 'COPY_FAILED',
      errorStatus ?? answerCodes.unavailable,
      message ?? { cn: '复制失败，请重试', en: 'Copying failed. Try again.' },
    );
  }
}

/** Some entries were moved before one could not be; `failed` are those that stayed. */
export class PartlyMovedError extends DomainError {
  constructor(moved: readonly string[], failed: readonly string[], first: DomainError) {
    super(
      'COPY_PARTLY_MOVED',
      first.status,
      {
        cn: `已移动 ${moved.length} 项，其余 ${failed.length} 项未移动：${first.sentence.cn}`,
        en: `${moved.length} were moved, ${failed.length} were not: ${first.sentence.en}`,
      },
      { moved, failed },
    );
  }
}

/** Some entries of a task were not dealt with; `first` says why the first was not, null if a run before this one was told. */
export class EntriesRefusedError extends DomainError {
  constructor(refused: number, first: DomainError | null) {
    const why = first?.sentence ?? { cn: '请重试以查看原因', en: 'Try again to see why.' };
    super(first?.code ?? 'TASK_ENTRIES_REFUSED', first?.status ?? answerCodes.conflict, {
      cn: `有 ${refused} 项未能处理，其余已完成：${why.cn}`,
      en: `${refused} could not be dealt with, all others were: ${why.en}`,
    });
  }
}

/** Another run holds the copy, or none: this run stops silently. Never leaves the worker. */
export class LeaseLostError extends Error {}
