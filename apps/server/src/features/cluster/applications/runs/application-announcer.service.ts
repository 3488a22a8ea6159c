import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { KeyedThrottle } from '../../../../platform/keyed-throttle.js';
import { audience } from '../../../../platform/realtime/audience.js';
import { Realtime } from '../../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../../platform/timings.js';

/** Tells open windows of applications: what changed, and that there is new output, both as facts that they then ask for. */
@Injectable()
export class ApplicationAnnouncer implements OnApplicationShutdown {
  private readonly changed = new Set<string>();
  private readonly changes: KeyedThrottle;
  /** Offsets by run. */
  private readonly output: KeyedThrottle<number>;

  constructor(
    private readonly realtime: Realtime,
    { nodes }: Timings,
  ) {
    this.changes = new KeyedThrottle(nodes.applicationsMs, () => this.tell());
    this.output = new KeyedThrottle(nodes.applicationOutputMs, (nextOffset, runId) =>
      realtime.publish('applicationOutput', audience.topic({ topic: 'application-run', runId }), {
        runId,
        nextOffset,
      }),
    );
  }

  /** Something of this application is another now; call after the commit. The first change is told at once, later ones together. */
  applicationChanged(name: string): void {
    this.changed.add(name);
    this.changes.pass('all', true);
  }

  outputGrew(runId: string, nextOffset: number): void {
    this.output.pass(runId, nextOffset);
  }

  onApplicationShutdown(): void {
    this.changes.close();
    this.output.close();
  }

  private tell(): void {
    const [first = null] = this.changed;
    this.realtime.publish('applicationsChanged', audience.topic({ topic: 'applications' }), {
      name: this.changed.size === 1 ? first : null,
    });
    this.changed.clear();
  }
}
