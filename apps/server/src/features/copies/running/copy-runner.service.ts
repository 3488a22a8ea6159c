import { Injectable, Logger } from '@nestjs/common';
import { runCopies, type Language, type LocalizedText } from '@clusterdesk/contracts';
import { DomainError } from '../../../platform/http/domain-error.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { taskServices } from '../../../platform/tasks/task-worker.service.js';
import { Timings } from '../../../platform/timings.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { targetKeyOf, type CopyTaskEntity } from '../copy-task.entity.js';
import { LeaseLostError } from '../copy.errors.js';
import { toCopyState } from '../copy.presenter.js';
import { CopyRepository } from '../copy.repository.js';
import { LeasedRuns } from '../../spaces/tasks/leased-runs.js';
import { retryMs } from '../../spaces/tasks/task-leases.js';
import { reportProgress, type Progress } from '../../spaces/tasks/run-progress.js';
import {
  RunningTransfers,
  type TransferUse,
} from '../../spaces/tasks/running-transfers.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { EntryTaskRunner } from '../entry-tasks/entry-task-runner.service.js';
import { EntryCopier } from './entry-copier.service.js';

const maxAttempts = 3;

/** An unexpected error, which says nothing to the user. */
const unexpected: Readonly<Record<CopyTaskEntity['kind'], LocalizedText>> = {
  copy: {
    cn: '复制失败，请稍后重试；若仍失败，请联系管理员',
    en: 'Copying failed. Try again later. If the problem persists, tell an administrator.',
  },
  unzip: {
    cn: '解压失败，请稍后重试；若仍失败，请联系管理员',
    en: 'Unpacking failed. Try again later. If the problem persists, tell an administrator.',
  },
  move: {
    cn: '移动失败，请稍后重试；若仍失败，请联系管理员',
    en: 'Moving failed. Try again later. If the problem persists, tell an administrator.',
  },
  delete: {
    cn: '删除失败，请稍后重试；若仍失败，请联系管理员',
    en: 'Deleting failed. Try again later. If the problem persists, tell an administrator.',
  },
  restore: {
    cn: '还原失败，请稍后重试；若仍失败，请联系管理员',
    en: 'Restoring failed. Try again later. If the problem persists, tell an administrator.',
  },
  purge: {
    cn: '彻底删除失败，请稍后重试；若仍失败，请联系管理员',
    en: 'Deleting permanently failed. Try again later. If the problem persists, tell an administrator.',
  },
  checksum: {
    cn: '校验值计算失败，请稍后重试；若仍失败，请联系管理员',
    en: 'Calculating the checksum failed. Try again later. If the problem persists, tell an administrator.',
  },
};

/** A copy in the hands of one run. */
interface Run {
  copy: CopyTaskEntity;
  lease: string;
  /** Of its user; null: the user may not sign in. */
  language: Language | null;
  progress: Progress;
}

/**
 * Runs copies and other tasks in the worker: one run at a time holds the lease, reports its progress, and ends the task as done, failed or
 * to be retried. `EntryCopier` decides what is copied and how, `EntryTaskRunner` what else is done to entries.
 */
@Injectable()
export class CopyRunner {
  private readonly logger = new Logger('CopyRunner');
  private readonly runs = new LeasedRuns<CopyTaskEntity>(
    taskServices.copies.concurrency,
    (lease, exceptOf) => this.copies.take(lease, exceptOf),
    (copy, lease, signal) => this.run(copy, lease, signal),
  );

  constructor(
    private readonly copier: EntryCopier,
    private readonly entryTasks: EntryTaskRunner,
    private readonly copies: CopyRepository,
    private readonly rights: UserRights,
    private readonly staging: Staging,
    private readonly realtime: Realtime,
    private readonly running: RunningTransfers,
    private readonly tasks: TaskQueue,
    private readonly timings: Timings,
  ) {}

  @OnTask(runCopies)
  work(_: object, signal: AbortSignal): Promise<void> {
    return this.runs.work(signal);
  }

  private async run(copy: CopyTaskEntity, lease: string, signal: AbortSignal): Promise<void> {
    const language = (await this.rights.find(copy.userId))?.language ?? null;
    const progress: Progress = { doneBytes: 0, doneFiles: 0 };
    const run: Run = { copy, lease, language, progress };
    const uses = usesOf(copy);
    const work = this.running.begin({ userId: copy.userId }, () => uses);
    const lost = new AbortController();
    const stopReporting = reportProgress(
      progress,
      {
        write: (now) => this.copies.updateLeased(copy.id, lease, now),
        show: (now) => this.push(run, { ...copy, ...now }),
        warn: (error) => this.logger.warn({ err: error }, 'Progress could not be written'),
      },
      lost,
      this.timings.runs,
    );
    try {
      const any = AbortSignal.any([signal, lost.signal, work.signal]);
      const outcome = isCopy(copy)
        ? { message: await this.copier.copyAll(copy, lease, progress, any) }
        : await this.entryTasks.run(copy, lease, progress, any);
      await stopReporting();
      await this.close(run, { ...progress, state: 'done', ...outcome });
    } catch (error) {
      await stopReporting();
      if (lost.signal.aborted || error instanceof LeaseLostError) {
        await this.leave(run);
      } else {
        await this.fail(run, error, signal);
      }
    } finally {
      work.end();
    }
  }

  private async close(
    run: Run,
    change: Partial<CopyTaskEntity> & { state: CopyTaskEntity['state'] },
  ): Promise<void> {
    const { copy, lease, progress } = run;
    if (!(await this.copies.endLeased(copy.id, lease, change))) {
      await this.leave(run);
      return;
    }
    await this.staging.removeCopy(copy.id);
    this.push(run, { ...copy, ...progress, ...change });
  }

  /** The lease is lost. What this run noted as staged belongs to the task, and the run that holds the lease now may need it. */
  private async leave(run: Run): Promise<void> {
    const { id } = run.copy;
    const current = await this.copies.find(id);
    if (current !== null && (await this.copies.isUnderWay(id))) {
      const noted = (await this.copies.listEntries(id)).map(({ staged }) => staged);
      await this.staging.removeCopyRun(id, run.lease, new Set(noted));
      return;
    }
    await this.staging.removeCopy(id);
    if (current !== null) {
      // This run's last progress event may have followed the event of the cancellation.
      this.push(run, current);
    }
  }

  /** A refusal is final; anything else is retried a few times. Being told to stop is no failure. */
  private async fail(run: Run, error: unknown, signal: AbortSignal): Promise<void> {
    const { copy, lease, progress } = run;
    if (error instanceof DomainError) {
      const { sentence: message, code: errorCode, status: errorStatus } = error;
      await this.close(run, { ...progress, state: 'failed', message, errorCode, errorStatus });
      return;
    }
    const isLast = !signal.aborted && copy.attempts >= maxAttempts;
    const next = isLast ? {} : { state: 'waiting' as const };
    if (!(await this.copies.updateLeased(copy.id, lease, next))) {
      // Cancelled, or another run holds it: the error does not matter.
      return this.leave(run);
    }
    this.logger.error({ err: error, copyId: copy.id }, 'A copy failed');
    if (isLast) {
      await this.close(run, { state: 'failed', message: unexpected[copy.kind] });
    } else if (!signal.aborted) {
      await this.tasks.add(runCopies, {}, { delayMs: retryMs + 100 });
    }
  }

  /** Published at once, so that no later event overtakes it. A user who may not sign in is not notified. */
  private push({ language }: Run, state: CopyTaskEntity): void {
    if (language !== null) {
      const shown = toCopyState(state, language);
      this.realtime.publish('copyProgress', audience.user(state.userId), shown);
    }
  }
}

const isCopy = ({ kind }: CopyTaskEntity): boolean => kind === 'copy' || kind === 'unzip';

/** The rights that it needs all the time; those of acts on one entry after the other are looked at on the way (`EntryTaskRunner`). */
export function usesOf(copy: CopyTaskEntity): TransferUse[] {
  if (copy.kind === 'checksum') {
    return [{ key: copy, action: 'download', paths: copy.paths }];
  }
  if (!isCopy(copy)) {
    return [];
  }
  return [
    { key: copy, action: 'download', paths: copy.paths },
    { key: targetKeyOf(copy), action: 'add', paths: [copy.dir] },
  ];
}
