import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { KeyedThrottle } from '../../../platform/keyed-throttle.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';

const intervalMs = 500;

/** Tells pages that an upgrade went on, at most twice a second. */
@Injectable()
export class UpgradeEvents implements OnApplicationShutdown {
  private readonly throttle: KeyedThrottle;

  constructor(realtime: Realtime) {
    this.throttle = new KeyedThrottle(intervalMs, () =>
      realtime.publish('upgradeChanged', audience.topic({ topic: 'upgrade' })),
    );
  }

  changed(): void {
    this.throttle.pass('upgrade', true);
  }

  onApplicationShutdown(): void {
    this.throttle.close();
  }
}
