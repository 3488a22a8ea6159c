import { Injectable } from '@nestjs/common';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';

/** Tells windows that show backups that one came, went on or ended. */
@Injectable()
export class BackupNews {
  constructor(private readonly realtime: Realtime) {}

  tell(): void {
    this.realtime.publish('backupsChanged', audience.topic({ topic: 'backups' }));
  }
}
