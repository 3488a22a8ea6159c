import type { MetricReport } from '@clusterdesk/contracts';
import type { ServerClock } from '../../transport/server-clock.js';
import type { RareWords } from '../rare-words.js';
import type { DiskHealthReader, TakenDiskHealth } from './disk-health.js';
import { missingMs } from './host-program.js';

const readMs = 6 * 3_600_000;

/** Reads how the disks are at start and every six hours, and keeps the last reading: each server that greets the agent is told of it. */
export class DiskHealthLog implements RareWords {
  private taken: TakenDiskHealth | null = null;
  private takenAt = 0;
  private time: number | null = null;
  private isTold = false;
  private isTaking = false;
  private dueAt = -Infinity;

  constructor(
    private readonly reader: Pick<DiskHealthReader, 'take'>,
    private readonly clock: Pick<ServerClock, 'at'>,
  ) {}

  async takeWhenDue(): Promise<void> {
    if (this.isTaking || performance.now() < this.dueAt) {
      return;
    }
    this.isTaking = true;
    this.taken = await this.reader.take();
    this.takenAt = performance.now();
    this.time = null;
    this.isTold = false;
    // What is missing may be installed, and what is refused allowed.
    this.dueAt = this.takenAt + (this.taken.problem === undefined ? readMs : missingMs);
    this.isTaking = false;
  }

  untold(): { words: Partial<MetricReport>; noteTold: () => void } | null {
    const { taken } = this;
    if (taken === null || this.isTold) {
      return null;
    }
    this.time ??= this.clock.at(this.takenAt);
    return {
      words: { diskHealth: { ...taken, time: this.time } },
      // It may have been read again meanwhile.
      noteTold: () => (this.isTold ||= this.taken === taken),
    };
  }

  tellAgain(): void {
    this.isTold = false;
  }
}
