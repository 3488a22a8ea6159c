import type { Language, LogRow } from '@clusterdesk/contracts';
import { wireTime } from '../../platform/http/time/wire-time.js';
import type { AuditLogEntity } from './audit-log.entity.js';

/** A row of the log, as it leaves the server. */
export function toLogRow(entity: AuditLogEntity, timeZone: string, language: Language): LogRow {
  const { createdAt, targetType, targetId, targetName, details, errorSentence, ...row } = entity;
  return {
    ...row,
    ...(errorSentence === null ? {} : { errorMessage: errorSentence[language] }),
    ...(targetType !== null && targetId !== null
      ? { target: { type: targetType, id: targetId, name: targetName ?? '' } }
      : {}),
    ...(details === null ? {} : { details: { ...details } }),
    createTime: wireTime(createdAt, timeZone),
  };
}
