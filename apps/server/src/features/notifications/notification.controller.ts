import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type EndpointAnswer } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { toNotificationRow } from './notification.presenter.js';
import { NotificationRepository } from './notification.repository.js';
import { NoticePreferenceRepository } from './notice-preference.repository.js';
import { NoticePreferences } from './notice-preferences.service.js';
import { Notifications } from './notification.service.js';

const { list, read, readAll } = endpoints.notifications;
const { get: getPreference, set: setPreference } = endpoints.noticePreferences;
const defaultPageSize = 20;

/** Everybody's own notifications. */
@Controller()
export class NotificationController {
  constructor(
    private readonly repository: NotificationRepository,
    private readonly notifications: Notifications,
    private readonly preferences: NoticePreferences,
    private readonly preferenceRows: NoticePreferenceRepository,
    private readonly config: Config,
  ) {}

  @Route(list)
  async list(
    @Input() input: EndpointParams<typeof list>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<EndpointAnswer<typeof list>> {
    const { pageNum = 0, size = defaultPageSize, unreadOnly = false } = input;
    const { rows, total, unread } = await this.repository.list(principal.userId, {
      offset: pageNum * size,
      size,
      unreadOnly,
    });
    const quiet = await this.preferenceRows.listQuiet([principal.userId]);
    return {
      content: rows.map((row) => toNotificationRow(row, this.config.timeZone, quiet)),
      totalElements: total,
      unread,
    };
  }

  @Route(read)
  read(
    @Input() { ids }: EndpointParams<typeof read>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    return this.notifications.markRead(principal.userId, ids);
  }

  @Route(readAll)
  readAll(
    @Input() _: EndpointParams<typeof readAll>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    return this.notifications.markRead(principal.userId);
  }

  @Route(getPreference)
  getPreference(
    @Input() _: EndpointParams<typeof getPreference>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<EndpointAnswer<typeof getPreference>> {
    return this.preferences.get(principal.userId);
  }

  @Route(setPreference)
  setPreference(
    @Input() preference: EndpointParams<typeof setPreference>,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    return this.preferences.set(principal.userId, preference);
  }
}
