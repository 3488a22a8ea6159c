import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

/** It is being taken, brought here or restored. */
export class BackupInUseError extends domainError('BACKUP_IN_USE', answerCodes.conflict, {
  cn: '该备份正在使用中，不能删除；请等待其结束，或先取消',
  en: 'The backup is in use and cannot be deleted. Wait until that is over, or cancel it first.',
}) {}
