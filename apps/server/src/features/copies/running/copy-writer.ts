import { constants, type Stats } from 'node:fs';
import { copyFile, mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';
import { fileMode, folderMode } from '../../../platform/file-space/safe-directory.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { runTogether } from '../../../platform/concurrency.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { filterFor, type Space } from '../../spaces/space.js';
import { note, type CopyNotes } from './copy-notes.js';
import { isSparse, writtenRuns } from '../../spaces/storage/sparse-file.js';
import type { WriteRoom } from '../../spaces/storage/free-space-guard.service.js';
import { mapNoSpace, writeWhole } from '../../spaces/storage/write-whole.js';
import { descriptorPath } from '../../spaces/storage/descriptor-path.js';
import type { Progress } from '../../spaces/tasks/run-progress.js';
import { type FileIdentity, identityOf } from '../../../platform/file-space/file-identity.js';

/** Up to this size a file is copied by one system call; larger ones piece by piece, so that they can be stopped. */
const oneStepBytes = 4 * 1024 * 1024;
const pieceBytes = 1024 * 1024;
/** Small files copied at once; each waits for the disk when it is flushed. */
const filesAtOnce = 8;
/** The approximate disk space of an empty folder. */
const folderBytes = 4096;
/** The permission to execute a file is copied; nothing else of its mode is. */
const executable = 0o110;

/** Copies entries of a space into staging, flushed and with their modification times. */
export class CopyWriter {
  /** Whether this filesystem can share blocks between files; found out with the first large file. */
  private canClone = true;

  constructor(
    private readonly source: Space,
    private readonly progress: Progress,
    private readonly notes: CopyNotes,
    private readonly room: WriteRoom,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Copies one entry with all its contents; null if nothing could be read. When it returns, nothing is written any more.
   * @throws NoSpaceLeftError
   */
  copy(entry: SpaceEntry, to: string): Promise<FileIdentity | null> {
    return mapNoSpace(() => this.copyEntry(entry, to));
  }

  private async copyEntry(entry: SpaceEntry, to: string): Promise<FileIdentity | null> {
    await mkdir(dirname(to), { recursive: true, mode: folderMode });
    if (entry.isDirectory) {
      await this.copyFolder(entry, to);
    } else if (!(await this.copyOne(entry, to, this.signal))) {
      return null;
    }
    const handle = await open(to, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return identityOf(await handle.stat({ bigint: true }));
    } finally {
      await handle.close();
    }
  }

  private async copyFolder(top: SpaceEntry, to: string): Promise<void> {
    const leaveOut = (path: string): void => note(this.notes, 'leftOut', path);
    const filtered: string[] = [];
    await mkdir(to, { mode: folderMode });
    const folders = [{ path: to, modifiedAt: top.modifiedAt }];
    await runTogether(filesAtOnce, this.signal, async (begin, signal) => {
      for await (const entry of this.source.files.walk(top.path, {
        onUnreachable: leaveOut,
        onHidden: leaveOut,
        onFiltered: (path) => void filtered.push(path),
        filter: filterFor(this.source, 'download'),
        signal,
      })) {
        signal.throwIfAborted();
        const path = join(to, entry.path.slice(top.path.length));
        if (entry.isDirectory) {
          await this.room.claim(folderBytes);
          if (await makeFolder(path)) {
            folders.push({ path, modifiedAt: entry.modifiedAt });
          } else {
            leaveOut(entry.path);
          }
        } else if (entry.sizeBytes > oneStepBytes) {
          await this.copyOne(entry, path, signal);
        } else {
          await begin(() => this.copyOne(entry, path, signal));
        }
      }
    });
    // Entries that may be seen but not copied are listed; hidden ones are not.
    const seen = await this.source.can('view', filtered);
    filtered.filter((_, index) => seen[index]?.isAllowed === true).forEach(leaveOut);
    // Innermost first: adding an entry to a folder changes its time.
    for (const { path, modifiedAt } of folders.reverse()) {
      const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
      try {
        await handle.utimes(modifiedAt, modifiedAt);
        await handle.sync();
      } finally {
        await handle.close();
      }
    }
  }

  /** False if it was left out. */
  private async copyOne(entry: SpaceEntry, to: string, signal: AbortSignal): Promise<boolean> {
    let source: FileHandle;
    try {
      source = await this.source.files.openRead(entry.path);
    } catch (error) {
      if (error instanceof DomainError) {
        note(this.notes, 'leftOut', entry.path);
        return false;
      }
      throw error;
    }
    try {
      const before = await source.stat();
      await this.copyBytes(source, before, to, signal);
      const after = await source.stat();
      if (after.mtimeMs !== before.mtimeMs || after.size !== before.size) {
        note(this.notes, 'changed', entry.path);
      }
      this.progress.doneFiles += 1;
      return true;
    } catch (error) {
      if (isTooDeep(error)) {
        note(this.notes, 'leftOut', entry.path);
        return false;
      }
      throw error;
    } finally {
      await source.close();
    }
  }

  private async copyBytes(
    source: FileHandle,
    stats: Stats,
    to: string,
    signal: AbortSignal,
  ): Promise<void> {
    const isWhole = await this.copyInOneStep(source, stats, to);
    const flags = isWhole
      ? constants.O_WRONLY
      : constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    const target = await open(to, flags, fileMode);
    try {
      if (!isWhole) {
        await this.copyPieces(source, stats, target, signal);
      }
      await target.chmod(fileMode | (stats.mode & executable));
      await target.utimes(stats.atime, stats.mtime);
      await target.sync();
    } finally {
      await target.close();
    }
  }

  /**
   * Copies by sharing blocks where the filesystem can, else within the kernel; false if it must go piece by piece: large
   * files, and those with holes, which the kernel's copy would fill.
   */
  private async copyInOneStep(source: FileHandle, stats: Stats, to: string): Promise<boolean> {
    const isSimple = stats.size <= oneStepBytes && !isSparse(stats);
    if (!isSimple && !this.canClone) {
      return false;
    }
    const clone = isSimple ? constants.COPYFILE_FICLONE : constants.COPYFILE_FICLONE_FORCE;
    try {
      if (isSimple) {
        await this.room.claim(stats.size);
      }
      await copyFile(descriptorPath(source), to, constants.COPYFILE_EXCL | clone);
    } catch (error) {
      // Also for a file whose mode prevents the platform's account from opening it a second time.
      if (isErrno(error, 'ENOTSUP', 'EOPNOTSUPP', 'ENOTTY', 'ENOSYS', 'EXDEV', 'EINVAL')) {
        this.canClone = false;
        return false;
      }
      throw error;
    }
    this.progress.doneBytes += stats.size;
    return true;
  }

  /** Copies no more than the initial size, so that a file that is being appended to comes to an end. */
  private async copyPieces(
    source: FileHandle,
    stats: Stats,
    target: FileHandle,
    signal: AbortSignal,
  ): Promise<void> {
    const { size: sizeBytes } = stats;
    const hasHoles = isSparse(stats);
    const buffer = Buffer.allocUnsafe(pieceBytes);
    let position = 0;
    while (position < sizeBytes) {
      signal.throwIfAborted();
      const wanted = Math.min(pieceBytes, sizeBytes - position);
      const { bytesRead } = await source.read(buffer, 0, wanted, position);
      if (bytesRead === 0) {
        break; // it was truncated meanwhile
      }
      const piece = buffer.subarray(0, bytesRead);
      // Holes are preserved: a sparse file must not fill the disk.
      for (const { start, end } of hasHoles ? writtenRuns(piece) : [{ start: 0, end: bytesRead }]) {
        await writeWhole(this.room, target, piece.subarray(start, end), position + start);
      }
      position += bytesRead;
      this.progress.doneBytes += bytesRead;
    }
    if (hasHoles) {
      await target.truncate(position);
    }
  }
}

/** False if the path would be too long for the system. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: folderMode });
    return true;
  } catch (error) {
    if (isTooDeep(error)) {
      return false;
    }
    throw error;
  }
}

/** Paths are longer in staging than in their space, so the deepest folders may not fit, nor their contents. */
function isTooDeep(error: unknown): boolean {
  return isErrno(error, 'ENAMETOOLONG');
}
