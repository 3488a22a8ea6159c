import { randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import {
  copyEntries,
  type Language,
  type LocalizedText,
  type TaskPayload,
} from '@clusterdesk/contracts';
import { EntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import { joinPath, splitParent } from '../../../platform/file-space/space-path.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { RightEndedError } from '../../../platform/running-work/running-work.errors.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import type { CopyEntryEntity } from '../copy-entry.entity.js';
import { noNotes, note, sentenceOf } from './copy-notes.js';
import type { CopyTaskEntity } from '../copy-task.entity.js';
import { CopyWriter } from './copy-writer.js';
import { toCopyState } from '../copy.presenter.js';
import { CopyRepository } from '../copy.repository.js';
import { placeStaged } from './place-staged.js';
import { reportProgress, type Progress } from '../../spaces/tasks/run-progress.js';
import { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { refOf, spaceKeyText, type SpaceKey } from '../../spaces/space-key.js';
import { SpaceNews } from '../../spaces/space-news.service.js';
import type { Space, SpaceUser } from '../../spaces/space.js';
import { Staging } from '../../spaces/storage/staging.js';
import { NoSpaceLeftError } from '../../spaces/space.errors.js';

const maxAttempts = 3;
/** While entries come one after the other, windows that show the folder read it again this often. */
const announceMs = 1_000;

const unexpected: LocalizedText = {
  cn: '复制失败，请稍后重试；若仍失败，请联系管理员',
  en: 'Copying failed. Try again later, and if it stays, tell an administrator.',
};

/** A copy in the hands of one run. */
interface Run {
  copy: CopyTaskEntity;
  lease: string;
  source: Space;
  target: Space;
  user: SpaceUser;
  progress: Progress;
  signal: AbortSignal;
  announcedAt: number;
}

/** The copy is another run's now, or nobody's: stop without a word. */
class LeaseLostError extends Error {}

/**
 * Copies the entries of a task, in the worker: each is first whole, flushed and noted by its inode in staging, and then
 * placed in one step. Run again after a death at any moment, it goes on behind the last entry that was placed.
 */
@Injectable()
export class CopyRunner {
  private readonly logger = new Logger('CopyRunner');

  constructor(
    private readonly access: SpaceAccess,
    private readonly copies: CopyRepository,
    private readonly rights: UserRights,
    private readonly staging: Staging,
    private readonly realtime: Realtime,
    private readonly running: RunningWork,
    private readonly operations: SpaceOperations,
    private readonly news: SpaceNews,
  ) {}

  @OnTask(copyEntries)
  async run({ copyId }: TaskPayload<typeof copyEntries>, signal: AbortSignal): Promise<void> {
    const lease = randomUUID();
    const copy = await this.copies.acquire(copyId, lease);
    if (!copy) {
      return;
    }
    const language = (await this.rights.find(copy.userId))?.language ?? null;
    const work = this.running.begin(
      {
        userId: copy.userId,
        spaceKeys: [spaceKeyText(copy), spaceKeyText(targetKeyOf(copy))],
      },
      { isStillAllowed: () => this.isStillAllowed(copy) },
    );
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
    );
    try {
      const any = AbortSignal.any([signal, lost.signal, work.signal]);
      const message = await this.copyAll(copy, lease, progress, any);
      await stopReporting();
      await this.close(copy, lease, language, { ...progress, state: 'done', message });
    } catch (error) {
      await stopReporting();
      if (lost.signal.aborted || error instanceof LeaseLostError) {
        await this.leave(copy, lease, language);
      } else {
        await this.fail({ ...copy, ...progress }, lease, language, error, signal);
      }
    } finally {
      work.end();
    }
  }

  private async copyAll(
    copy: CopyTaskEntity,
    lease: string,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<LocalizedText | null> {
    const run = await this.begin(copy, lease, progress, signal);
    const entries = await this.copies.listEntries(copy.id);
    for (const { bytes, files } of entries) {
      progress.doneBytes += bytes;
      progress.doneFiles += files;
    }
    const known = new Map(entries.map((entry) => [entry.position, entry]));
    const notes = [];
    for (const [position, path] of copy.paths.entries()) {
      signal.throwIfAborted();
      let entry = known.get(position) ?? (await this.stage(run, position, path));
      if (await this.isLost(copy, entry)) {
        await this.forget(run, entry);
        entry = await this.stage(run, position, path);
      }
      notes.push(entry.notes);
      if (entry.identity !== null && entry.placedPath === null) {
        await this.place(run, entry, path);
      }
    }
    this.announce(run, true);
    return sentenceOf(notes);
  }

  private async begin(
    copy: CopyTaskEntity,
    lease: string,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Run> {
    const { user, source, target } = await this.open(copy);
    if (!(await this.staging.hasFreeSpace(copy.totalBytes - copy.placedBytes))) {
      throw new NoSpaceLeftError();
    }
    return {
      copy,
      lease,
      user,
      source,
      target,
      progress,
      signal,
      announcedAt: Date.now(),
    };
  }

  /** Copies an entry into staging and notes which one it is. What is gone by now is left out. */
  private async stage(run: Run, position: number, path: string): Promise<CopyEntryEntity> {
    const { copy, lease, source, progress, signal } = run;
    const staged = `${lease}/${position}`;
    const before = { ...progress };
    const notes = noNotes();
    const found = await source.files.stat(path).catch((error: unknown) => {
      if (error instanceof EntryNotFoundError) {
        note(notes, 'leftOut', path);
        return null;
      }
      throw error;
    });
    const writer = new CopyWriter(source, progress, notes, signal);
    const identity = found && (await writer.copy(found, this.staging.copyPath(copy.id, staged)));
    const entry = {
      copyId: copy.id,
      position,
      staged,
      identity: identity && `${identity.dev}:${identity.ino}`,
      isDirectory: found?.isDirectory ?? false,
      bytes: progress.doneBytes - before.doneBytes,
      files: progress.doneFiles - before.doneFiles,
      notes,
      isPlacing: false,
      placedPath: null,
    };
    if (!(await this.copies.addEntry(lease, entry))) {
      throw new LeaseLostError();
    }
    return entry as CopyEntryEntity;
  }

  private async place(run: Run, entry: CopyEntryEntity, path: string): Promise<void> {
    const { copy, lease } = run;
    const staged = this.staging.copyPath(copy.id, entry.staged);
    const name = splitParent(path)?.name ?? '';
    run.signal.throwIfAborted();
    // The rights of now: nothing is placed with those of the beginning.
    const { user, target } = await this.open(copy);
    const wasPlacing = entry.isPlacing;
    if (!wasPlacing && !(await this.copies.markPlacing(entry, lease))) {
      throw new LeaseLostError();
    }
    const placed = await this.copies.placeOnce(entry, lease, async () => {
      try {
        const put = { staged, dir: copy.dir, name, conflict: copy.conflict };
        return await placeStaged(this.operations, user, target, entry, put);
      } catch (error) {
        if (error instanceof EntryNotFoundError && wasPlacing && (await isGone(staged))) {
          // An earlier run placed it before it died, and its user has moved it since.
          return joinPath(copy.dir, name);
        }
        throw error;
      }
    });
    if (placed === null) {
      throw new LeaseLostError();
    }
    await target.quota?.note(entry.bytes);
    this.announce(run, false);
  }

  private async close(
    copy: CopyTaskEntity,
    lease: string,
    language: Language | null,
    change: Partial<CopyTaskEntity> & { state: CopyTaskEntity['state'] },
  ): Promise<void> {
    if (!(await this.copies.updateLeased(copy.id, lease, change))) {
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

  /** A refusal is final; anything else is tried again, a few times. Being told to stop is no failure. */
  private async fail(
    copy: CopyTaskEntity,
    lease: string,
    language: Language | null,
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    if (error instanceof DomainError) {
      await this.close(copy, lease, language, {
        state: 'failed',
        message: error.sentence,
        errorCode: error.code,
        errorStatus: error.status,
      });
      return;
    }
    if (signal.aborted || copy.attempts < maxAttempts) {
      await this.copies.updateLeased(copy.id, lease, { state: 'waiting' });
    } else {
      await this.close(copy, lease, language, { state: 'failed', message: unexpected });
    }
    throw error;
  }

  private announce(run: Run, isLast: boolean): void {
    if (isLast || Date.now() - run.announcedAt >= announceMs) {
      run.announcedAt = Date.now();
      this.news.filesChanged(run.target, [run.copy.dir]);
    }
  }

  /** At once: what is told later must not overtake it. Nobody is told of a user who may not sign in. */
  private push(copy: CopyTaskEntity, language: Language | null): void {
    if (language !== null) {
      const state = toCopyState(copy, language);
      this.realtime.publish('copyProgress', audience.user(copy.userId), state);
    }
  }

  /** Both spaces with the rights of this moment. @throws what the user may not do */
  private async open(
    copy: CopyTaskEntity,
  ): Promise<{ user: SpaceUser; source: Space; target: Space }> {
    const user = await this.rights.find(copy.userId);
    if (!user) {
      throw new RightEndedError();
    }
    return {
      user,
      source: await this.access.openFor(user, refOf(copy), 'download', copy.paths),
      target: await this.access.openFor(user, refOf(targetKeyOf(copy)), 'add', [copy.dir]),
    };
  }

  private async isStillAllowed(copy: CopyTaskEntity): Promise<boolean> {
    return this.open(copy).then(
      () => true,
      (error: unknown) => !(error instanceof DomainError),
    );
  }

  /** Noted as staged, but it is not there, and no run ever began to place it: staging was cleared, or restored without it. */
  private async isLost(copy: CopyTaskEntity, entry: CopyEntryEntity): Promise<boolean> {
    const { identity, placedPath, isPlacing, staged } = entry;
    return (
      identity !== null &&
      placedPath === null &&
      !isPlacing &&
      (await isGone(this.staging.copyPath(copy.id, staged)))
    );
  }

  private async forget(run: Run, entry: CopyEntryEntity): Promise<void> {
    if (!(await this.copies.deleteEntry(entry, run.lease))) {
      throw new LeaseLostError();
    }
    run.progress.doneBytes -= entry.bytes;
    run.progress.doneFiles -= entry.files;
  }
}

function targetKeyOf({ targetSpace, targetSpaceId }: CopyTaskEntity): SpaceKey {
  return { space: targetSpace, spaceId: targetSpaceId };
}

async function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    () => true,
  );
}
