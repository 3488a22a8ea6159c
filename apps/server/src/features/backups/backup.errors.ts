import { answerCodes } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../platform/http/domain-error.js';

/** One is taken, brought here or restored at a time. */
export class BackupUnderWayError extends domainError('BACKUP_UNDER_WAY', answerCodes.conflict, {
  cn: '已有一个备份正在进行，请等待其完成，或先取消它',
  en: 'A backup is under way. Wait for it to finish, or cancel it first.',
}) {}

/** The backup is unknown, or it was deleted. */
export class BackupNotFoundError extends domainError('BACKUP_NOT_FOUND', answerCodes.notFound, {
  cn: '备份不存在或已被删除，请刷新列表',
  en: 'This backup does not exist, or it was deleted. Reload the list.',
}) {}

/** The backup ended, well or not. */
export class BackupOverError extends domainError('BACKUP_OVER', answerCodes.conflict, {
  cn: '该备份已结束，请刷新列表',
  en: 'This backup has ended. Reload the list.',
}) {}

/** Only what was completed and lies here can be proven. */
export class BackupNotHereError extends domainError('BACKUP_NOT_HERE', answerCodes.conflict, {
  cn: '该备份尚未完成，或不在本机备份目录中，请选择其他备份',
  en: 'This backup is not complete, or it does not lie in the folder of backups. Choose another one.',
}) {}

/** Fewer bytes are free in the folder of backups than this one is going to take. */
export class BackupNoSpaceError extends domainError('BACKUP_NO_SPACE', answerCodes.unavailable, {
  cn: '备份目录所在磁盘空间不足，未留下任何内容；请删除旧备份或扩充磁盘后重试',
  en: 'The disk of the folder of backups has too little space; nothing of the backup was left. Delete old backups or add space, then try again.',
}) {}

/** Something of the archive is missing, altered, or should not be there; `what` names it. */
export class ArchiveDamagedError extends DomainError {
  constructor(what: string) {
    super(
      'BACKUP_DAMAGED',
      answerCodes.invalid,
      {
        cn: `备份不完整或被改动（${what}），未作任何更改；请使用其他备份`,
        en: `The backup is incomplete or was altered (${what}). Nothing was changed. Use another backup.`,
      },
      { what },
    );
  }
}

/** A later version took it. */
export class ArchiveNewerError extends DomainError {
  constructor(version: string) {
    super(
      'BACKUP_NEWER',
      answerCodes.conflict,
      {
        cn: `该备份由更新的版本 ${version} 生成，未作任何更改；请先升级平台`,
        en: `This backup was taken by the newer version ${version}. Nothing was changed. Upgrade the platform first.`,
      },
      { version },
    );
  }
}

/** Not an archive of this product. */
export class ArchiveForeignError extends domainError('BACKUP_FOREIGN', answerCodes.invalid, {
  cn: '这不是本平台的备份，未作任何更改；请选择由本平台导出的备份',
  en: 'This is no backup of this platform. Nothing was changed. Choose a file that this platform exported.',
}) {}

/** The database role of the platform may not create a database. */
export class NoScratchDatabaseError extends DomainError {
  constructor(role: string) {
    super(
      'BACKUP_NO_SCRATCH',
      answerCodes.conflict,
      {
        cn: `数据库账号 ${role} 无权创建临时数据库，请数据库管理员执行：ALTER ROLE "${role}" CREATEDB`,
        en: `The database role ${role} may not create a scratch database. Have an administrator of the database run: ALTER ROLE "${role}" CREATEDB`,
      },
      { role },
    );
  }
}
