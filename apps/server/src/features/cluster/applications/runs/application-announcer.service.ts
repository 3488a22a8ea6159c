import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { KeyedThrottle } from '../../../../platform/keyed-throttle.js';
import { audience } from '../../../../platform/realtime/audience.js';
import { Realtime } from '../../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../../platform/timings.js';

/** Tells open windows of applications: what changed, and that there is new output, both as facts that they then ask for. */
@Injectable()
export class ApplicationAnnouncer implements OnApplicationShutdown {
  private readonly changed = new Set<string>();
  private timer: NodeJS.Timeout | null = null;
  private readonly outputs: KeyedThrottle<number>;

  constructor(
    private readonly realtime: Realtime,
    private readonly timings: Timings,
  ) {
    this.outputs = new KeyedThrottle(timings.nodes.applicationOutputMs, (runId, nextOffset) =>
      realtime.publish('applicationOutput', audience.topic({ topic: 'application-run', runId }), {
        runId,
        nextOffset,
      }),
    );
  }

  /** Something of this application is another now; call after the commit. The first change is told at once, later ones together. */
  applicationChanged(name: string): void {
    this.changed.add(name);
    if (this.timer === null) {
      this.tell();
    }
  }

  outputGrew(runId: string, nextOffset: number): void {
    this.outputs.pass(runId, nextOffset);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer ?? undefined);
    this.outputs.close();
  }

  private tell(): void {
    const [first] = this.changed;
    if (first === undefined) {
      this.timer = null;
      return;
    }
    this.realtime.publish('applicationsChanged', audience.topic({ topic: 'applications' }), {
      name: this.changed.size === 1 ? first : null,
    });
    this.changed.clear();
    this.timer = setTimeout(() => this.tell(), this.timings.nodes.applicationsMs);
  }
}
