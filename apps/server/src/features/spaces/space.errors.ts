import { answerCodes, limits, type LocalizedText } from '@clusterdesk/contracts';
import type { SpaceAction } from './space.js';
import { domainError, DomainError } from '../../platform/http/domain-error.js';

/** No feature has registered the space. */
export class UnknownSpaceError extends domainError('SPACE_UNKNOWN', answerCodes.notFound, {
  cn: '没有这个存储空间，请从文件页面重新操作',
  en: 'There is no such space. Go back to the file page and start again.',
}) {}

/** The user may not do that in this space; some spaces have more specific errors. */
export class NotAllowedInSpaceError extends DomainError {
  constructor(action: SpaceAction) {
    super(
      `SPACE_${action.toUpperCase()}_NOT_ALLOWED`,
      answerCodes.notAllowed,
      notAllowedSentences[action],
    );
  }
}

const notAllowedSentences: Record<SpaceAction, LocalizedText> = {
  view: {
    cn: '您没有查看这些文件的权限，请联系管理员',
    en: 'You may not see these files. Ask an administrator for the right.',
  },
  download: {
    cn: '您没有下载这些文件的权限，请联系管理员',
    en: 'You may not download these files. Ask an administrator for the right.',
  },
  edit: {
    cn: '您没有修改这些文件的权限，请联系管理员',
    en: 'You may not change these files. Ask an administrator for the right.',
  },
  add: {
    cn: '您没有向此处上传的权限，请联系管理员',
    en: 'You may not upload here. Ask an administrator for the right.',
  },
};

/** The version is gone, is another file's, or is being restored. */
export class VersionNotFoundError extends domainError(
  'SPACE_VERSION_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '没有这个历史版本，可能已被恢复、删除或清理；请刷新后重试',
    en: 'There is no such version. It may have been restored or deleted; look at the list again.',
  },
) {}

/** The disk has no space for the new bytes. */
export class NoSpaceLeftError extends domainError('SPACE_DISK_FULL', answerCodes.unavailable, {
  cn: '服务器磁盘空间不足，请清理文件或联系管理员后重试',
  en: 'The server has too little disk space. Delete some files or ask an administrator, then try again.',
}) {}

/** The quota of the account leaves less than what was asked for. */
export class QuotaExceededError extends DomainError {
  /**
   * @param freeBytes what may still be added, without uploads and copies under way
   * @param bytes what was asked for
   * @param isOthers the limit is not the user's: how much is left is not told
   */
  constructor(freeBytes: number, bytes: number, isOthers = false) {
    const free = sizeText(freeBytes);
    const wanted = sizeText(bytes);
    super(
      'SPACE_QUOTA_EXCEEDED',
      answerCodes.conflict,
      isOthers
        ? {
            cn: `对方的空间配额不足以接收 ${wanted}，请联系对方清理文件后重试`,
            en: `The recipient does not have enough quota for ${wanted}. Ask them to make room, then try again.`,
          }
        : {
            cn: `空间配额不足：需要 ${wanted}，仅剩 ${free}。请清理文件或回收站，或联系管理员`,
            en: `Not enough of the quota is left: ${wanted} needed, ${free} free. Delete files, empty the trash, or ask an administrator.`,
          },
      isOthers ? { neededBytes: bytes } : { freeBytes, neededBytes: bytes },
    );
  }
}

/** KB, MB or GB with two decimals, as the pages show sizes (spec part 1 §5). */
function sizeText(bytes: number): string {
  const units = ['KB', 'MB', 'GB'];
  const power = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 1), 3);
  return `${(bytes / 1024 ** power).toFixed(2)} ${units[power - 1]}`;
}

export class DownloadOffError extends domainError('SPACE_DOWNLOAD_OFF', answerCodes.notAllowed, {
  cn: '下载权限已关闭，如需下载请联系管理员',
  en: 'Download permission has been turned off. Ask an administrator if you need it.',
}) {}

/** More entries than one call looks at. */
export class SelectionTooLargeError extends domainError(
  'SPACE_SELECTION_TOO_LARGE',
  answerCodes.invalid,
  {
    cn: `所选内容超过 ${limits.selectionMaxEntries} 项，请分批选择`,
    en: `More than ${limits.selectionMaxEntries} entries are selected. Choose fewer at a time.`,
  },
  { maxEntries: limits.selectionMaxEntries },
) {}

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
export class TooManyFoldersError extends domainError(
  'DISK_TOO_MANY_FOLDERS',
  answerCodes.invalid,
  {
    cn: `一次最多创建 ${limits.foldersAtOnce} 个文件夹，请分批创建`,
    en: `At most ${limits.foldersAtOnce} folders are created at a time. Create them in several steps.`,
  },
  { max: limits.foldersAtOnce },
) {}

const maxSeconds = limits.checksumMaxMs / 1_000;

/** A file is too large, or the disk too slow, to be read within the time of a checksum. */
export class ChecksumTooLongError extends domainError(
  'DISK_CHECKSUM_TOO_LONG',
  answerCodes.invalid,
  {
    cn: `文件过大，${maxSeconds} 秒内未能算出校验值，请在文件的详情中以后台任务计算`,
    en: `The file is too large: its checksum could not be computed within ${maxSeconds} seconds. Compute it in the background, from the details of the file.`,
  },
  { maxSeconds },
) {}

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
