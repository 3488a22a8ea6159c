import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isErrno, noneWhenGone, TrashEntryNotFoundError } from '../file-space.errors.js';
import { folderMode, SafeDirectory } from '../safe-directory.js';

/** A restoring takes milliseconds; one that is older was killed. */
const abandonedAfterMs = 60_000;

const recordSchema = z.object({
  path: z.string(),
  isDirectory: z.boolean(),
  /** Null for a folder. */
  sizeBytes: z.number().nullable().default(null),
  deletedAt: z.iso.datetime(),
});
/** What is written down of an entry: what it was, where, and when it was deleted. */
export type TrashRecord = z.output<typeof recordSchema>;

/** What the folder of an entry ends in while somebody takes the entry out; empty: nobody does. */
export type TakenEnding = '' | '.restoring' | '.purging';

/**
 * How a trash lies on the disk: `<id>.json` is the record of an entry, the folder `<id>` holds it under its own name, and
 * `<id>.target` says where it is being put back. Whoever takes it out renames the folder first (`.restoring`, `.purging`).
 */
export class TrashFolder {
  constructor(private readonly dir: string) {}

  /** The absolute path of an entry's folder. */
  pathOf(id: string, ending: TakenEnding = ''): string {
    return join(this.dir, `${id}${ending}`);
  }

  /** The names of all that lies here; none when there is no trash yet. */
  async names(): Promise<string[]> {
    return readdir(this.dir).catch(noneWhenGone);
  }

  /** The name of the entry in its folder; none when it is not there, or no longer. */
  async contentOf(id: string, ending: TakenEnding = ''): Promise<string[]> {
    return readdir(this.pathOf(id, ending)).catch(noneWhenGone);
  }

  /** Makes the folder of an entry that is to come, with its record. */
  async make(id: string, record: TrashRecord): Promise<void> {
    await mkdir(this.pathOf(id), { mode: folderMode });
    await writeFile(this.recordOf(id), JSON.stringify(record), { flush: true });
  }

  /** Null when there is no valid record. */
  async readRecord(id: string): Promise<TrashRecord | null> {
    try {
      const parsed = recordSchema.safeParse(JSON.parse(await readFile(this.recordOf(id), 'utf8')));
      return parsed.success ? parsed.data : null;
    } catch (error) {
      if (isErrno(error, 'ENOENT') || error instanceof SyntaxError) {
        return null;
      }
      throw error;
    }
  }

  /** Writes down where an entry is about to be put back. */
  async writeTarget(id: string, path: string): Promise<void> {
    await writeFile(this.targetOf(id), path, { flush: true });
  }

  /** Null when none is written down. */
  async readTarget(id: string): Promise<string | null> {
    return readFile(this.targetOf(id), 'utf8').catch(() => null);
  }

  async dropTarget(id: string): Promise<void> {
    await rm(this.targetOf(id), { force: true });
  }

  /** Renames the folder of an entry for taking it out, which only one can. @throws TrashEntryNotFoundError for the others */
  async claim(id: string, ending: Exclude<TakenEnding, ''>): Promise<void> {
    try {
      await rename(this.pathOf(id), this.pathOf(id, ending));
    } catch (error) {
      throw isErrno(error, 'ENOENT') ? new TrashEntryNotFoundError() : error;
    }
  }

  /** Gives the folder of an entry that was being restored its own name back; nothing when it is gone. */
  async unclaim(id: string): Promise<void> {
    await rename(this.pathOf(id, '.restoring'), this.pathOf(id)).catch(noneWhenGone);
  }

  /** Makes the names of entries here survive a power cut. */
  async flush(): Promise<void> {
    const folder = await SafeDirectory.openRoot(this.dir);
    try {
      await folder.flush();
    } finally {
      await folder.close();
    }
  }

  /** Removes the folder of an entry that is not in it, and its notes. What still holds something stays as it is. */
  async forget(id: string): Promise<void> {
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

  /** Removes the record and the target. */
  async dropNotes(id: string): Promise<void> {
    await rm(this.recordOf(id), { force: true });
    await this.dropTarget(id);
  }

  /** Whether what has this name was left by a process that was killed. */
  async isAbandoned(name: string): Promise<boolean> {
    const stats = await lstat(join(this.dir, name)).catch(() => null);
    return stats !== null && stats.ctimeMs < Date.now() - abandonedAfterMs;
  }

  private recordOf(id: string): string {
    return `${this.pathOf(id)}.json`;
  }

  private targetOf(id: string): string {
    return `${this.pathOf(id)}.target`;
  }
}
