import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isErrno, noneWhenGone, TrashEntryNotFoundError } from '../file-space.errors.js';
import { isUuid } from '../../database/is-uuid.js';
import { folderMode, SafeDirectory } from '../safe-directory.js';
import type { FileIdentity } from '../placing/file-placing.js';
import { splitParent } from '../space-path.js';
import type { SpaceTree } from '../space-tree.js';
import { removeTree } from './tree-removal.js';
import { uuidv7 } from '../uuidv7.js';

/** A restoring takes milliseconds; one that is older was killed. */
const abandonedAfterMs = 60_000;

const trashRecord = z.object({
  path: z.string(),
  isDirectory: z.boolean(),
  /** Null for a folder. */
  sizeBytes: z.number().nullable().default(null),
  deletedAt: z.iso.datetime(),
});
type TrashRecord = z.output<typeof trashRecord>;

/** What was deleted, where it was, and when. */
export interface TrashEntry extends Omit<TrashRecord, 'deletedAt'> {
  id: string;
  deletedAt: Date;
}

/** Writes down where an entry is about to be put back. */
export type NoteTarget = (path: string) => Promise<void>;

/**
 * The trash of a space: `<id>.json` says what it was, then the entry lies in the folder `<id>`. Whoever takes an entry out
 * renames its folder first (`.restoring`, `.purging`), which only one can; what a killed process left is put back or
 * finished by `sweep`. `<id>.target` says where an entry is being put back. Ids sort by time.
 */
export class TrashStore {
  /** `tree` is the space that entries come from and go back to. */
  constructor(
    private readonly dir: string,
    private readonly tree: SpaceTree,
  ) {}

  /** Moves an entry here; the record is there before the entry is. */
  async add(
    parent: SafeDirectory,
    name: string,
    what: { path: string; isDirectory: boolean; sizeBytes: number },
    id = uuidv7(),
  ): Promise<{ id: string }> {
    const now = Date.now();
    const record: TrashRecord = {
      path: what.path,
      isDirectory: what.isDirectory,
      sizeBytes: what.isDirectory ? null : what.sizeBytes,
      deletedAt: new Date(now).toISOString(),
    };
    await mkdir(this.pathOf(id), { mode: folderMode });
    await writeFile(`${this.pathOf(id)}.json`, JSON.stringify(record), { flush: true });
    const folder = await SafeDirectory.openRoot(this.pathOf(id));
    try {
      await parent.moveTo(name, folder, name);
      await folder.flush();
      await this.flush();
      await parent.flush();
    } catch (error) {
      await this.forget(id);
      throw error;
    } finally {
      await folder.close();
    }
    return { id };
  }

  /** The latest first. `total` counts all of them. What a killed process was restoring is back with it. */
  async list(pageNum: number, size: number): Promise<{ entries: TrashEntry[]; total: number }> {
    await this.sweep('.restoring');
    const ids = await this.ids();
    const entries: TrashEntry[] = [];
    let gone = 0;
    for (const id of ids.slice(pageNum * size, (pageNum + 1) * size)) {
      const entry = await this.find(id);
      if (entry) {
        entries.push(entry);
      } else {
        gone += 1;
      }
    }
    return { entries, total: ids.length - gone };
  }

  /** The ids, the latest first. */
  async ids(): Promise<string[]> {
    const names = await readdir(this.dir).catch(noneWhenGone);
    return names
      .filter((name) => isUuid(name))
      .sort()
      .reverse();
  }

  /** Null when there is no such entry, or no longer. */
  async find(id: string): Promise<TrashEntry | null> {
    const record = isUuid(id) ? await this.readRecord(id) : null;
    const names = record ? await readdir(this.pathOf(id)).catch(noneWhenGone) : [];
    return record && names.length > 0
      ? { ...record, id, deletedAt: new Date(record.deletedAt) }
      : null;
  }

  /** Where an entry was, and which file or folder it is; null when there is no such entry. */
  async identify(id: string): Promise<{ path: string; identity: FileIdentity } | null> {
    const record = await this.find(id);
    const [name] = record ? await readdir(this.pathOf(id)).catch(noneWhenGone) : [];
    if (!record || name === undefined) {
      return null;
    }
    const { dev, ino } = await lstat(join(this.pathOf(id), name), { bigint: true });
    return { path: record.path, identity: { dev, ino } };
  }

  /**
   * Takes an entry out: `place` notes where it goes and moves it there from the folder it is given. Fails for all but one of
   * those who try at once. When placing fails, the entry stays in the trash.
   */
  async restore<T>(
    id: string,
    place: (
      folder: SafeDirectory,
      name: string,
      record: TrashEntry,
      noteTarget: NoteTarget,
    ) => Promise<T>,
  ): Promise<T> {
    const record = await this.find(id);
    if (!record) {
      throw new TrashEntryNotFoundError();
    }
    const taken = `${this.pathOf(id)}.restoring`;
    await this.claim(id, taken);
    try {
      const folder = await SafeDirectory.openRoot(taken);
      try {
        const [name] = await folder.names();
        if (name === undefined) {
          throw new TrashEntryNotFoundError();
        }
        return await place(folder, name, record, (path) =>
          writeFile(`${this.pathOf(id)}.target`, path, { flush: true }),
        );
      } finally {
        await folder.close();
      }
    } finally {
      await this.rollback(id);
    }
  }

  /**
   * Gives an entry up for good: from now on nobody sees it or can restore it. Its bytes go with `removePurged`, however
   * much later.
   */
  async purge(id: string): Promise<void> {
    // An entry that is just coming is not there yet: what its deleter can still have back is not purged.
    const content = isUuid(id) ? await readdir(this.pathOf(id)).catch(noneWhenGone) : [];
    if (content.length === 0) {
      throw new TrashEntryNotFoundError();
    }
    await this.claim(id, `${this.pathOf(id)}.purging`);
  }

  /** Whether there are bytes left of what was purged. */
  async hasPurged(): Promise<boolean> {
    const names = await readdir(this.dir).catch(noneWhenGone);
    return names.some((name) => name.endsWith('.purging'));
  }

  /** Removes the bytes of what was purged. Stopped or killed at any moment, the next call goes on. */
  async removePurged(signal: AbortSignal): Promise<void> {
    for (const name of await readdir(this.dir).catch(noneWhenGone)) {
      const id = name.slice(0, 36);
      if (signal.aborted) {
        return;
      }
      if (isUuid(id) && name === `${id}.purging`) {
        await this.dropNotes(id);
        await removeTree(join(this.dir, name), signal);
      }
    }
  }

  /** Puts back or finishes what killed processes began; with `only`, what has this ending. */
  async sweep(only = ''): Promise<void> {
    for (const name of await readdir(this.dir).catch(noneWhenGone)) {
      const id = name.slice(0, 36);
      if (!isUuid(id) || !name.endsWith(only)) {
        continue;
      }
      if (name.endsWith('.restoring') && (await this.isOld(name))) {
        await this.rollback(id);
      } else if (name === id && (await this.isOld(name)) && (await this.find(id)) === null) {
        await this.forget(id); // killed before the entry came
      }
    }
  }

  private async claim(id: string, as: string): Promise<void> {
    try {
      await rename(this.pathOf(id), as);
    } catch (error) {
      throw isErrno(error, 'ENOENT') ? new TrashEntryNotFoundError() : error;
    }
  }

  /** After placing: the folder is empty and goes with its record; else the entry is back in the trash. */
  private async rollback(id: string): Promise<void> {
    const taken = `${this.pathOf(id)}.restoring`;
    await this.finishPlacing(id, taken);
    await rename(taken, this.pathOf(id)).catch(noneWhenGone);
    if ((await readdir(this.pathOf(id)).catch(noneWhenGone)).length === 0) {
      await this.forget(id);
    }
  }

  /**
   * A file is put back by a second name and the removal of the first (see `movableEntry`). Killed in between, it has both:
   * it is in its place already, so the trash's name goes.
   */
  private async finishPlacing(id: string, taken: string): Promise<void> {
    const target = await readFile(`${this.pathOf(id)}.target`, 'utf8').catch(() => null);
    const [name] = await readdir(taken).catch(noneWhenGone);
    if (target === null || name === undefined) {
      return;
    }
    const folder = await SafeDirectory.openRoot(taken);
    try {
      const ours = await folder.lstatExact(name);
      if (!ours.isDirectory() && (await this.liesAt(target, ours))) {
        await folder.unlink(name);
      }
    } finally {
      await folder.close();
    }
    await rm(`${this.pathOf(id)}.target`, { force: true });
  }

  private async liesAt(path: string, file: { dev: bigint; ino: bigint }): Promise<boolean> {
    if (splitParent(path) === null) {
      return false;
    }
    return this.tree
      .inParent(path, (parent, name) => parent.lstatExact(name))
      .then(
        ({ dev, ino }) => dev === file.dev && ino === file.ino,
        () => false,
      );
  }

  /** Makes the names of entries here survive a power cut. */
  private async flush(): Promise<void> {
    const folder = await SafeDirectory.openRoot(this.dir);
    try {
      await folder.flush();
    } finally {
      await folder.close();
    }
  }

  private async forget(id: string): Promise<void> {
    const folder = await SafeDirectory.openRoot(this.dir);
    try {
      await folder.removeDirectory(id);
    } catch (error) {
      if (isErrno(error, 'ENOTEMPTY', 'EEXIST')) {
        return; // it holds something after all
      }
      if (!isErrno(error, 'ENOENT')) {
        throw error;
      }
    } finally {
      await folder.close();
    }
    await this.dropNotes(id);
  }

  private async dropNotes(id: string): Promise<void> {
    await rm(`${this.pathOf(id)}.json`, { force: true });
    await rm(`${this.pathOf(id)}.target`, { force: true });
  }

  private async readRecord(id: string): Promise<TrashRecord | null> {
    try {
      const parsed = trashRecord.safeParse(
        JSON.parse(await readFile(`${this.pathOf(id)}.json`, 'utf8')),
      );
      return parsed.success ? parsed.data : null;
    } catch (error) {
      if (isErrno(error, 'ENOENT') || error instanceof SyntaxError) {
        return null;
      }
      throw error;
    }
  }

  private async isOld(name: string): Promise<boolean> {
    const stats = await lstat(join(this.dir, name)).catch(() => null);
    return stats !== null && stats.ctimeMs < Date.now() - abandonedAfterMs;
  }

  private pathOf(id: string): string {
    return join(this.dir, id);
  }
}
