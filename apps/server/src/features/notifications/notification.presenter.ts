import type { NotificationRow } from '@clusterdesk/contracts';
import { wireTime } from '../../platform/http/time/wire-time.js';
import type { NotificationEntity } from './notification.entity.js';

/** How a notification leaves the server. */
export const toNotificationRow = (
  { id, kind, payload, count, readAt, createdAt }: NotificationEntity,
  timeZone: string,
): NotificationRow => ({
  id,
  kind,
  payload: { ...payload },
  count,
  isRead: readAt !== null,
  createTime: wireTime(createdAt, timeZone),
});
