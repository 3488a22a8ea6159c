import { randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { LocalizedText } from '@clusterdesk/contracts';
import { EntryNotFoundError } from '../../platform/file-space/file-space.errors.js';
import { joinPath, splitParent } from '../../platform/file-space/space-path.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { UserRights } from '../users/rights/user-rights.service.js';
import type { CopyEntryEntity } from './copy-entry.entity.js';
import { noNotes, note, sentenceOf } from './copy-notes.js';
import type { CopyTaskEntity } from './copy-task.entity.js';
import { CopyWriter } from './copy-writer.js';
import { CopyNotAllowedError } from './copy.errors.js';
import { toCopyState } from './copy.presenter.js';
import { CopyRepository } from './copy.repository.js';
import { placeStaged } from './place-staged.js';
import { reportProgress, type Progress } from '../spaces/run-progress.js';
import { refOf, SpaceAccess } from '../spaces/space-access.service.js';
import type { ResolvedSpace } from '../spaces/space-provider.js';
import { Staging } from '../spaces/staging.js';
import { NoSpaceLeftError } from '../spaces/space.errors.js';

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
  claim: string;
  source: ResolvedSpace;
  target: ResolvedSpace;
  progress: Progress;
  signal: AbortSignal;
  announcedAt: number;
}

/** The copy is another run's now, or nobody's: stop without a word. */
class ClaimLostError extends Error {}

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
  ) {}

  async run(copyId: string, signal: AbortSignal): Promise<void> {
    const claim = randomUUID();
    const copy = await this.copies.claim(copyId, claim);
    if (!copy) {
      return;
    }
    const progress: Progress = { doneBytes: 0, doneFiles: 0 };
    const lost = new AbortController();
    const stopReporting = reportProgress(
      progress,
      {
        write: (now) => this.copies.updateClaimed(copyId, claim, now),
        show: (now) => this.push({ ...copy, ...now }),
        warn: (error) => this.logger.warn({ err: error }, 'Progress could not be written'),
      },
      lost,
    );
    try {
      const either = AbortSignal.any([signal, lost.signal]);
      const message = await this.copyAll(copy, claim, progress, either);
      await stopReporting();
      await this.close(copy, claim, { ...progress, state: 'done', message });
    } catch (error) {
      await stopReporting();
      if (lost.signal.aborted || error instanceof ClaimLostError) {
        await this.leave(copy, claim);
      } else {
        await this.fail({ ...copy, ...progress }, claim, error, signal);
      }
    }
  }

  private async copyAll(
    copy: CopyTaskEntity,
    claim: string,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<LocalizedText | null> {
    const run = await this.begin(copy, claim, progress, signal);
    const entries = await this.copies.listEntries(copy.id);
    for (const { bytes, files } of entries) {
      progress.doneBytes += bytes;
      progress.doneFiles += files;
    }
    const known = new Map(entries.map((entry) => [entry.position, entry]));
    const notes = [];
    for (const [position, path] of copy.paths.entries()) {
      signal.throwIfAborted();
      const entry = known.get(position) ?? (await this.stage(run, position, path));
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
    claim: string,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Run> {
    const user = await this.rights.find(copy.userId);
    if (!user) {
      throw new CopyNotAllowedError();
    }
    const target = { space: copy.targetSpace, projectId: copy.targetProjectId };
    if (!(await this.staging.hasFreeSpace(copy.totalBytes - copy.placedBytes))) {
      throw new NoSpaceLeftError();
    }
    return {
      copy,
      claim,
      source: await this.access.forReading(user, refOf(copy)),
      target: await this.access.forWriting(user, refOf(target)),
      progress,
      signal,
      announcedAt: Date.now(),
    };
  }

  /** Copies an entry into staging and notes which one it is. What is gone by now is left out. */
  private async stage(run: Run, position: number, path: string): Promise<CopyEntryEntity> {
    const { copy, claim, source, progress, signal } = run;
    const staged = `${claim}/${position}`;
    const before = { ...progress };
    const notes = noNotes();
    const found = await source.space.stat(path).catch((error: unknown) => {
      if (error instanceof EntryNotFoundError) {
        note(notes, 'leftOut', path);
        return null;
      }
      throw error;
    });
    const writer = new CopyWriter(source.space, progress, notes, signal);
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
      placedPath: null,
    };
    if (!(await this.copies.addEntry(claim, entry))) {
      throw new ClaimLostError();
    }
    return entry as CopyEntryEntity;
  }

  private async place(run: Run, entry: CopyEntryEntity, path: string): Promise<void> {
    const { copy, claim, target } = run;
    const staged = this.staging.copyPath(copy.id, entry.staged);
    const name = splitParent(path)?.name ?? '';
    const placed = await this.copies.placeOnce(entry, claim, async () => {
      try {
        return await placeStaged(target.space, staged, entry, copy.dir, name, copy.conflict);
      } catch (error) {
        if (error instanceof EntryNotFoundError && (await isGone(staged))) {
          // It was placed before a crash, and its user has moved it since.
          return joinPath(copy.dir, name);
        }
        throw error;
      }
    });
    if (placed === null) {
      throw new ClaimLostError();
    }
    await target.quota?.note(entry.bytes);
    this.announce(run, false);
  }

  private async close(
    copy: CopyTaskEntity,
    claim: string,
    change: Partial<CopyTaskEntity> & { state: CopyTaskEntity['state'] },
  ): Promise<void> {
    if (!(await this.copies.updateClaimed(copy.id, claim, change))) {
      await this.leave(copy, claim);
      return;
    }
    await this.staging.removeCopy(copy.id);
    this.push({ ...copy, ...change });
  }

  /** The claim is gone: this run's own files go, those of the run that has it now stay. */
  private async leave(copy: CopyTaskEntity, claim: string): Promise<void> {
    const current = await this.copies.find(copy.id);
    const isOver = current === null || !(await this.copies.isUnderWay(copy.id));
    await (isOver ? this.staging.removeCopy(copy.id) : this.staging.removeCopy(copy.id, claim));
    if (current !== null && isOver) {
      // What this run pushed last may have come after the word of the cancelling.
      this.push(current);
    }
  }

  /** A refusal is final; anything else is tried again, a few times. Being told to stop is no failure. */
  private async fail(
    copy: CopyTaskEntity,
    claim: string,
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    if (error instanceof DomainError) {
      await this.close(copy, claim, {
        state: 'failed',
        message: error.sentence,
        errorCode: error.code,
        errorStatus: error.status,
      });
      return;
    }
    if (signal.aborted || copy.attempts < maxAttempts) {
      await this.copies.updateClaimed(copy.id, claim, { state: 'waiting' });
    } else {
      await this.close(copy, claim, { state: 'failed', message: unexpected });
    }
    throw error;
  }

  private announce(run: Run, isLast: boolean): void {
    if (isLast || Date.now() - run.announcedAt >= announceMs) {
      run.announcedAt = Date.now();
      const { copy, target } = run;
      const ref = refOf({ space: copy.targetSpace, projectId: copy.targetProjectId });
      this.realtime.publish('filesChanged', target.audience, { ...ref, dir: copy.dir });
    }
  }

  private push(copy: CopyTaskEntity): void {
    this.rights.find(copy.userId).then(
      (user) => {
        if (user) {
          const state = toCopyState(copy, user.language);
          this.realtime.publish('copyProgress', audience.user(copy.userId), state);
        }
      },
      (error: unknown) => this.logger.warn({ err: error }, 'Progress could not be told'),
    );
  }
}

async function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    () => true,
  );
}
