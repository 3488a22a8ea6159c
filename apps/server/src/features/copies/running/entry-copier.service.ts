import { Injectable } from '@nestjs/common';
import type { LocalizedText } from '@clusterdesk/contracts';
import {
  EntryNotFoundError,
  nullWhenGone,
} from '../../../platform/file-space/file-space.errors.js';
import { joinPath, splitParent } from '../../../platform/file-space/space-path.js';
import { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { QuotaReservations } from '../../spaces/quota/quota-reservations.service.js';
import { SpaceEventPublisher } from '../../spaces/space-event-publisher.service.js';
import type { Space, SpaceUser } from '../../spaces/space.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { refOf } from '../../spaces/space-key.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { FreeSpaceGuard } from '../../spaces/storage/free-space-guard.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import type { Progress } from '../../spaces/tasks/run-progress.js';
import type { CopyEntryEntity } from '../copy-entry.entity.js';
import { targetKeyOf, type CopyTaskEntity } from '../copy-task.entity.js';
import { LeaseLostError } from '../copy.errors.js';
import { CopyRepository } from '../copy.repository.js';
import { folderNameOf } from '../unzip/archive-names.js';
import { Unpacker } from '../unzip/unpacker.service.js';
import { noNotes, note, sentenceOf, type CopyNotes } from './copy-notes.js';
import { CopyWriter } from './copy-writer.js';
import { placeStaged } from './place-staged.js';
import {
  type FileIdentity,
  formatIdentity,
  freshStat,
} from '../../../platform/file-space/file-identity.js';

/** How often windows that show the target folder are told to refresh it while a copy runs. */
const announceMs = 1_000;

/** A copy in the hands of one run. */
interface Run {
  copy: CopyTaskEntity;
  lease: string;
  source: Space;
  target: Space;
  progress: Progress;
  signal: AbortSignal;
  announcedAt: number;
}

/**
 * Copies the entries of a copy one after the other: each is completed and flushed in staging, recorded by its inode, and then
 * placed in one step. Called again after a crash at any moment, it continues after the last placed entry.
 */
@Injectable()
export class EntryCopier {
  constructor(
    private readonly access: SpaceAccess,
    private readonly rights: UserRights,
    private readonly copies: CopyRepository,
    private readonly staging: Staging,
    private readonly disk: FreeSpaceGuard,
    private readonly unpacker: Unpacker,
    private readonly room: QuotaReservations,
    private readonly operations: SpaceOperations,
    private readonly news: SpaceEventPublisher,
  ) {}

  /**
   * Copies and places what is not placed yet, and updates `progress`.
   * @returns what was left out or changed, for the user; null: nothing
   * @throws LeaseLostError; DomainError when the user may not do it or there is no room
   */
  async copyAll(
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
      const entry = known.get(position) ?? (await this.stage(run, position, path));
      notes.push(await this.placeForSure(run, entry, path));
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
    const { source, target } = await this.open(copy);
    await this.disk.assertRoomFor(copy.totalBytes - copy.placedBytes, copy.id);
    return { copy, lease, source, target, progress, signal, announcedAt: Date.now() };
  }

  /** Opens both spaces with the current rights, to copy these of its entries. @throws DomainError for what the user may not do */
  async open(
    copy: CopyTaskEntity,
    paths: readonly string[] = copy.paths,
  ): Promise<{ user: SpaceUser; source: Space; target: Space }> {
    const user = await this.rights.get(copy.userId);
    return {
      user,
      source: await this.access.openFor(user, refOf(copy), 'download', paths),
      target: await this.access.openFor(user, refOf(targetKeyOf(copy)), 'add', [copy.dir]),
    };
  }

  /** Copies an entry into staging and records its identity. An entry that no longer exists is left out. */
  private async stage(run: Run, position: number, path: string): Promise<CopyEntryEntity> {
    const { copy, lease, source, progress, signal } = run;
    const staged = `${lease}/${position}`;
    const before = { ...progress };
    const notes = noNotes();
    const to = this.staging.copyPath(copy.id, staged);
    const { identity, isDirectory } =
      copy.kind === 'unzip'
        ? {
            identity: await this.unpacker.unpack(source, path, to, {
              heldBytes: copy.totalBytes,
              progress,
              signal,
            }),
            isDirectory: true,
          }
        : await this.copyOne(run, path, to, notes);
    await this.promise(run);
    const entry = {
      copyId: copy.id,
      position,
      staged,
      identity: identity && formatIdentity(identity),
      isDirectory,
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

  /** An entry that is not there any more has no identity. */
  private async copyOne(
    { source, progress, signal }: Run,
    path: string,
    to: string,
    notes: CopyNotes,
  ): Promise<{ identity: FileIdentity | null; isDirectory: boolean }> {
    const found = await source.files.stat(path).catch((error: unknown) => {
      if (error instanceof EntryNotFoundError) {
        note(notes, 'leftOut', path);
        return null;
      }
      throw error;
    });
    const writer = new CopyWriter(source, progress, notes, this.disk, signal);
    const identity = found && (await writer.copy(found, to));
    return { identity, isDirectory: found?.isDirectory ?? false };
  }

  /** The source may have grown since it was measured: nothing is placed beyond the target's quota. */
  private async promise({ copy, lease, target, progress }: Run): Promise<void> {
    const { doneBytes } = progress;
    if (doneBytes <= copy.totalBytes) {
      return;
    }
    const more = doneBytes - copy.totalBytes;
    const isOurs = await this.room.reserve(target.quota, more, (manager) =>
      this.copies.updateLeased(copy.id, lease, { totalBytes: doneBytes }, manager),
    );
    if (!isOurs) {
      throw new LeaseLostError();
    }
    copy.totalBytes = doneBytes;
  }

  /** Stages an entry that was lost in staging once more. @returns the notes of the placed entry */
  private async placeForSure(run: Run, entry: CopyEntryEntity, path: string): Promise<CopyNotes> {
    try {
      await this.place(run, entry, path);
      return entry.notes;
    } catch (error) {
      if (!(error instanceof StagedEntryLostError)) {
        throw error;
      }
    }
    await this.forget(run, entry);
    const again = await this.stage(run, entry.position, path);
    await this.place(run, again, path);
    return again.notes;
  }

  private async place(run: Run, entry: CopyEntryEntity, path: string): Promise<void> {
    if (entry.identity === null || entry.placedPath !== null) {
      return;
    }
    const { copy, lease } = run;
    const staged = this.staging.copyPath(copy.id, entry.staged);
    if (!entry.isPlacing && (await isGone(staged))) {
      throw new StagedEntryLostError();
    }
    const name = nameInTarget(copy, path);
    run.signal.throwIfAborted();
    // The current rights to this entry, not those of the beginning.
    const { user, target } = await this.open(copy, [path]);
    // No lock is held while it is placed: after a crash, the next run finds it by its inode.
    if (!(await this.copies.markPlacing(entry, lease))) {
      throw new LeaseLostError();
    }
    const put = { staged, dir: copy.dir, name, conflict: copy.conflict };
    const placed = await placeStaged(this.operations, user, target, entry, put).catch(
      async (error: unknown) => {
        if (!(error instanceof EntryNotFoundError && entry.isPlacing && (await isGone(staged)))) {
          throw error;
        }
        if (!(await this.staging.hasCopyRun(copy.id, entry.staged))) {
          throw new StagedEntryLostError();
        }
        // An earlier run placed it before it crashed, and its user has moved it since.
        return { path: joinPath(copy.dir, name), replacedBytes: 0 };
      },
    );
    const isOwn = await this.copies.notePlaced(entry, lease, placed.path);
    // If the copy was cancelled meanwhile, the entry stays; if another run holds the copy, that run counts it.
    if (isOwn || !(await this.copies.isUnderWay(copy.id))) {
      await target.note?.(entry.bytes - placed.replacedBytes);
    }
    if (!isOwn) {
      throw new LeaseLostError();
    }
    copy.placedPath ??= placed.path;
    this.announce(run, false);
  }

  private async forget(run: Run, entry: CopyEntryEntity): Promise<void> {
    if (!(await this.copies.deleteEntry(entry, run.lease))) {
      throw new LeaseLostError();
    }
    run.progress.doneBytes -= entry.bytes;
    run.progress.doneFiles -= entry.files;
  }

  private announce(run: Run, isLast: boolean): void {
    if (isLast || Date.now() - run.announcedAt >= announceMs) {
      run.announcedAt = Date.now();
      this.news.filesChanged(run.target, [run.copy.dir]);
    }
  }
}

/** Staging was cleared, or restored without the entry, before a run placed it. */
class StagedEntryLostError extends Error {}

/** What an entry is called where it goes. */
function nameInTarget({ kind }: CopyTaskEntity, path: string): string {
  const name = splitParent(path)?.name ?? '';
  return kind === 'unzip' ? folderNameOf(name) : name;
}

async function isGone(path: string): Promise<boolean> {
  return (await freshStat(path).catch(nullWhenGone)) === null;
}
