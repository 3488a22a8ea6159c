import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { audience } from '../../../../platform/realtime/audience.js';
import { Realtime } from '../../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../../platform/timings.js';

/** Tells open windows of applications: what changed, and that there is new output, both as facts that they then ask for. */
@Injectable()
export class ApplicationAnnouncer implements OnApplicationShutdown {
  private readonly changed = new Set<string>();
  private timer: NodeJS.Timeout | null = null;
  /** Runs that were told of within `applicationOutputMs`; `next` is what came since. */
  private readonly quiet = new Map<string, { timer: NodeJS.Timeout; next: number | null }>();

  constructor(
    private readonly realtime: Realtime,
    private readonly timings: Timings,
  ) {}

  /** Something of this application is another now; call after the commit. The first change is told at once, later ones together. */
  applicationChanged(name: string): void {
    this.changed.add(name);
    if (this.timer === null) {
      this.tell();
    }
  }

  outputGrew(runId: string, nextOffset: number): void {
    const quiet = this.quiet.get(runId);
    if (quiet) {
      quiet.next = nextOffset;
      return;
    }
    this.realtime.publish(
      'applicationOutput',
      audience.topic({ topic: 'application-run', runId }),
      {
        runId,
        nextOffset,
      },
    );
    this.quiet.set(runId, {
      timer: setTimeout(() => this.endQuiet(runId), this.timings.nodes.applicationOutputMs),
      next: null,
    });
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer ?? undefined);
    this.quiet.forEach(({ timer }) => clearTimeout(timer));
    this.quiet.clear();
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

  private endQuiet(runId: string): void {
    const next = this.quiet.get(runId)?.next ?? null;
    this.quiet.delete(runId);
    if (next !== null) {
      this.outputGrew(runId, next);
    }
  }
}
