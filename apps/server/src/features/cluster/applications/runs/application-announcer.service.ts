import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { KeyedThrottle } from '../../../../platform/keyed-throttle.js';
import { audience } from '../../../../platform/realtime/audience.js';
import { Realtime } from '../../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../../platform/timings.js';

/** Tells open windows which application has changed; they request it again. */
@Injectable()
export class ApplicationAnnouncer implements OnApplicationShutdown {
  private readonly changes: KeyedThrottle;

  constructor(realtime: Realtime, { nodes }: Timings) {
    this.changes = new KeyedThrottle(nodes.applicationsMs, (_, name) =>
      realtime.publish('applicationsChanged', audience.topic({ topic: 'applications' }), { name }),
    );
  }

  /** Call after the commit. The first change of an application is announced at once, later ones together. */
  applicationChanged(name: string): void {
    this.changes.pass(name, true);
  }

  onApplicationShutdown(): void {
    this.changes.close();
  }
}
