import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

/** One backup is brought here at a time. */
export class ImportUnderWayError extends domainError(
  'BACKUP_IMPORT_UNDER_WAY',
  answerCodes.conflict,
  {
    cn: '正在导入另一份备份，请等待其完成后重试',
    en: 'Another backup is being imported. Wait until that is over, then try again.',
  },
) {}

/** The request is no form with one file. */
export class ImportFormError extends domainError('BACKUP_IMPORT_FORM', answerCodes.invalid, {
  cn: '导入请求中没有备份文件，请选择「导出数据」下载的文件后重试',
  en: 'The request holds no backup. Choose a file that "Export Data" gave, and try again.',
}) {}

/** The connection ended in the middle. */
export class ImportAbortedError extends domainError('BACKUP_IMPORT_ABORTED', answerCodes.invalid, {
  cn: '上传中断，未作任何更改，请重新导入',
  en: 'The upload was interrupted; nothing was changed. Import the file again.',
}) {}
