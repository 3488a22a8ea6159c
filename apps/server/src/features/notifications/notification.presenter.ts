import { Injectable } from '@nestjs/common';
import type { NotificationRow } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import { wireTime } from '../../platform/http/time/wire-time.js';
import type { NotificationEntity } from './notification.entity.js';

/** How a notification leaves the server. */
@Injectable()
export class NotificationPresenter {
  constructor(private readonly config: Config) {}

  present({ id, kind, payload, count, readAt, createdAt }: NotificationEntity): NotificationRow {
    return {
      id,
      kind,
      payload: { ...payload },
      count,
      isRead: readAt !== null,
      createTime: wireTime(createdAt, this.config.timeZone),
    };
  }
}
