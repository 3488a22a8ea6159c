import { answerCodes, type LocalizedText } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../platform/http/domain-error.js';

/** The token is unknown or has expired, or its user is gone. */
export class TicketNotFoundError extends domainError(
  'DOWNLOAD_TICKET_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '下载链接无效或已过期，请重新下载',
    en: 'The download link is not valid or has expired. Start the download again.',
  },
) {}

export class PackageNotFoundError extends domainError(
  'DOWNLOAD_PACKAGE_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '打包任务不存在或已过期，请重新下载',
    en: 'The package does not exist or has expired. Start the download again.',
  },
) {}

/** The user cancelled the packing while another call waited for it. */
export class PackageCancelledError extends domainError(
  'DOWNLOAD_PACKAGE_CANCELLED',
  answerCodes.conflict,
  {
    cn: '打包已取消，如需下载请重新下载',
    en: 'The packing was cancelled. Download again if you still need the files.',
  },
) {}

/** The worker did not finish within the time limit of a call. */
export class PackageTimeoutError extends domainError(
  'DOWNLOAD_PACKAGE_SLOW',
  answerCodes.unavailable,
  {
    cn: '打包仍在进行，请稍后再次下载同样的文件，届时将直接使用打包结果',
    en: 'Packing is still under way. Download the same files again later; the finished package is used then.',
  },
) {}

/** The message of a package that failed for an internal reason. */
export const packingFailed: LocalizedText = {
  cn: '打包失败，请稍后重试；若仍失败，请联系管理员',
  en: 'Packing failed. Try again later. If the problem persists, tell an administrator.',
};

/** Packing went wrong. */
export class PackageFailedError extends DomainError {
  constructor(message: LocalizedText | null) {
    super('DOWNLOAD_PACKAGE_FAILED', answerCodes.unavailable, message ?? packingFailed);
  }
}

/** The file is no longer the one that the ticket or the package was created for. */
export class ContentChangedError extends DomainError {
  constructor(path: string) {
    super(
      'DOWNLOAD_CONTENT_CHANGED',
      answerCodes.conflict,
      {
        cn: '文件内容已发生变化，不能再按原内容下载；请重新申请或重新下载',
        en: 'The file has changed since this download was granted. Apply for it again, or start the download again.',
      },
      { path },
    );
  }
}

/** The user has as many packages waiting or being built as are allowed at a time. */
export class TooManyPackagesError extends DomainError {
  constructor(max: number) {
    super(
      'DOWNLOAD_TOO_MANY_PACKAGES',
      answerCodes.conflict,
      {
        cn: `最多同时打包 ${max} 个下载任务，请等待其中一个完成或取消后再试`,
        en: `At most ${max} downloads are packed at a time. Wait for one to finish, or cancel one.`,
      },
      { max },
    );
  }
}

/** The package would exceed the total size allowed for one user's packages. */
export class PackageTooLargeError extends DomainError {
  constructor(bytes: number, maxBytes: number) {
    super(
      'DOWNLOAD_PACKAGE_TOO_LARGE',
      answerCodes.conflict,
      {
        cn: '所选内容超过打包下载的总量上限，请分批下载，或取消正在打包的任务',
        en: 'The selection exceeds what can be packed for one user at a time. Download less at a time, or cancel a download that is being packed.',
      },
      { bytes, maxBytes },
    );
  }
}
