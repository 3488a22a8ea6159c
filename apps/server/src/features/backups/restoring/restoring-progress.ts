import { Logger } from '@nestjs/common';
import type { BackupPhase } from '@clusterdesk/contracts';
import type { Timings } from '../../../platform/timings.js';
import type { BackupNews } from '../running/backup-news.service.js';
import type { RestoringRows } from './restoring-rows.repository.js';

/**
 * Writes how far a restoring is into its row now and then, and tells open windows. When nothing moves it is written all the same, now
 * and then: nobody takes it for one that is left.
 */
export class RestoringProgress {
  private readonly timer: NodeJS.Timeout;
  private readonly quietMs: number;
  private phase: BackupPhase = 'checking';
  private done = 0;
  private total = 0;
  private hasNews = false;
  private writtenAt = 0;
  private writing = Promise.resolve();

  constructor(
    private readonly id: string,
    private readonly rows: RestoringRows,
    private readonly news: BackupNews,
    { runs, tasks }: Timings,
  ) {
    this.quietMs = tasks.leaseMs / 5;
    this.timer = setInterval(() => this.write(), runs.progressMs * 2);
  }

  begin(phase: BackupPhase, total: number): void {
    this.phase = phase;
    this.show(0, total);
  }

  readonly advance = (bytes: number): void => this.show(this.done + bytes, this.total);

  show(done: number, total: number): void {
    this.done = done;
    this.total = total;
    this.hasNews = true;
  }

  /** Nothing is written any more when this returns. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    this.hasNews = false;
    await this.writing;
  }

  private write(): void {
    if (!this.hasNews && Date.now() - this.writtenAt < this.quietMs) {
      return;
    }
    this.hasNews = false;
    this.writtenAt = Date.now();
    const now = { phase: this.phase, doneBytes: this.done, totalBytes: this.total };
    this.writing = this.writing
      .then(() => this.rows.note(this.id, now))
      .then(() => this.news.tell())
      .catch((error: unknown) => {
        new Logger('RestoringProgress').warn({ err: error }, 'Progress could not be written');
      });
  }
}
