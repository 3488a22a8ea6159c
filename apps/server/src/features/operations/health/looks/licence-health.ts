import { Injectable } from '@nestjs/common';
import { dayMs } from '../../licence/licence.presenter.js';
import { LicenceService } from '../../licence/licence.service.js';
import type { Finding, HealthLooker } from '../health-look.js';

/** When administrators are first told of the end, too. */
const warnBeforeDays = 30;

/** The licence, which turns nothing on or off (docs/decisions/a-licence-is-for-an-installation.md): none is no fault, and no state fails. */
@Injectable()
export class LicenceHealth implements HealthLooker {
  readonly looks = { licence: () => this.lookAtLicence() };

  constructor(private readonly licences: LicenceService) {}

  private async lookAtLicence(): Promise<Finding> {
    const { licence, state } = await this.licences.findStored();
    if (state === 'none') {
      return { state: 'ok', reason: 'licenceNone', facts: {} };
    }
    if (!licence || state === 'invalid') {
      return { state: 'warning', reason: 'licenceInvalid', facts: {} };
    }
    const endTime = Date.parse(licence.expires);
    if (state === 'expired') {
      return { state: 'warning', reason: 'licenceOver', facts: { endTime } };
    }
    const leftDays = (endTime - Date.now()) / dayMs;
    const facts = { endTime, daysLeft: Math.max(0, Math.floor(leftDays)) };
    return leftDays <= warnBeforeDays
      ? { state: 'warning', reason: 'licenceEnds', facts }
      : { state: 'ok', facts };
  }
}
