import type { HostDiskHealth } from '@clusterdesk/contracts';
import type { ServerClock } from '../../transport/server-clock.js';
import type { DiskHealthReader, TakenDiskHealth } from './disk-health.js';
import { missingMs } from './host-program.js';

const readMs = 6 * 3_600_000;

/** Reads how the disks are at start and every six hours, and keeps the last reading: each server that greets the agent is told of it. */
export class DiskHealthLog {
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

  /** Reads them when it is time. Called with each sample; never rejects. */
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

  /** What is to be told, by the server's clock; null: nothing. */
  untold(): HostDiskHealth | null {
    if (this.taken === null || this.isTold) {
      return null;
    }
    this.time ??= this.clock.at(this.takenAt);
    return { ...this.taken, time: this.time };
  }

  /** The server has what was told. */
  noteTold(told: HostDiskHealth): void {
    this.isTold ||= told.time === this.time;
  }

  /** Another server may listen, or the same one may have forgotten it. */
  tellAgain(): void {
    this.isTold = false;
  }
}
