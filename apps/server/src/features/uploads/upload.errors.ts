import { answerCodes, type UploadResult } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../platform/http/domain-error.js';

/** `field`: the invalid part of the tus metadata. */
export class InvalidUploadError extends DomainError {
  constructor(field: string) {
    super(
      'UPLOAD_INVALID',
      answerCodes.invalid,
      {
        cn: `上传信息有误（${field}），请重新选择文件`,
        en: `The upload request is invalid (${field}). Choose the file again.`,
      },
      { field },
    );
  }
}

/** The body is not a valid multipart form. `reason`: English, for programmers. */
export class InvalidFormError extends DomainError {
  constructor(reason: string) {
    super(
      'UPLOAD_FORM_INVALID',
      answerCodes.invalid,
      {
        cn: '上传表单无法读取，请以 multipart/form-data 重新上传',
        en: 'The upload form cannot be read. Upload again, as multipart/form-data.',
      },
      { reason },
    );
  }
}

/** Until a form names its target, its files count against the sender's own disk, which has no room for them. */
export class FieldsFirstError extends domainError('UPLOAD_FIELDS_FIRST', answerCodes.conflict, {
  cn: '个人空间的剩余配额不足以暂存该文件；请在表单中把 projectId 和 dir 放在文件之前发送，或先清理个人空间',
  en: 'Your own disk has no room for the file while it is unknown where it goes. Send the fields projectId and dir before the files, or make room on your disk.',
}) {}

/** The storage refused to keep what it had taken. Nothing of the upload is used. */
export class UploadNotKeptError extends domainError('UPLOAD_NOT_KEPT', answerCodes.unavailable, {
  cn: '存储未能保存该文件，请稍后重新上传；若仍出现，请联系管理员',
  en: 'The storage did not keep the file. Upload it again later. If the problem persists, tell an administrator.',
}) {}

/** The connection broke before the whole form was received. */
export class UploadAbortedError extends domainError('UPLOAD_ABORTED', answerCodes.invalid, {
  cn: '上传中断，数据未完整到达，请重试',
  en: 'The connection was lost before the upload was complete. Upload again.',
}) {}

/** A chunk contradicts its own fields or those of an earlier chunk of the file. */
export class ChunkMismatchError extends DomainError {
  /** @param field the contradictory field of the chunk form. */
  constructor(field: string, expected: number, actual: number) {
    super(
      'UPLOAD_CHUNK_MISMATCH',
      answerCodes.conflict,
      {
        cn: `分片与文件信息不符（${field}：应为 ${expected}，实为 ${actual}）；文件可能已改动，请重新选择文件上传`,
        en: `The chunk does not fit its file (${field}: ${expected} expected, ${actual} found). The file may have changed; choose it again.`,
      },
      { field, expected, actual },
    );
  }
}

/** None of a form's files was placed; has the reason for the first. */
export class NoFilePlacedError extends DomainError {
  constructor(files: UploadResult['files'], first: DomainError) {
    super(first.code, first.status, first.sentence, { ...first.details, files });
  }
}

/** The upload is unknown, was cancelled, has expired, or belongs to another user. */
export class UploadNotFoundError extends domainError('UPLOAD_NOT_FOUND', answerCodes.notFound, {
  cn: '上传任务不存在或已过期，请重新上传',
  en: 'The upload does not exist or has expired. Upload the file again.',
}) {}

/** The user has reached the limit of unfinished uploads. */
export class TooManyUploadsError extends DomainError {
  constructor(max: number) {
    super(
      'UPLOAD_TOO_MANY',
      answerCodes.conflict,
      {
        cn: `未完成的上传已达 ${max} 个，请先完成或取消其中一些；未继续的上传一天后自动清除`,
        en: `${max} uploads are unfinished. Finish or cancel some; uploads that are not continued are removed after a day.`,
      },
      { max },
    );
  }
}

/** The ticket of a visitor is unknown, too old, or its drop box is closed: one answer for all. */
export class VisitorTicketOverError extends domainError(
  'UPLOAD_TICKET_OVER',
  answerCodes.notSignedIn,
  {
    cn: '此收集文件夹已关闭或页面已过期，请重新打开收到的链接',
    en: 'This drop box is closed, or the page has expired. Open the link you received again.',
  },
) {}

/** Another call for the same upload is running and does not end. */
export class UploadBusyError extends domainError('UPLOAD_BUSY', answerCodes.locked, {
  cn: '该文件正由另一个连接上传，请稍后重试',
  en: 'Another connection is uploading this file just now. Try again in a moment.',
}) {}

/** The folder that the user chose was removed while the upload ran. The bytes are kept. */
export class TargetFolderMissingError extends DomainError {
  constructor(dir: string) {
    super(
      'UPLOAD_TARGET_MISSING',
      answerCodes.conflict,
      {
        cn: `目标文件夹「${dir}」已不存在；请重新创建该文件夹后重试，或重新上传到其他位置`,
        en: `The target folder "${dir}" is gone. Create it again and retry, or upload to another folder.`,
      },
      { dir },
    );
  }
}
