import { Injectable } from '@nestjs/common';
import { measureUsage, type TaskPayload } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { measureFolder } from '../../../platform/file-space/listing/folder-size.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { DiskOwners } from '../disk-owner.repository.js';
import { DiskPaths } from '../disk-paths.service.js';
import type { MeasuringProgress } from '../../spaces/usage/space-account.entity.js';
import { DiskAccountEntity } from './disk-account.entity.js';

/** After so long a turn lets other tasks have its place and goes on behind them. */
const sliceMs = 10_000;
/** A measuring that takes longer begins anew: what it counted first is no longer true. */
const maxAgeMs = 6 * 3_600_000;
/** A process asks for a user's measuring no more often than this. */
const askAgainMs = 5_000;

/**
 * Measures, in the worker, what users keep. Between two measurings the row is moved by what the platform itself does.
 */
@Injectable()
export class DiskMeasuring {
  private readonly askedAt = new Map<string, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly owners: DiskOwners,
    private readonly folders: DiskPaths,
    private readonly tasks: TaskQueue,
    private readonly realtime: Realtime,
  ) {}

  /** Asks the worker to measure; while it does, asking again is one more measuring afterwards. */
  async request(userId: string): Promise<void> {
    const now = Date.now();
    for (const [other, askedAt] of this.askedAt) {
      if (askedAt < now - askAgainMs) {
        this.askedAt.delete(other);
      }
    }
    if (!this.askedAt.has(userId)) {
      this.askedAt.set(userId, now);
      await this.tasks.add(measureUsage, { userId });
    }
  }

  /** Measures for one turn. Stopped or killed at any moment, the next run goes on from the last turn. */
  @OnTask(measureUsage)
  async run(
    { userId }: TaskPayload<typeof measureUsage>,
    signal: AbortSignal,
    turnMs = sliceMs,
  ): Promise<void> {
    const homeKey = await this.owners.findHomeKey(userId);
    if (homeKey === null) {
      return;
    }
    const turn = AbortSignal.timeout(turnMs);
    const before = await this.begin(userId);
    const now = await this.measure(homeKey, before, AbortSignal.any([signal, turn]));
    if (now.cursor !== null) {
      await this.accounts.update({ userId }, { measuring: now });
      if (!signal.aborted) {
        await this.tasks.add(measureUsage, { userId });
      }
      return;
    }
    await this.finish(userId, now);
  }

  private async begin(userId: string): Promise<MeasuringProgress> {
    await this.accounts.createQueryBuilder().insert().values({ userId }).orIgnore().execute();
    const { addedBytes, measuring } = await this.accounts.findOneByOrFail({ userId });
    if (measuring && measuring.startedMs > Date.now() - maxAgeMs) {
      return measuring;
    }
    const none = { trashBytes: 0, fileBytes: 0, cursor: null };
    return { startedMs: Date.now(), addedBytes, part: 'trash', ...none };
  }

  /** As far as the signal lets it: `cursor` null when all was counted. */
  private async measure(
    homeKey: string,
    before: MeasuringProgress,
    signal: AbortSignal,
  ): Promise<MeasuringProgress> {
    const folders = this.folders.of(homeKey);
    const now = { ...before };
    if (now.part === 'trash') {
      const { bytes, cursor } = await measureFolder(folders.trash, now.cursor, signal);
      now.trashBytes += bytes;
      if (cursor !== null) {
        return { ...now, cursor };
      }
      now.part = 'files';
      now.cursor = null;
    }
    const { bytes, cursor } = await measureFolder(folders.root, now.cursor, signal);
    return { ...now, fileBytes: now.fileBytes + bytes, cursor };
  }

  /** What was noted meanwhile is added: the walk may have missed it. Counted twice, it is too much until the next measuring. */
  private async finish(userId: string, now: MeasuringProgress): Promise<void> {
    const { trashBytes, fileBytes, addedBytes } = now;
    const [rows] = await this.dataSource.query<[{ changed: boolean }[], number]>(
      `UPDATE disk_account AS account
       SET used_bytes = $2 + account.added_bytes - $3, trash_bytes = $4, measured_at = now(), measuring = NULL
       FROM (SELECT * FROM disk_account WHERE user_id = $1 FOR UPDATE) AS old
       WHERE account.user_id = old.user_id
       RETURNING old.measured_at IS NULL OR old.used_bytes <> account.used_bytes
         OR old.trash_bytes <> account.trash_bytes AS changed`,
      [userId, trashBytes + fileBytes, addedBytes, trashBytes],
    );
    if (rows[0]?.changed === true) {
      this.realtime.publish('trashChanged', audience.user(userId), { space: 'disk' });
    }
  }

  private get accounts() {
    return this.dataSource.getRepository(DiskAccountEntity);
  }
}
