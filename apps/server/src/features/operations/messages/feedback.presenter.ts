import type { FeedbackRow } from '@clusterdesk/contracts';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import type { StoredFeedback } from './feedback.repository.js';

/** A message, as the wire has it. @param timeZone the platform's */
export function toFeedbackRow(row: StoredFeedback, timeZone: string): FeedbackRow {
  const { id, message, userName, realName, createdAt, handledAt, handledBy } = row;
  return {
    id,
    message,
    createTime: wireTime(createdAt, timeZone),
    userName,
    realName,
    handledTime: handledAt && wireTime(handledAt, timeZone),
    handledBy,
  };
}
