import type { NotificationRow } from '@clusterdesk/contracts';
import { wireTime } from '../../platform/http/time/wire-time.js';
import type { NotificationEntity } from './notification.entity.js';

/** How a notification leaves the server. @param quietUsers whose quiet hours it is */
export const toNotificationRow = (
  { id, userId, kind, payload, count, byBrowser, readAt, createdAt }: NotificationEntity,
  timeZone: string,
  quietUsers: ReadonlySet<string>,
): NotificationRow => ({
  id,
  kind,
  payload: { ...payload },
  count,
  isRead: readAt !== null,
  createTime: wireTime(createdAt, timeZone),
  isQuiet: !byBrowser || quietUsers.has(userId),
});
