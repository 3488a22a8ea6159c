import { answerCodes, limits, type LocalizedText } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

/** More of an entry's name is not told. */
const toldLength = 120;
// eslint-disable-next-line no-control-regex -- they are what is looked for
const unprintable = /[\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The class of a refusal of one entry, which answers tell as `name`. */
function entryError(
  code: string,
  sentenceFor: (name: string) => LocalizedText,
): new (name: string) => DomainError {
  return class extends DomainError {
    constructor(written: string) {
      const clean = written.replace(unprintable, '\uFFFD');
      const name = clean.length > toldLength ? `${clean.slice(0, toldLength)}…` : clean;
      super(code, answerCodes.invalid, sentenceFor(name), { name });
    }
  };
}

/** The file is no zip, is cut off, or its directory makes no sense. */
export class NotAnArchiveError extends domainError('UNZIP_NO_ARCHIVE', answerCodes.invalid, {
  cn: '该文件不是 ZIP 压缩包，或已损坏，请重新上传后再试',
  en: 'The file is no zip, or is damaged. Upload it again.',
}) {}

/** The contents of an entry are not what the archive says of them. */
export class EntryDamagedError extends entryError('UNZIP_DAMAGED', (name) => ({
  cn: `压缩包中的「${name}」已损坏，未解压任何内容；请重新制作压缩包`,
  en: `"${name}" in the archive is damaged. Nothing was unpacked. Make the archive anew.`,
})) {}

/** An entry would lie outside the folder: an absolute path, a drive letter, or `..`. */
export class OutsideEntryError extends entryError('UNZIP_OUTSIDE', (name) => ({
  cn: `压缩包中的「${name}」指向文件夹之外，不能解压；请使用相对路径重新制作压缩包`,
  en: `"${name}" in the archive leads outside its folder. Make the archive anew with relative paths.`,
})) {}

/** No entry may be called so, or its path is too long or too deep. */
export class EntryNameError extends entryError('UNZIP_NAME', (name) => ({
  cn: `压缩包中的「${name}」名称无效，或路径过长、层级过深，不能解压；请改名后重新制作压缩包`,
  en: `"${name}" in the archive is no valid name, or its path is too long or too deep. Rename it and make the archive anew.`,
})) {}

/** Two entries have one place; names that differ only in their Unicode spelling are one name. */
export class NameTwiceInArchiveError extends entryError('UNZIP_NAME_TWICE', (name) => ({
  cn: `压缩包中有多个「${name}」，不能解压；请去掉重复项后重新制作压缩包`,
  en: `The archive has "${name}" more than once. Remove the other and make the archive anew.`,
})) {}

/** An entry is a link, a device or the like. */
export class SpecialArchiveEntryError extends entryError('UNZIP_SPECIAL', (name) => ({
  cn: `压缩包中的「${name}」是链接或特殊文件，不能解压；请去掉后重新制作压缩包`,
  en: `"${name}" in the archive is a link or a special file. Make the archive anew without it.`,
})) {}

/** An entry takes a password. */
export class EncryptedEntryError extends entryError('UNZIP_ENCRYPTED', (name) => ({
  cn: `压缩包中的「${name}」已加密，不能在此解压；请制作无密码的压缩包`,
  en: `"${name}" in the archive is encrypted. Make the archive anew without a password.`,
})) {}

/** An entry is compressed in another way than deflate. */
export class UnknownMethodError extends entryError('UNZIP_METHOD', (name) => ({
  cn: `压缩包中的「${name}」使用了不支持的压缩方法；请使用标准（Deflate）方法重新制作压缩包`,
  en: `"${name}" in the archive is compressed in a way that is not supported. Make the archive anew with Deflate.`,
})) {}

/** The archive has more entries than are unpacked at a time. */
export class TooManyInArchiveError extends domainError('UNZIP_TOO_MANY', answerCodes.invalid, {
  cn: `压缩包中的项目过多（最多 ${limits.unzipMaxEntries} 项），请拆分成多个压缩包`,
  en: `The archive has too many entries (at most ${limits.unzipMaxEntries}). Split it into several.`,
}) {}

/** The archive would unpack to far more than its size. */
export class ArchiveBombError extends domainError('UNZIP_TOO_LARGE', answerCodes.invalid, {
  cn: `压缩包解压后超过其自身大小的 ${limits.unzipRatio} 倍，不能解压；如确需使用，请拆分后重试，或直接上传文件`,
  en: `The archive unpacks to more than ${limits.unzipRatio} times its size. Split it, or upload the files themselves.`,
}) {}

/** The archive holds more than when unpacking it was asked for. */
export class ArchiveChangedError extends domainError('UNZIP_CHANGED', answerCodes.conflict, {
  cn: '压缩包在等待期间发生了变化，未解压任何内容，请重试',
  en: 'The archive changed while it waited. Nothing was unpacked. Try again.',
}) {}
