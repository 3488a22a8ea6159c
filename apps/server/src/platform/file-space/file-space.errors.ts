import { constants } from 'node:os';
import { answerCodes, type LocalizedText } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../http/domain-error.js';

/** The class of an error about what has a name, which answers tell as `name`. */
function nameConflict(
  code: string,
  sentenceFor: (name: string) => LocalizedText,
): new (name: string) => DomainError {
  return class extends DomainError {
    constructor(name: string) {
      super(code, answerCodes.conflict, sentenceFor(name), { name });
    }
  };
}

/** The path is not absolute, has `.` or `..` in it, a NUL, or is too long. */
export class InvalidPathError extends domainError('FILE_INVALID_PATH', answerCodes.invalid, {
  cn: '路径无效，请从文件列表中重新选择',
  en: 'The path is not valid. Choose the entry from the file list again.',
}) {}

/** The name breaks the name rule (contract: Personal disk). */
export class InvalidNameError extends domainError('FILE_INVALID_NAME', answerCodes.invalid, {
  cn: '名称无效：长度为 1 至 255 字节，至少含一个可见字符，不能含 / 或控制字符，也不能是 . 或 ..',
  en: 'The name is not valid: use 1 to 255 bytes with at least one visible character, without / or control characters, and not . or ..',
}) {}

/** Windows cannot hold the name, and the settings of this platform refuse such names. */
export class WindowsNameError extends DomainError {
  constructor(name: string) {
    super(
      'FILE_NOT_FOR_WINDOWS',
      answerCodes.invalid,
      {
        cn: `“${name}”无法在 Windows 上使用：不能含 < > : " | ? * \\，不能以点或空格结尾，也不能是 CON、NUL 等设备名`,
        en: `Windows cannot hold "${name}": use none of < > : " | ? * \\, no dot or space at the end, and no name of a device such as CON or NUL.`,
      },
      { name },
    );
  }
}

/** Nothing of ours is at the path; links and special files count as nothing. */
export class EntryNotFoundError extends DomainError {
  constructor(
    path: string,
    code = 'FILE_NOT_FOUND',
    sentence: LocalizedText = {
      cn: '文件或文件夹不存在，可能已被移动或删除，请刷新列表',
      en: 'The file or folder does not exist; it may have been moved or deleted. Refresh the list.',
    },
  ) {
    super(code, answerCodes.notFound, sentence, { path });
  }
}

/** What has the name is a link, a FIFO, a socket or a device: it cannot be opened or listed, but removed. */
export class SpecialEntryError extends EntryNotFoundError {
  constructor(path: string) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    super(path, 'FILE_SPECIAL', {
      cn: `「${name}」是链接或特殊文件，不能打开；可以将其删除，或换一个名称`,
      en: `"${name}" is a link or a special file and cannot be opened. Delete it, or choose another name.`,
    });
  }
}

/** No such entry in this trash: restored, gone for good, or somebody else's. */
export class TrashEntryNotFoundError extends domainError('TRASH_NOT_FOUND', answerCodes.notFound, {
  cn: '回收站中没有该项，可能已被还原或彻底删除，请刷新列表',
  en: 'This is not in the trash; it may have been restored or deleted for good. Refresh the list.',
}) {}

/** The name is in use; nothing was replaced. */
export class NameTakenError extends nameConflict('FILE_NAME_TAKEN', (name) => ({
  cn: `「${name}」已存在，请换一个名称`,
  en: `"${name}" already exists. Choose another name.`,
})) {}

/** A folder was needed and a file is there. */
export class NotAFolderError extends nameConflict('FILE_NOT_A_FOLDER', (name) => ({
  cn: `「${name}」是文件而不是文件夹，请换一个位置`,
  en: `"${name}" is a file, not a folder. Choose another place.`,
})) {}

/** A file was needed and a folder is there. */
export class IsAFolderError extends nameConflict('FILE_IS_A_FOLDER', (name) => ({
  cn: `「${name}」是文件夹，不能作为文件处理`,
  en: `"${name}" is a folder and cannot be used as a file.`,
})) {}

/** A program of the user's keeps others from opening it (F_SETLEASE of fcntl(2)). */
export class FileHeldError extends nameConflict('FILE_HELD', (name) => ({
  cn: `「${name}」正被任务中的程序占用，暂时不能打开，请稍后重试`,
  en: `A program of a job keeps "${name}" from being opened. Try again later.`,
})) {}

/** The root of a space can be listed, and nothing else. */
export class RootFixedError extends domainError('FILE_ROOT_FIXED', answerCodes.invalid, {
  cn: '不能移动、删除或覆盖根目录',
  en: 'The root folder cannot be moved, deleted or replaced.',
}) {}

/** A folder cannot go below itself. */
export class MoveIntoItselfError extends domainError('FILE_MOVE_INTO_ITSELF', answerCodes.invalid, {
  cn: '不能把文件夹移动到它自身之内，请选择其他位置',
  en: 'A folder cannot be moved into itself. Choose another place.',
}) {}

/** A hard link to somebody else's file: what it shows may not be the space's own. */
export class ForeignHardLinkError extends DomainError {
  constructor(path: string) {
    super(
      'FILE_FOREIGN',
      answerCodes.notAllowed,
      {
        cn: '该文件是指向他人文件的硬链接，不能打开；请改用副本',
        en: 'This file is a hard link to a file of somebody else and cannot be opened. Use a copy.',
      },
      { path },
    );
  }
}

/** The operating system refuses the platform's account. */
export class AccessRefusedError extends DomainError {
  constructor(path: string) {
    super(
      'FILE_ACCESS_REFUSED',
      answerCodes.notAllowed,
      {
        cn: '系统拒绝访问该文件或文件夹，请联系管理员检查其属主和权限',
        en: 'The system refuses access to this entry. Ask an administrator to check its owner and mode.',
      },
      { path },
    );
  }
}

/** The filesystem or the quota is full. */
export class SpaceFullError extends domainError('FILE_SPACE_FULL', answerCodes.unavailable, {
  cn: '存储空间不足，请清理文件或联系管理员后重试',
  en: 'There is no space left. Delete some files or ask an administrator, then try again.',
}) {}

/** The file server does not answer, has lost what was open, or its disk fails. Nothing is known of what was asked for. */
export class StorageAwayError extends domainError('FILE_STORAGE_AWAY', answerCodes.unavailable, {
  cn: '文件存储暂时不可用，请稍后重试；若仍出现，请联系管理员',
  en: 'The file storage is not available. Try again later. If the problem persists, tell an administrator.',
}) {}

/** System calls fail with these, and Node has no names for them: their `code` is "Unknown system error -116". */
const unnamedCodes = new Map([
  [-constants.errno.ESTALE, 'ESTALE'],
  [-constants.errno.EDQUOT, 'EDQUOT'],
]);

function errnoOf(error: unknown): string | undefined {
  if (error instanceof Error && 'errno' in error && typeof error.errno === 'number') {
    const unnamed = unnamedCodes.get(error.errno);
    if (unnamed !== undefined) {
      return unnamed;
    }
  }
  return typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Whether a system call failed with one of these codes (`ENOENT`, …). */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  const code = errnoOf(error);
  return code !== undefined && codes.includes(code);
}

/** Whether a system call failed because a network filesystem, its server or a disk did. It may have happened all the same. */
export function isStorageFailure(error: unknown): boolean {
  // Sockets fail with the latter, too, but have no path.
  const isOfPath = error instanceof Error && 'path' in error;
  return (
    isErrno(error, 'ESTALE', 'EIO', 'EREMOTEIO', 'EROFS') ||
    (isOfPath && isErrno(error, 'ETIMEDOUT', 'ENOTCONN', 'EHOSTDOWN'))
  );
}

/** For `catch`: what is gone is nothing; any other failure is thrown on. */
export function noneWhenGone(error: unknown): never[] {
  if (isErrno(error, 'ENOENT')) {
    return [];
  }
  throw error;
}

/** The same for one thing. */
export function nullWhenGone(error: unknown): null {
  if (isErrno(error, 'ENOENT')) {
    return null;
  }
  throw error;
}

/** A failed system call as an answer for people; what is not the caller's doing stays as it is. */
export function explainErrno(error: unknown, path: string): unknown {
  switch (errnoOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
      return new EntryNotFoundError(path);
    case 'EEXIST':
    case 'ENOTEMPTY':
      return new NameTakenError(path.slice(path.lastIndexOf('/') + 1));
    case 'EACCES':
    case 'EPERM':
      return new AccessRefusedError(path);
    case 'ENOSPC':
    case 'EDQUOT':
      return new SpaceFullError();
    case 'ENAMETOOLONG':
      return new InvalidNameError();
    default:
      return error;
  }
}
