import { Injectable } from '@nestjs/common';
import { operationStuckNotice } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';

/** Tells administrators that what happened to entries cannot be settled. */
@Injectable()
export class OperationAlerts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
    private readonly rights: UserRights,
  ) {}

  /** Once for each operation that fails again and again; how many there are now is told with it. */
  async raise(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [{ waiting } = { waiting: 1 }] = await manager.query<{ waiting: number }[]>(
        'SELECT count(*)::int AS waiting FROM space_operation WHERE tries > 0',
      );
      const userIds = await this.rights.listAdministrators(manager);
      await this.notifications.notify(manager, userIds, operationStuckNotice, { waiting });
    });
  }
}
