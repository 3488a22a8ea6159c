import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

/** There is no such backup, or it was deleted. */
export class BackupNotFoundError extends domainError('BACKUP_NOT_FOUND', answerCodes.notFound, {
  cn: '备份不存在或已被删除，请刷新列表',
  en: 'There is no such backup, or it was deleted. Reload the list.',
}) {}

/** It is being taken, brought here or restored. */
export class BackupInUseError extends domainError('BACKUP_IN_USE', answerCodes.conflict, {
  cn: '该备份正在使用中，不能删除；请等待其结束，或先取消',
  en: 'The backup is in use and cannot be deleted. Wait until that is over, or cancel it first.',
}) {}
