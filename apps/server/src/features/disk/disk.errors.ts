import { answerCodes } from '@clusterdesk/contracts';
import { DomainError } from '../../platform/http/domain-error.js';

/** Some entries of a list were moved to the trash, `failed` were not. */
export class PartlyRemovedError extends DomainError {
  constructor(failed: readonly string[], first: DomainError) {
    super(
      'DISK_PARTLY_REMOVED',
      first.status,
      {
        cn: `有 ${failed.length} 项未能删除，其余已删除：${first.sentence.cn}`,
        en: `${failed.length} entries could not be deleted, the others were: ${first.sentence.en}`,
      },
      { failed },
    );
  }
}

/** One call would make more folders than one call may. */
export class TooManyFoldersError extends DomainError {
  constructor(max: number) {
    super(
      'DISK_TOO_MANY_FOLDERS',
      answerCodes.invalid,
      {
        cn: `一次最多创建 ${max} 个文件夹，请分批创建`,
        en: `At most ${max} folders are created at a time. Create them in several steps.`,
      },
      { max },
    );
  }
}

/** A file is too large, or the disk too slow, to be read within the time of a checksum. */
export class ChecksumTooLongError extends DomainError {
  constructor(maxSeconds: number) {
    super(
      'DISK_CHECKSUM_TOO_LONG',
      answerCodes.invalid,
      {
        cn: `文件过大，${maxSeconds} 秒内未能算出校验值，请下载后自行计算`,
        en: `The file is too large: its checksum could not be made within ${maxSeconds} seconds. Download it and make it there.`,
      },
      { maxSeconds },
    );
  }
}

/** The user's name cannot name a folder; such users come only from outside the platform. */
export class NoHomeError extends DomainError {
  constructor() {
    super('DISK_NO_HOME', answerCodes.notAllowed, {
      cn: '该用户名不能用作文件夹名称，请联系管理员更改用户名',
      en: 'This user name cannot name a folder. Ask an administrator to change it.',
    });
  }
}

/** Some entries of the trash were restored or removed, `failed` (ids) were not. */
export class TrashPartlyDoneError extends DomainError {
  constructor(failed: readonly string[], first: DomainError) {
    super(
      'TRASH_PARTLY_DONE',
      first.status,
      {
        cn: `有 ${failed.length} 项未能处理，其余已完成：${first.sentence.cn}`,
        en: `${failed.length} entries could not be handled, the others were: ${first.sentence.en}`,
      },
      { failed },
    );
  }
}

/** The operator has put up no such client, or no longer. */
export class ClientToolNotFoundError extends DomainError {
  constructor() {
    super('CLIENT_TOOL_NOT_FOUND', answerCodes.notFound, {
      cn: '该客户端已不再提供，请刷新列表后重新选择',
      en: 'This client is no longer offered. Refresh the list and choose again.',
    });
  }
}
