import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

/** Something of the archive is missing, too much, or other than its list says. */
export class ArchiveDamagedError extends domainError('BACKUP_DAMAGED', answerCodes.invalid, {
  cn: '备份不完整或已被改动，未做任何更改；请使用另一份备份，或重新下载后再导入',
  en: 'The backup is incomplete or was altered; nothing was changed. Use another one, or download it again and import that.',
}) {}

/** A later version of the platform took it. */
export class ArchiveNewerError extends domainError('BACKUP_NEWER', answerCodes.invalid, {
  cn: '该备份由更高版本的平台生成，未做任何更改；请先升级本平台，再恢复',
  en: 'A later version of the platform took this backup; nothing was changed. Upgrade this platform first, then restore it.',
}) {}

/** Not an archive of this platform. */
export class ArchiveForeignError extends domainError('BACKUP_FOREIGN', answerCodes.invalid, {
  cn: '该文件不是本平台的备份，未做任何更改；请选择「导出数据」下载的文件',
  en: 'The file is not a backup of this platform; nothing was changed. Choose a file that "Export data" gave.',
}) {}
