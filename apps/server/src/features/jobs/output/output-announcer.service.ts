import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { KeyedThrottle } from '../../../platform/keyed-throttle.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';

/** Tells pages that there is new output, as a fact: they read it by `/job/log`, each at the speed of its browser. */
@Injectable()
export class OutputAnnouncer implements OnApplicationShutdown {
  /** Offsets by job. */
  private readonly news: KeyedThrottle<number>;

  constructor(realtime: Realtime, timings: Timings) {
    this.news = new KeyedThrottle(timings.jobs.outputMs, (nextOffset, jobId) =>
      realtime.publish('jobOutput', audience.topic({ topic: 'job', jobId }), { jobId, nextOffset }),
    );
  }

  /** The first at once, later ones together. */
  announce(jobId: string, nextOffset: number): void {
    this.news.pass(jobId, nextOffset);
  }

  onApplicationShutdown(): void {
    this.news.close();
  }
}
