import { answerCodes, type UploadResult } from '@clusterdesk/contracts';
import { DomainError } from '../../platform/http/domain-error.js';

/** No feature has registered the space. */
export class UnknownSpaceError extends DomainError {
  constructor() {
    super('TRANSFER_UNKNOWN_SPACE', answerCodes.notFound, {
      cn: '没有这个存储空间，请从文件页面重新操作',
      en: 'There is no such space. Start again from the page of the files.',
    });
  }
}

export class UploadNotAllowedError extends DomainError {
  constructor() {
    super('TRANSFER_UPLOAD_NOT_ALLOWED', answerCodes.notAllowed, {
      cn: '您没有向此处上传的权限，请联系管理员',
      en: 'You may not upload here. Ask an administrator for the right.',
    });
  }
}

/** `field` is the wrong part of the tus metadata. */
export class InvalidUploadError extends DomainError {
  constructor(field: string) {
    super(
      'TRANSFER_INVALID_UPLOAD',
      answerCodes.invalid,
      {
        cn: `上传信息有误（${field}），请重新选择文件`,
        en: `The upload is described wrongly (${field}). Choose the file again.`,
      },
      { field },
    );
  }
}

/** The body is not the multipart form it should be. `reason` is for programmers; English. */
export class InvalidFormError extends DomainError {
  constructor(reason: string) {
    super(
      'TRANSFER_INVALID_FORM',
      answerCodes.invalid,
      {
        cn: '上传表单无法读取，请以 multipart/form-data 重新上传',
        en: 'The upload form cannot be read. Upload again, as multipart/form-data.',
      },
      { reason },
    );
  }
}

/** The connection broke before the whole form had come. */
export class UploadAbortedError extends DomainError {
  constructor() {
    super('TRANSFER_CUT_OFF', answerCodes.invalid, {
      cn: '上传中断，数据未完整到达，请重试',
      en: 'The connection broke before everything had come. Upload again.',
    });
  }
}

/** A chunk does not fit what was said about its file, now or with an earlier chunk. */
export class ChunkMismatchError extends DomainError {
  /** @param field the wrong field of the chunk form. */
  constructor(field: string, expected: number, actual: number) {
    super(
      'TRANSFER_CHUNK_MISMATCH',
      answerCodes.conflict,
      {
        cn: `分片与文件信息不符（${field}：应为 ${expected}，实为 ${actual}）；文件可能已改动，请重新选择文件上传`,
        en: `The chunk does not fit its file (${field}: ${expected} expected, ${actual} found). The file may have changed; choose it again.`,
      },
      { field, expected, actual },
    );
  }
}

/** Of the files of a form not one was placed; the reason of the first. */
export class NoFilePlacedError extends DomainError {
  constructor(files: UploadResult['files'], first: DomainError) {
    super(first.code, first.status, first.sentence, { ...first.details, files });
  }
}

/** The upload is unknown, was cancelled, has expired, or is somebody else's. */
export class UploadNotFoundError extends DomainError {
  constructor() {
    super('TRANSFER_UPLOAD_NOT_FOUND', answerCodes.notFound, {
      cn: '上传任务不存在或已过期，请重新上传',
      en: 'The upload does not exist or has expired. Upload the file again.',
    });
  }
}

/** Another call for the same upload is at work and does not end. */
export class UploadBusyError extends DomainError {
  constructor() {
    super('TRANSFER_UPLOAD_BUSY', answerCodes.locked, {
      cn: '该文件正由另一个连接上传，请稍后重试',
      en: 'Another connection is uploading this file just now. Try again in a moment.',
    });
  }
}

/** The folder that the user chose went away while the upload ran. The bytes wait. */
export class TargetFolderMissingError extends DomainError {
  constructor(dir: string) {
    super(
      'TRANSFER_TARGET_GONE',
      answerCodes.conflict,
      {
        cn: `目标文件夹“${dir}”已不存在；请重新创建该文件夹后重试，或重新上传到其他位置`,
        en: `The target folder "${dir}" is gone. Create it again and retry, or upload to another folder.`,
      },
      { dir },
    );
  }
}

/** The disk cannot hold what is to come. */
export class NoSpaceLeftError extends DomainError {
  constructor() {
    super('TRANSFER_NO_SPACE', answerCodes.unavailable, {
      cn: '服务器磁盘空间不足，请清理文件或联系管理员后重试',
      en: 'The server has too little disk space. Delete some files or ask an administrator, then try again.',
    });
  }
}

/** The account's limit leaves less than what is to come. */
export class QuotaExceededError extends DomainError {
  /** @param freeBytes what may still be added, uploads and copies under way taken off; @param bytes what was asked for. */
  constructor(freeBytes: number, bytes: number) {
    const free = sizeText(freeBytes);
    const wanted = sizeText(bytes);
    super(
      'TRANSFER_QUOTA_EXCEEDED',
      answerCodes.conflict,
      {
        cn: `空间配额不足：需要 ${wanted}，仅剩 ${free}。请清理文件或回收站，或联系管理员`,
        en: `Not enough of the quota is left: ${wanted} needed, ${free} free. Delete files, empty the trash, or ask an administrator.`,
      },
      { freeBytes, neededBytes: bytes },
    );
  }
}

/** KB, MB or GB with two decimals, as the pages show sizes (spec part 1 §5). */
function sizeText(bytes: number): string {
  const units = ['KB', 'MB', 'GB'];
  const power = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 1), 3);
  return `${(bytes / 1024 ** power).toFixed(2)} ${units[power - 1]}`;
}

export class DownloadOffError extends DomainError {
  constructor() {
    super('TRANSFER_DOWNLOAD_OFF', answerCodes.notAllowed, {
      cn: '下载权限已关闭，如需下载请联系管理员',
      en: 'Downloading is switched off. Ask an administrator if you need it.',
    });
  }
}

export class DownloadNotAllowedError extends DomainError {
  constructor() {
    super('TRANSFER_DOWNLOAD_NOT_ALLOWED', answerCodes.notAllowed, {
      cn: '您没有下载这些文件的权限，请联系管理员',
      en: 'You may not download these files. Ask an administrator for the right.',
    });
  }
}

/** The token is unknown or has expired, or its user is gone. */
export class TicketNotFoundError extends DomainError {
  constructor() {
    super('TRANSFER_TICKET_NOT_FOUND', answerCodes.notFound, {
      cn: '下载链接无效或已过期，请重新下载',
      en: 'The download link is not valid or has expired. Start the download again.',
    });
  }
}

export class PackageNotFoundError extends DomainError {
  constructor() {
    super('TRANSFER_PACKAGE_NOT_FOUND', answerCodes.notFound, {
      cn: '打包任务不存在或已过期，请重新下载',
      en: 'The package does not exist or has expired. Start the download again.',
    });
  }
}

/** Its user stopped the packing while another call waited for it. */
export class PackageCancelledError extends DomainError {
  constructor() {
    super('TRANSFER_PACKAGE_CANCELLED', answerCodes.conflict, {
      cn: '打包已取消，如需下载请重新下载',
      en: 'The packing was cancelled. Download again if you still need the files.',
    });
  }
}

/** The worker did not finish in the time a call may take. */
export class PackageTimeoutError extends DomainError {
  constructor() {
    super('TRANSFER_PACKAGE_SLOW', answerCodes.unavailable, {
      cn: '打包仍在进行，请稍后再次下载同样的文件，届时将直接使用打包结果',
      en: 'Packing is still under way. Download the same files again later; the finished package is used then.',
    });
  }
}

/** Packing went wrong; `sentence` of the cause where it is one for people. */
export class PackageFailedError extends DomainError {
  constructor(cn: string, en: string) {
    super('TRANSFER_PACKAGE_FAILED', answerCodes.unavailable, { cn, en });
  }
}
