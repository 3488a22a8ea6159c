import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { TrashEntryNotFoundError } from '../file-space.errors.js';
import { isUuid } from '../../database/is-uuid.js';
import { SafeDirectory } from '../safe-directory.js';
import { splitParent } from '../space-path.js';
import type { SpaceTree } from '../space-tree.js';
import { TrashFolder, type TrashRecord } from './trash-folder.js';
import { removeTree } from './tree-removal.js';
import { uuidv7 } from '../uuidv7.js';
import { type FileIdentity, identityOf } from '../file-identity.js';

/** What was deleted, where it was, and when. */
export interface TrashEntry extends Omit<TrashRecord, 'deletedAt'> {
  id: string;
  deletedAt: Date;
}

/** Writes down where an entry is about to be put back. */
export type NoteTarget = (path: string) => Promise<void>;

/**
 * The trash of a space. Only one of those who try to take an entry out can; what a killed process left is put back or finished
 * by `sweep`. Ids sort by time.
 */
export class TrashStore {
  private readonly trash: TrashFolder;

  /** `tree` is the space that entries come from and go back to. */
  constructor(
    dir: string,
    private readonly tree: SpaceTree,
  ) {
    this.trash = new TrashFolder(dir);
  }

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
    await this.trash.make(id, record);
    const folder = await SafeDirectory.openRoot(this.trash.pathOf(id));
    try {
      await parent.moveTo(name, folder, name);
      await folder.flush();
      await this.trash.flush();
      await parent.flush();
    } catch (error) {
      await this.trash.forget(id);
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
    const names = await this.trash.names();
    return names
      .filter((name) => isUuid(name))
      .sort()
      .reverse();
  }

  /** Null when there is no such entry, or no longer. */
  async find(id: string): Promise<TrashEntry | null> {
    const record = isUuid(id) ? await this.trash.readRecord(id) : null;
    const names = record ? await this.trash.contentOf(id) : [];
    return record && names.length > 0
      ? { ...record, id, deletedAt: new Date(record.deletedAt) }
      : null;
  }

  /** Where an entry was, and which file or folder it is; null when there is no such entry. */
  async identify(id: string): Promise<{ path: string; identity: FileIdentity } | null> {
    const record = await this.find(id);
    const [name] = record ? await this.trash.contentOf(id) : [];
    if (!record || name === undefined) {
      return null;
    }
    const stats = await lstat(join(this.trash.pathOf(id), name), { bigint: true });
    return { path: record.path, identity: identityOf(stats) };
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
    await this.trash.claim(id, '.restoring');
    try {
      const folder = await SafeDirectory.openRoot(this.trash.pathOf(id, '.restoring'));
      try {
        const [name] = await folder.names();
        if (name === undefined) {
          throw new TrashEntryNotFoundError();
        }
        return await place(folder, name, record, (path) => this.trash.writeTarget(id, path));
      } finally {
        await folder.close();
      }
    } finally {
      await this.rollback(id);
    }
  }

  /**
   * Deletes an entry permanently: from now on nobody sees it or can restore it. `removePurged` frees its bytes later.
   */
  async purge(id: string): Promise<void> {
    // An entry that is still being moved here is not there yet: it is not purged while it may be moved back.
    const content = isUuid(id) ? await this.trash.contentOf(id) : [];
    if (content.length === 0) {
      throw new TrashEntryNotFoundError();
    }
    await this.trash.claim(id, '.purging');
  }

  /** Whether there are bytes left of what was purged. */
  async hasPurged(): Promise<boolean> {
    const names = await this.trash.names();
    return names.some((name) => name.endsWith('.purging'));
  }

  /**
   * Frees the bytes of purged entries. If it is stopped or killed, the next call continues.
   * @returns how many it removed
   */
  async removePurged(signal: AbortSignal): Promise<number> {
    let bytes = 0;
    for (const name of await this.trash.names()) {
      const id = name.slice(0, 36);
      if (signal.aborted) {
        break;
      }
      if (isUuid(id) && name === `${id}.purging`) {
        await this.trash.dropNotes(id);
        bytes += await removeTree(this.trash.pathOf(id, '.purging'), signal);
      }
    }
    return bytes;
  }

  /** Puts back or finishes what killed processes began; with `only`, what has this ending. */
  async sweep(only = ''): Promise<void> {
    for (const name of await this.trash.names()) {
      const id = name.slice(0, 36);
      if (!isUuid(id) || !name.endsWith(only)) {
        continue;
      }
      if (name.endsWith('.restoring') && (await this.trash.isAbandoned(name))) {
        await this.rollback(id);
      } else if (
        name === id &&
        (await this.trash.isAbandoned(name)) &&
        (await this.find(id)) === null
      ) {
        await this.trash.forget(id); // killed before the entry came
      }
    }
  }

  /** After placing: the folder is empty and goes with its record; else the entry is back in the trash. */
  private async rollback(id: string): Promise<void> {
    await this.finishPlacing(id);
    await this.trash.unclaim(id);
    if ((await this.trash.contentOf(id)).length === 0) {
      await this.trash.forget(id);
    }
  }

  /**
   * A file is put back by a second name and the removal of the first (see `movableEntry`). Killed in between, it has both:
   * it is in its place already, so the trash's name goes.
   */
  private async finishPlacing(id: string): Promise<void> {
    const target = await this.trash.readTarget(id);
    const [name] = await this.trash.contentOf(id, '.restoring');
    if (target === null || name === undefined) {
      return;
    }
    const folder = await SafeDirectory.openRoot(this.trash.pathOf(id, '.restoring'));
    try {
      const ours = await folder.lstatExact(name);
      if (!ours.isDirectory() && (await this.liesAt(target, ours))) {
        await folder.unlink(name);
      }
    } finally {
      await folder.close();
    }
    await this.trash.dropTarget(id);
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
}
