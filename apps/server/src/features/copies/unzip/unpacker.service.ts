import { constants } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { ZipFile } from 'yauzl';
import { Config } from '../../../config/config.js';
import { runTogether } from '../../../platform/concurrency.js';
import type { FileIdentity } from '../../../platform/file-space/file-identity.js';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';
import { identifyStaged } from '../../../platform/file-space/placing/file-placing.js';
import { fileMode, folderMode } from '../../../platform/file-space/safe-directory.js';
import { splitParent, joinPath } from '../../../platform/file-space/space-path.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { NewNames } from '../../spaces/editing/new-names.service.js';
import type { Space } from '../../spaces/space.js';
import { FreeSpaceGuard } from '../../spaces/storage/free-space-guard.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { mapNoSpace, writeWhole } from '../../spaces/storage/write-whole.js';
import type { Progress } from '../../spaces/tasks/run-progress.js';
import { archiveEntries, type ArchiveEntry, type UnpackingRules } from './archive-entry.js';
import { isSystemError, openArchive } from './archive-file.js';
import { folderNameOf } from './archive-names.js';
import { EntryPlaces, planUnpacking, type ArchivePlan } from './archive-plan.js';
import { ArchiveChangedError, EntryDamagedError, EntryNameError } from './unzip.errors.js';

/** Small files written at once; each waits for the disk when it is flushed. */
const filesAtOnce = 8;
/** Up to this size a file is a small one. */
const smallBytes = 4 * 1024 * 1024;
/** The approximate disk space of an empty folder. */
const folderBytes = 4096;
/** The permission to execute a file is kept; nothing else of its mode is. */
const executable = 0o110;

/** How much may be written, how far it is, and when to stop. */
interface Unpacking {
  heldBytes: number;
  progress: Progress;
  signal: AbortSignal;
}

/** Writes what is in an archive into staging, flushed and with its times, as one folder. */
@Injectable()
export class Unpacker {
  constructor(
    private readonly names: NewNames,
    private readonly room: FreeSpaceGuard,
    private readonly staging: Staging,
    private readonly config: Config,
  ) {}

  /** Checks an archive of a space without unpacking it. @throws DomainError for why it may not be */
  async plan(source: Space, path: string, signal?: AbortSignal): Promise<ArchivePlan> {
    const handle = await source.files.openRead(path);
    try {
      return await planUnpacking(handle, await this.rules(path), signal);
    } finally {
      await handle.close();
    }
  }

  /**
   * Unpacks an archive of a space into a folder that is not there yet.
   * @throws DomainError for the first entry that may not be unpacked, NoSpaceLeftError
   */
  async unpack(
    source: Space,
    path: string,
    to: string,
    unpacking: Unpacking,
  ): Promise<FileIdentity> {
    const handle = await source.files.openRead(path);
    try {
      const rules = await this.rules(path);
      const plan = await planUnpacking(handle, rules, unpacking.signal);
      if (plan.totalBytes > unpacking.heldBytes) {
        throw new ArchiveChangedError();
      }
      await mapNoSpace(() =>
        this.writeAll(handle, { ...rules, encoding: plan.encoding }, to, unpacking),
      );
    } finally {
      await handle.close();
    }
    return identifyStaged(to);
  }

  private async rules(path: string): Promise<Omit<UnpackingRules, 'encoding'>> {
    const { dir, name } = splitParent(path) ?? { dir: '/', name: '' };
    return {
      dir: joinPath(dir, folderNameOf(name)),
      timeZone: this.config.timeZone,
      checkNames: await this.names.rule(),
    };
  }

  private async writeAll(
    handle: FileHandle,
    rules: UnpackingRules,
    to: string,
    unpacking: Unpacking,
  ): Promise<void> {
    await mkdir(to, { recursive: true, mode: folderMode });
    // Each keeps the piece of the file that it reads at the moment.
    const [directory, zip] = [await openArchive(handle), await openArchive(handle)];
    const places = new EntryPlaces();
    const folders = new Map<string, Date | null>([[to, null]]);
    await runTogether(filesAtOnce, unpacking.signal, async (begin, signal) => {
      for await (const found of archiveEntries(directory, rules)) {
        signal.throwIfAborted();
        const { path, missing } = places.take(found);
        for (const folder of missing) {
          await this.room.claim(folderBytes);
          await mkdir(join(to, folder), { mode: folderMode }).catch(refusing(found));
          folders.set(join(to, folder), null);
        }
        const write = (): Promise<void> =>
          this.writeFile(zip, found, join(to, path), { ...unpacking, signal });
        if (found.isDirectory) {
          folders.set(join(to, path), found.modifiedAt);
        } else if (found.entry.uncompressedSize > smallBytes) {
          await write();
        } else {
          await begin(write);
        }
      }
    });
    // Innermost first: adding an entry to a folder changes its time.
    for (const [path, modifiedAt] of [...folders].reverse()) {
      await this.staging.setTime(path, modifiedAt);
      const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    }
  }

  private async writeFile(
    zip: ZipFile,
    found: ArchiveEntry,
    to: string,
    { heldBytes, progress, signal }: Unpacking,
  ): Promise<void> {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    const target = await open(to, flags, fileMode).catch(refusing(found));
    try {
      const stream = await zip.openReadStreamPromise(found.entry);
      let [position, sum] = [0, 0];
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        signal.throwIfAborted();
        // What the archive says of itself was held; nothing is written beyond it.
        if (progress.doneBytes + chunk.length > heldBytes) {
          throw new ArchiveChangedError();
        }
        progress.doneBytes += chunk.length;
        sum = crc32(chunk, sum);
        await writeWhole(this.room, target, chunk, position);
        position += chunk.length;
      }
      if (position !== found.entry.uncompressedSize || sum !== found.entry.crc32) {
        throw new EntryDamagedError(found.name);
      }
      if (found.isExecutable) {
        await target.chmod(fileMode | executable);
      }
      await this.staging.setTime(to, found.modifiedAt);
      await target.sync();
      progress.doneFiles += 1;
    } catch (error) {
      signal.throwIfAborted();
      return refusing(found)(error);
    } finally {
      await target.close();
    }
  }
}

/** An error about an entry: the archive's, unless the system failed. */
const refusing =
  ({ name }: ArchiveEntry) =>
  (error: unknown): never => {
    if (isErrno(error, 'ENAMETOOLONG')) {
      throw new EntryNameError(name);
    }
    throw error instanceof DomainError || isSystemError(error)
      ? error
      : new EntryDamagedError(name);
  };
