import { Injectable } from '@nestjs/common';
import { licenceEndingNotice, watchLicence } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { dayMs } from './licence.presenter.js';
import { LicenceRepository } from './licence.repository.js';
import { LicenceService } from './licence.service.js';

/** So many days before the end administrators are told, and at the end itself. */
const toldBefore = [0, 7, 30];

/** Tells administrators of the end of the licence, of each stage once. */
@Injectable()
export class LicenceEnding {
  constructor(
    private readonly licences: LicenceService,
    private readonly repository: LicenceRepository,
    private readonly notifications: Notifications,
    private readonly rights: UserRights,
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** A run that is cut off tells nobody; the next one does. */
  @OnDue(watchLicence)
  async tell(): Promise<void> {
    const { document, licence, state } = await this.licences.findStored();
    if (!licence || document === null || state === 'invalid') {
      return;
    }
    const end = new Date(licence.expires);
    const leftMs = end.getTime() - Date.now();
    const stage = toldBefore.find((days) => leftMs <= days * dayMs);
    if (stage === undefined) {
      return;
    }
    await this.dataSource.transaction(async (manager) => {
      if (!(await this.repository.markTold(manager, document, stage))) {
        return;
      }
      const administrators = await this.rights.listAdministrators(manager);
      await this.notifications.notify(manager, administrators, licenceEndingNotice, {
        licensee: licence.licensee,
        daysLeft: leftMs > 0 ? Math.floor(leftMs / dayMs) : null,
        endTime: wireTime(end, this.config.timeZone),
      });
    });
  }
}
