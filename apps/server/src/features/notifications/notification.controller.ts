import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type EndpointAnswer } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { toNotificationRow } from './notification.presenter.js';
import { NotificationRepository } from './notification.repository.js';
import { Notifications } from './notification.service.js';

const { list, read, readAll } = endpoints.notifications;
const defaultPageSize = 20;

/** Everybody's own notifications. */
@Controller()
export class NotificationController {
  constructor(
    private readonly repository: NotificationRepository,
    private readonly notifications: Notifications,
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
    return {
      content: rows.map((row) => toNotificationRow(row, this.config.timeZone)),
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
}
