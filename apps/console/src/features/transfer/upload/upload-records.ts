import { limits, spaceIdOf, spaceRefSchema, type SpaceRef } from '@clusterdesk/contracts';
import { z } from 'zod';
import type { UploadGroup, UploadItem, UploadState } from './queue/upload-group.js';

const recordSchema = z.object({
  userId: z.string(),
  space: spaceRefSchema,
  dir: z.string(),
  /** As it was chosen. */
  chosenName: z.string(),
  /** In the target folder. */
  name: z.string(),
  isFolder: z.boolean(),
  operation: z.enum(['0', '1', '2']),
  fileCount: z.number(),
  /** Of a single file: what makes it the same file. */
  size: z.number(),
  lastModified: z.number(),
  /** Of a folder: marks of the files that are in their places. */
  done: z.string(),
  /** Bytes of all its files that had arrived. */
  loadedBytes: z.number().default(0),
  totalBytes: z.number().default(0),
  /** Milliseconds since the epoch; a window that is open says so again every few seconds. */
  aliveAt: z.number(),
  changedAt: z.number(),
});
/** An upload that this browser began and has not finished. */
export type UploadRecord = z.infer<typeof recordSchema>;

const underWay: ReadonlySet<UploadState> = new Set(['checking', 'waiting', 'uploading', 'offline']);

const prefix = 'clusterdesk.upload.';
const aliveMs = 4_000;
/** A window that has been silent for so long is gone. */
const goneMs = 10_000;
/** More than these are not remembered: the browser's storage is small. */
const maxRecords = 500;
const maxMarks = 30_000;

/** A mark of a file as it was chosen: path, size and date, in 53 bits. */
export function markOf(path: string, size: number, lastModified: number): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (const letter of `${path}|${size}|${lastModified}`) {
    const code = letter.codePointAt(0) ?? 0;
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(36);
}

/** A file's path below its folder, whatever the folder is called by now. */
const innerPath = (item: UploadItem): string =>
  [...item.relativePath.split('/').slice(1), item.fileName].join('/');

const markOfItem = (item: UploadItem): string =>
  markOf(innerPath(item), item.sizeBytes, item.modifiedAt);

const keyOf = (
  userId: string,
  space: SpaceRef,
  dir: string,
  name: string,
  isFolder: boolean,
): string =>
  prefix +
  [userId, space.space, spaceIdOf(space), dir, name, isFolder].map(encodeURIComponent).join('|');

function doneMarks(group: UploadGroup): string {
  const done = group.items.filter((item) => item.state === 'complete' && !item.folders);
  return group.isFolder && done.length <= maxMarks ? done.map(markOfItem).join(' ') : '';
}

/** What this browser remembers of uploads that are not complete, so that a reload or a closed browser loses nothing. */
export class UploadRecords {
  private readonly open = new Map<string, UploadGroup>();
  private readonly stale = new Set<string>();
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(
    private readonly storage: Storage,
    private readonly userId: string,
  ) {}

  /** Remembers a group from now on; how far it is, is noted every few seconds. */
  keep(group: UploadGroup): void {
    const key = this.keyOf(group);
    if (this.open.size < maxRecords || this.open.has(key)) {
      this.open.set(key, group);
      this.stale.add(key);
      this.timer ??= setInterval(() => this.writeAll(false), aliveMs);
      this.write(key, group, false);
    }
  }

  /** Its files moved on. */
  note(group: UploadGroup): void {
    this.stale.add(this.keyOf(group));
  }

  forget(group: UploadGroup): void {
    const key = this.keyOf(group);
    // The same file may have been chosen again meanwhile: then the record is of that choice.
    if (this.open.has(key) && this.open.get(key) !== group) {
      return;
    }
    this.open.delete(key);
    this.storage.removeItem(key);
    if (this.open.size === 0 && this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  /** The window closes: what is open may be shown as unfinished by the next one at once. */
  leave(): void {
    this.writeAll(true);
  }

  /**
   * What was begun here with the same name for the same place and stands still; null: nothing. What is on its way in this
   * window goes on by itself: continued a second time it would arrive twice.
   */
  find(group: UploadGroup): UploadRecord | null {
    const key = this.keyOf(group);
    const isUnderWay = this.open.get(key)?.items.some(({ state }) => underWay.has(state));
    return isUnderWay ? null : this.read(key);
  }

  drop(record: UploadRecord): void {
    const { userId, space, dir, chosenName, isFolder } = record;
    this.storage.removeItem(keyOf(userId, space, dir, chosenName, isFolder));
  }

  /** The signed-in user's unfinished uploads that no window carries on; too old ones are forgotten. */
  unfinished(): UploadRecord[] {
    const keys = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index));
    const own = keys.filter((key) => key?.startsWith(prefix + encodeURIComponent(this.userId)));
    const now = Date.now();
    return own.flatMap((key) => {
      const record = key && !this.open.has(key) ? this.read(key) : null;
      if (record && now - record.changedAt > limits.uploadExpiryMs) {
        this.drop(record);
        return [];
      }
      return record && now - record.aliveAt > goneMs ? [record] : [];
    });
  }

  private read(key: string): UploadRecord | null {
    try {
      return recordSchema.parse(JSON.parse(this.storage.getItem(key) ?? ''));
    } catch {
      return null;
    }
  }

  private keyOf(group: UploadGroup): string {
    return keyOf(this.userId, group.space, group.dir, group.chosenName, group.isFolder);
  }

  private writeAll(isLeaving: boolean): void {
    this.open.forEach((group, key) => this.write(key, group, isLeaving));
  }

  private write(key: string, group: UploadGroup, isLeaving: boolean): void {
    const before = this.read(key);
    const isStale = this.stale.delete(key) || !before;
    const [first] = group.items;
    const record: UploadRecord = {
      userId: this.userId,
      space: group.space,
      dir: group.dir,
      chosenName: group.chosenName,
      name: group.name,
      isFolder: group.isFolder,
      operation: group.operation,
      fileCount: group.items.length,
      size: first?.sizeBytes ?? 0,
      lastModified: first?.modifiedAt ?? 0,
      done: isStale ? doneMarks(group) : before.done,
      loadedBytes: group.items.reduce((sum, item) => sum + item.loadedBytes, 0),
      totalBytes: group.items.reduce((sum, item) => sum + item.sizeBytes, 0),
      aliveAt: isLeaving ? 0 : Date.now(),
      changedAt: isStale ? Date.now() : before.changedAt,
    };
    try {
      this.storage.setItem(key, JSON.stringify(record));
    } catch {
      // The browser's memory is full: what does not fit is not remembered.
    }
  }
}

/** Whether a group is what the record is about: the same file, or a folder of that name. */
export function isSameChoice(group: UploadGroup, record: UploadRecord): boolean {
  const [item] = group.items;
  return (
    record.isFolder || (item?.sizeBytes === record.size && item.modifiedAt === record.lastModified)
  );
}

/** Marks the files of a folder complete that were placed before; returns how many. */
export function skipDone(group: UploadGroup, record: UploadRecord): number {
  const done = new Set(record.done.split(' '));
  const placed = group.items.filter((item) => !item.folders && done.has(markOfItem(item)));
  placed.forEach((item) => Object.assign(item, { state: 'complete', loadedBytes: item.sizeBytes }));
  return placed.length;
}
