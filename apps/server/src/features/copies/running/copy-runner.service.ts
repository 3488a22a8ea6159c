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
import { EntryCopier } from './entry-copier.service.js';

const maxAttempts = 3;

const unexpected: LocalizedText = {
  cn: '复制失败，请稍后重试；若仍失败，请联系管理员',
  en: 'Copying failed. Try again later. If the problem persists, tell an administrator.',
};

/**
 * Runs copies in the worker: one run at a time holds the lease, shows how far it is, and ends the copy as done, failed or to
 * be tried again. What is copied and how is the entry copier's.
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
    const { id: copyId } = copy;
    const language = (await this.rights.find(copy.userId))?.language ?? null;
    const uses = usesOf(copy);
    const work = this.running.begin({ userId: copy.userId }, () => uses);
    const progress: Progress = { doneBytes: 0, doneFiles: 0 };
    const lost = new AbortController();
    const stopReporting = reportProgress(
      progress,
      {
        write: (now) => this.copies.updateLeased(copyId, lease, now),
        show: (now) => this.push({ ...copy, ...now }, language),
        warn: (error) => this.logger.warn({ err: error }, 'Progress could not be written'),
      },
      lost,
      this.timings.runs,
    );
    try {
      const any = AbortSignal.any([signal, lost.signal, work.signal]);
      const message = await this.copier.copyAll(copy, lease, progress, any);
      await stopReporting();
      await this.close(copy, lease, language, { ...progress, state: 'done', message });
    } catch (error) {
      await stopReporting();
      if (lost.signal.aborted || error instanceof LeaseLostError) {
        await this.leave(copy, lease, language);
      } else if (error instanceof DomainError) {
        await this.close({ ...copy, ...progress }, lease, language, {
          state: 'failed',
          message: error.sentence,
          errorCode: error.code,
          errorStatus: error.status,
        });
      } else {
        await this.tryAgain({ ...copy, ...progress }, lease, language, error, signal);
      }
    } finally {
      work.end();
    }
  }

  private async close(
    copy: CopyTaskEntity,
    lease: string,
    language: Language | null,
    change: Partial<CopyTaskEntity> & { state: CopyTaskEntity['state'] },
  ): Promise<void> {
    if (!(await this.copies.endLeased(copy.id, lease, change))) {
      await this.leave(copy, lease, language);
      return;
    }
    await this.staging.removeCopy(copy.id);
    this.push({ ...copy, ...change }, language);
  }

  /** The lease is gone. What this run noted as staged belongs to the task, and the run that has it now may need it. */
  private async leave(
    copy: CopyTaskEntity,
    lease: string,
    language: Language | null,
  ): Promise<void> {
    const current = await this.copies.find(copy.id);
    const isOver = current === null || !(await this.copies.isUnderWay(copy.id));
    if (isOver) {
      await this.staging.removeCopy(copy.id);
    } else {
      const noted = (await this.copies.listEntries(copy.id)).map(({ staged }) => staged);
      await this.staging.removeCopyRun(copy.id, lease, new Set(noted));
    }
    if (current !== null && isOver) {
      // What this run pushed last may have come after the word of the cancelling.
      this.push(current, language);
    }
  }

  /** What is no refusal is tried again, a few times. Being told to stop is no failure. */
  private async tryAgain(
    copy: CopyTaskEntity,
    lease: string,
    language: Language | null,
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    const isLast = !signal.aborted && copy.attempts >= maxAttempts;
    const next = isLast ? {} : { state: 'waiting' as const };
    if (!(await this.copies.updateLeased(copy.id, lease, next))) {
      // Cancelled, or another run's: nobody needs what went wrong here.
      return this.leave(copy, lease, language);
    }
    this.logger.error({ err: error, copyId: copy.id }, 'A copy failed');
    if (isLast) {
      await this.close(copy, lease, language, { state: 'failed', message: unexpected });
    } else if (!signal.aborted) {
      await this.tasks.add(runCopies, {}, { delayMs: retryMs + 100 });
    }
  }

  /** At once: what is told later must not overtake it. Nobody is told of a user who may not sign in. */
  private push(copy: CopyTaskEntity, language: Language | null): void {
    if (language !== null) {
      const state = toCopyState(copy, language);
      this.realtime.publish('copyProgress', audience.user(copy.userId), state);
    }
  }
}

/** What a copy does in its two spaces. */
export function usesOf(copy: CopyTaskEntity): TransferUse[] {
  return [
    { key: copy, action: 'download', paths: copy.paths },
    { key: targetKeyOf(copy), action: 'add', paths: [copy.dir] },
  ];
}
