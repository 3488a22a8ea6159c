import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';

/** Tells pages that there is new output, as a fact: they read it by `/job/log`, each at the speed of its browser. */
@Injectable()
export class OutputAnnouncer implements OnApplicationShutdown {
  /** Jobs that were told of within `outputMs`; `next` is what came since. */
  private readonly quiet = new Map<string, { timer: NodeJS.Timeout; next: number | null }>();

  constructor(
    private readonly realtime: Realtime,
    private readonly timings: Timings,
  ) {}

  /** The first at once, later ones together. */
  announce(jobId: string, nextOffset: number): void {
    const quiet = this.quiet.get(jobId);
    if (quiet) {
      quiet.next = nextOffset;
      return;
    }
    this.realtime.publish('jobOutput', audience.topic({ topic: 'job', jobId }), {
      jobId,
      nextOffset,
    });
    this.quiet.set(jobId, {
      timer: setTimeout(() => this.endQuiet(jobId), this.timings.jobs.outputMs),
      next: null,
    });
  }

  onApplicationShutdown(): void {
    this.quiet.forEach(({ timer }) => clearTimeout(timer));
    this.quiet.clear();
  }

  private endQuiet(jobId: string): void {
    const next = this.quiet.get(jobId)?.next ?? null;
    this.quiet.delete(jobId);
    if (next !== null) {
      this.announce(jobId, next);
    }
  }
}
