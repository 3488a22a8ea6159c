import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

/** One is restored at a time. */
export class RestoringUnderWayError extends domainError(
  'RESTORING_UNDER_WAY',
  answerCodes.conflict,
  {
    cn: '正在恢复另一份备份，请等待其完成',
    en: 'A backup is being restored. Wait until that is over.',
  },
) {}

/** It was not completed, was deleted, or lies in the store only. */
export class RestoringNotHereError extends domainError('RESTORING_NOT_HERE', answerCodes.conflict, {
  cn: '该备份尚未完成，或不在本机备份目录中；如在远程存储中，请先取回',
  en: 'This backup is not complete, or does not lie in the folder of backups. If it is in the store, bring it back first.',
}) {}

/** Without a safety backup nothing is replaced. */
export class SafetyBackupError extends domainError('RESTORING_NO_SAFETY', answerCodes.unavailable, {
  cn: '恢复前的安全备份未能完成，未作任何更改；请处理该备份的问题后重试',
  en: 'The safety backup before restoring was not completed, and nothing was changed. See to what that backup says, then try again.',
}) {}

/** The files of the backup need as much room as they take up, beside what is there. */
export class RestoringNoSpaceError extends domainError(
  'RESTORING_NO_SPACE',
  answerCodes.unavailable,
  {
    cn: '文件目录所在磁盘空间不足，无法放置备份中的文件，未作任何更改；请清理或扩充磁盘后重试',
    en: 'The disk of the files has too little room for those of the backup; nothing was changed. Free or add space, then try again.',
  },
) {}

/** A folder that is to be replaced is a mount, or a link: it cannot be renamed in one step. */
export class FoldersApartError extends domainError(
  'RESTORING_FOLDERS_APART',
  answerCodes.unavailable,
  {
    cn: '文件目录中的 home、projects 或 .trash 是独立挂载点或链接，无法整体替换，未作任何更改；请将其放在同一文件系统中',
    en: 'home, projects or .trash in the folder of files is a mount of its own or a link, so it cannot be replaced in one step; nothing was changed. Put them on one filesystem.',
  },
) {}

/** The worker ended before the decision. */
export class RestoringInterruptedError extends domainError(
  'RESTORING_INTERRUPTED',
  answerCodes.unavailable,
  {
    cn: '恢复过程被中断，未作任何更改，请重试',
    en: 'The restoring was interrupted, and nothing was changed. Try again.',
  },
) {}

/** Anything else; the log says more. */
export class RestoringFailedError extends domainError('RESTORING_FAILED', answerCodes.fault, {
  cn: '恢复失败，未作任何更改；请重试，若仍失败请查看后台任务进程的日志',
  en: 'The restoring failed, and nothing was changed. Try again; if it fails once more, look into the log of the worker.',
}) {}
