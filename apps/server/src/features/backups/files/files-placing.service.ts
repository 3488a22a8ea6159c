import { constants, type BigIntStats } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { SafeDirectory } from '../../../platform/file-space/safe-directory.js';
import { formatWholeIdentity, identityOf } from '../../../platform/file-space/file-identity.js';
import { ArchiveDamagedError } from '../backup.errors.js';
import { archiveNames } from '../archive/manifest.js';
import { backedUpFolders, type ListedEntry } from './file-list.js';
import type { Advance } from './advance.js';
import { flushTree } from './flush-tree.js';
import { inOrder } from './in-order.js';
import { readListedTree } from './listed-tree.js';
import { lastOf } from './tree-reading.js';

/** What an entry was called by rows when the backup was taken, and what it is called now (`device:inode:birth`). */
export interface PlacedEntry {
  was: string;
  now: string;
}

/** How many entries are told of at once. */
const batch = 1_000;

/** Lays the files of an archive out in folders of their own, beside those in use. */
@Injectable()
export class FilesPlacing {
  /**
   * Makes `into` and in it the folders of FILES_DIR that backups hold, as they were: content, times and permissions. It is a copy (of
   * blocks where the filesystem can), for the archive stays.
   * @param onPlaced hears which file is which by now
   */
  async place(
    archive: string,
    into: string,
    onPlaced: (placed: PlacedEntry[]) => Promise<void>,
    advance: Advance,
    signal: AbortSignal,
  ): Promise<void> {
    const readyDir = `${into}.next`;
    await mkdir(into, { mode: 0o750 });
    await mkdir(readyDir, { mode: 0o750 });
    const run = new PlacingRun(archive, readyDir, await SafeDirectory.openRoot(into));
    let placed: PlacedEntry[] = [];
    try {
      const list = readListedTree(join(archive, 'files.jsonl.gz'));
      for await (const ready of inOrder(list, (listed) => run.prepare(listed, signal))) {
        signal.throwIfAborted();
        const { identity: was, bytes } = ready.entry;
        placed.push({ was, now: await run.add(ready) });
        advance(bytes);
        if (placed.length === batch) {
          await onPlaced(placed);
          placed = [];
        }
      }
    } finally {
      await run.close();
      await rm(readyDir, { recursive: true, force: true });
    }
    await onPlaced(placed);
    for (const folder of backedUpFolders) {
      await mkdir(join(into, folder), { recursive: true, mode: 0o770 });
    }
    await flushTree(into);
  }
}

interface OpenFolder {
  names: readonly Buffer[];
  folder: SafeDirectory;
  /** Null: the top. */
  entry: ListedEntry | null;
}

/** An entry that is about to get its name. */
interface ReadyEntry {
  entry: ListedEntry;
  names: readonly Buffer[];
  /** A finished file, and what it is called; null: a folder or a link. */
  file: { path: string; identity: string } | null;
}

/** One laying out; the folders from the top to the entry are open. */
class PlacingRun {
  private readonly open: OpenFolder[];
  private prepared = 0;

  constructor(
    private readonly archive: string,
    /** Where files are made ready before they get their names: whole paths may be longer than a call takes. */
    private readonly readyDir: string,
    top: SafeDirectory,
  ) {
    this.open = [{ names: [], folder: top, entry: null }];
  }

  prepare(
    { entry, names }: Pick<ReadyEntry, 'entry' | 'names'>,
    signal: AbortSignal,
  ): Promise<{ result: Promise<ReadyEntry> }> {
    signal.throwIfAborted();
    this.prepared += 1;
    const path = join(this.readyDir, String(this.prepared));
    const result =
      entry.mode !== 'file'
        ? Promise.resolve({ entry, names, file: null })
        : this.copy(entry, path).then((identity) => ({ entry, names, file: { path, identity } }));
    return Promise.resolve({ result });
  }

  /** @returns what the entry is called now. @throws ArchiveDamagedError where its folder was not listed before it */
  async add({ entry, names, file }: ReadyEntry): Promise<string> {
    const { folder } = await this.folderOf(names);
    const name = lastOf(names);
    if (file) {
      await folder.renameFrom(file.path, name);
      return file.identity;
    }
    if (entry.mode === 'link') {
      const target = Buffer.from(entry.targetBase64 ?? '', 'base64');
      await folder.makeLink(name, target, timeOf(entry));
      return identityText(await folder.lstatExact(name));
    }
    await folder.makeDirectory(name);
    const opened = await folder.openDirectory(name);
    this.open.push({ names, folder: opened, entry });
    return identityText(await opened.statExact());
  }

  async close(): Promise<void> {
    while (this.open.length > 0) {
      await this.leave();
    }
  }

  private async copy(entry: ListedEntry, path: string): Promise<string> {
    const source = join(this.archive, archiveNames.files, entry.path);
    await copyFile(source, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(path, entry.permissions);
    await utimes(path, new Date(), timeOf(entry));
    return identityText(await lstat(path, { bigint: true }));
  }

  private async folderOf(names: readonly Buffer[]): Promise<OpenFolder> {
    for (;;) {
      const current = this.open.at(-1);
      if (current === undefined) {
        throw new ArchiveDamagedError('files.jsonl.gz');
      }
      if (current.names.every((name, index) => names[index]?.equals(name))) {
        if (current.names.length !== names.length - 1) {
          throw new ArchiveDamagedError('files.jsonl.gz');
        }
        return current;
      }
      await this.leave();
    }
  }

  /** A folder gets its permissions and its time when nothing more comes into it. */
  private async leave(): Promise<void> {
    const left = this.open.pop();
    if (left?.entry) {
      await left.folder.setOwn(left.entry.permissions, timeOf(left.entry));
    }
    await left?.folder.close();
  }
}

/** Seconds. Fractions are truncated, not rounded: a little is added so that the millisecond stays the same. */
const timeOf = ({ mtimeMs }: ListedEntry): number => (mtimeMs + 0.001) / 1_000;

const identityText = (stats: BigIntStats): string => formatWholeIdentity(identityOf(stats));
