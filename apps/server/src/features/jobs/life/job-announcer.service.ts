import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { toJobRow } from '../job.presenter.js';
import type { ScriptJobEntity } from '../script-job.entity.js';

/** Tells pages what happened to a job: its owner's windows, and administrators who watch all jobs. */
@Injectable()
export class JobAnnouncer {
  constructor(
    private readonly realtime: Realtime,
    private readonly config: Config,
  ) {}

  announce(job: ScriptJobEntity): void {
    const row = toJobRow(job, this.config.timeZone);
    if (job.userId) {
      this.realtime.publish('jobUpdated', audience.user(job.userId), row);
    }
    this.realtime.publish('jobUpdated', audience.topic({ topic: 'jobs' }), row);
  }
}
