import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isErrno, TrashEntryNotFoundError } from './file-space.errors.js';
import { folderMode, SafeDirectory } from './safe-directory.js';
import { removeContent } from './tree-removal.js';
import { uuidByTime } from './uuid-by-time.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A restoring takes milliseconds; one that is older was killed. */
const KILLED_AFTER_MS = 10 * 60_000;

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

/**
 * The trash of a space: `<id>.json` says what it was, then the entry lies in the folder `<id>`. Whoever takes an entry out
 * renames its folder first (`.restoring`, `.purging`), which only one can; what a killed process left is put back or
 * finished by `sweep`. Ids sort by time.
 */
export class TrashStore {
  constructor(private readonly dir: string) {}

  /** Moves an entry here; the record is there before the entry is. */
  async add(
    parent: SafeDirectory,
    name: string,
    what: { path: string; isDirectory: boolean; sizeBytes: number },
  ): Promise<{ id: string }> {
    const now = Date.now();
    const id = uuidByTime(now);
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
      await parent.flush();
    } catch (error) {
      await this.forget(id);
      throw error;
    } finally {
      await folder.close();
    }
    return { id };
  }

  /** The latest first. `total` counts all of them. */
  async list(pageNum: number, size: number): Promise<{ entries: TrashEntry[]; total: number }> {
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
      .filter((name) => UUID.test(name))
      .sort()
      .reverse();
  }

  /** Null when there is no such entry, or no longer. */
  async find(id: string): Promise<TrashEntry | null> {
    const record = UUID.test(id) ? await this.readRecord(id) : null;
    const names = record ? await readdir(this.pathOf(id)).catch(noneWhenGone) : [];
    return record && names.length > 0
      ? { ...record, id, deletedAt: new Date(record.deletedAt) }
      : null;
  }

  /**
   * Takes an entry out: `place` moves it from the folder it is given to where it belongs. Fails for all but one of those
   * who try at once. When placing fails, the entry stays in the trash.
   */
  async takeOut<T>(
    id: string,
    place: (folder: SafeDirectory, name: string, record: TrashEntry) => Promise<T>,
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
        return await place(folder, name, record);
      } finally {
        await folder.close();
      }
    } finally {
      await this.giveBack(id);
    }
  }

  /** Removes an entry for good. From its first step on nobody can restore it; killed later, `sweep` finishes. */
  async purge(id: string): Promise<void> {
    if (!UUID.test(id)) {
      throw new TrashEntryNotFoundError();
    }
    await this.claim(id, `${this.pathOf(id)}.purging`);
    await this.finishPurge(id);
  }

  /** Finishes what killed processes began. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.dir).catch(noneWhenGone)) {
      const id = name.slice(0, 36);
      if (!UUID.test(id)) {
        continue;
      }
      if (name.endsWith('.purging')) {
        await this.finishPurge(id);
      } else if (name.endsWith('.restoring') && (await this.isOld(name))) {
        await this.giveBack(id);
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
  private async giveBack(id: string): Promise<void> {
    await rename(`${this.pathOf(id)}.restoring`, this.pathOf(id)).catch(noneWhenGone);
    if ((await readdir(this.pathOf(id)).catch(noneWhenGone)).length === 0) {
      await this.forget(id);
    }
  }

  private async finishPurge(id: string): Promise<void> {
    const doomed = `${this.pathOf(id)}.purging`;
    await rm(`${this.pathOf(id)}.json`, { force: true });
    await removeTree(doomed);
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
    await rm(`${this.pathOf(id)}.json`, { force: true });
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
    return stats !== null && stats.ctimeMs < Date.now() - KILLED_AFTER_MS;
  }

  private pathOf(id: string): string {
    return join(this.dir, id);
  }
}

/** Removes a folder of the platform with all that is in it, never through a link; safe to call again. */
export async function removeTree(path: string): Promise<void> {
  let folder: SafeDirectory;
  try {
    folder = await SafeDirectory.openRoot(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) {
      return;
    }
    throw error;
  }
  try {
    if (!(await removeContent(folder))) {
      return;
    }
  } finally {
    await folder.close();
  }
  await rm(path, { recursive: true, force: true });
}

function noneWhenGone(error: unknown): never[] {
  if (isErrno(error, 'ENOENT')) {
    return [];
  }
  throw error;
}
