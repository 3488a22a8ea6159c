import { answerCodes, type LocalizedText } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

/** The backup that a call waits for did not come about. */
export class ExportFailedError extends DomainError {
  constructor(reason: LocalizedText | null) {
    super(
      'BACKUP_EXPORT_FAILED',
      answerCodes.unavailable,
      reason ?? {
        cn: '备份未能完成，请重试',
        en: 'The backup was not finished. Try again.',
      },
    );
  }
}

/** It takes longer than a call may wait. */
export class ExportSlowError extends domainError('BACKUP_EXPORT_SLOW', answerCodes.unavailable, {
  cn: '备份仍在进行，请在备份列表中等待其完成后再下载',
  en: 'The backup is still being taken. Download it from the list of backups when it is done.',
}) {}
