import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { runBackups, type LocalizedText } from '@clusterdesk/contracts';
import { DomainError } from '../../../platform/http/domain-error.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { Timings } from '../../../platform/timings.js';
import { version } from '../../../platform/version.js';
import { reportProgress } from '../../spaces/tasks/run-progress.js';
import { BackupRows } from '../listing/backup-rows.repository.js';
import { ArchiveWriter } from './archive-writer.service.js';
import { BackupNews } from './backup-news.service.js';
import { asNoSpace, BackupRoom } from './backup-room.service.js';
import {
  BackupRuns,
  retryMs,
  type BackupChange,
  type TakenBackup,
} from './backup-runs.repository.js';

const maxAttempts = 3;

const takingFailed: LocalizedText = {
  cn: '备份失败，未留下任何内容；请重试，若仍失败请查看服务日志',
  en: 'The backup failed, and nothing of it was left. Try again; if it fails once more, look into the log of the worker.',
};

/**
 * Takes backups in the worker. The row is the truth: one run at a time holds its lease, says how far it is, and ends it as done or
 * failed; after a run that died the next begins anew.
 */
@Injectable()
export class BackupRunner {
  private readonly logger = new Logger('BackupRunner');

  constructor(
    private readonly runs: BackupRuns,
    private readonly rows: BackupRows,
    private readonly archives: ArchiveWriter,
    private readonly room: BackupRoom,
    private readonly news: BackupNews,
    private readonly tasks: TaskQueue,
    private readonly timings: Timings,
  ) {}

  @OnTask(runBackups)
  async work(_: object, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const lease = randomUUID();
      const backup = await this.runs.take(lease);
      if (backup === null) {
        return;
      }
      await this.run(backup, lease, signal);
    }
  }

  private async run(backup: TakenBackup, lease: string, signal: AbortSignal): Promise<void> {
    const { id } = backup;
    const progress = { doneBytes: 0, doneFiles: 0 };
    const lost = new AbortController();
    const room = this.room.watch();
    const write = (change: BackupChange): Promise<boolean> =>
      this.runs.updateLeased(id, lease, change);
    const stopReporting = reportProgress(
      progress,
      {
        write: ({ doneBytes }) => write({ doneBytes }),
        show: () => this.news.tell(),
        warn: (error) => this.logger.warn({ err: error }, 'Progress could not be written'),
      },
      lost,
      this.timings.backups,
    );
    try {
      await this.assertRoom(backup);
      const written = await this.archives.write(
        backup,
        {
          measured: async (totalBytes) => void (await write({ totalBytes })),
          phase: async (phase) => void (await write({ phase })),
          advance: (bytes) => void (progress.doneBytes += bytes),
        },
        AbortSignal.any([signal, lost.signal, room.signal]),
      );
      await stopReporting();
      if (!(await write({}))) {
        throw new LeaseLostError();
      }
      await this.archives.place(id);
      const { doneBytes } = progress;
      await this.end(id, write, { state: 'done', doneBytes, version, ...written });
    } catch (error) {
      await stopReporting();
      await this.fail(backup, write, room.signal.aborted ? room.signal.reason : error, signal);
    } finally {
      room.end();
    }
  }

  /** The next one is about as large as the last. */
  private async assertRoom({ withFiles }: TakenBackup): Promise<void> {
    const last = await this.runs.findNewest(withFiles);
    await this.room.assertRoomFor(last?.sizeBytes ?? 0);
  }

  /** A run that does not hold the row any longer leaves nothing: it was cancelled, or another run begins anew. */
  private async end(
    id: string,
    write: (change: BackupChange) => Promise<boolean>,
    change: BackupChange,
  ): Promise<void> {
    if (!(await write(change)) && !(await this.isUnderWay(id))) {
      await this.archives.remove(id);
    }
    this.news.tell();
  }

  private async isUnderWay(id: string): Promise<boolean> {
    const row = await this.rows.find(id);
    return row?.state === 'running' || row?.state === 'waiting';
  }

  /** A refusal is final; anything else is tried again a few times. Being told to stop is no failure. */
  private async fail(
    { id, attempts }: TakenBackup,
    write: (change: BackupChange) => Promise<boolean>,
    thrown: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    const error = asNoSpace(thrown);
    const isRefusal = error instanceof DomainError;
    const isLast = !signal.aborted && (isRefusal || attempts >= maxAttempts);
    // While the row is the run's own, nobody else writes into the folder.
    if ((await write({})) || !(await this.isUnderWay(id))) {
      await this.archives.remove(id);
    }
    const message = isRefusal ? error.sentence : takingFailed;
    const isOwn = await write(isLast ? { state: 'failed', message } : { state: 'waiting' });
    this.news.tell();
    if (isOwn && !isRefusal && !signal.aborted) {
      this.logger.error({ err: error, backupId: id }, 'A backup failed');
    }
    if (isOwn && !isLast && !signal.aborted) {
      await this.tasks.add(runBackups, {}, { delayMs: retryMs + 100 });
    }
  }
}

/** Cancelled, or another run holds the backup: this one stops silently. Never leaves the worker. */
class LeaseLostError extends Error {}
