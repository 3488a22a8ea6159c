import type { SpaceRef } from '@clusterdesk/contracts';
import { spaceKeyOf } from '../../../shared/file-browser/file-space.js';
import { arrivedPercent, type GroupView, type UploadState } from './queue/upload-group.js';
import type { UploadStore } from './queue/upload-store.js';

/** A file or folder that this window uploads or has uploaded. */
export interface UploadedEntry {
  id: string;
  spaceKey: string;
  name: string;
  isFolder: boolean;
  fileCount: number;
  sizeBytes: number;
  percent: number;
  state: UploadState;
  /** Why it, or the first of its files, did not arrive. */
  problem: string | null;
}

/** More are not told. */
const maxEntries = 500;

const entryOf = (group: GroupView): UploadedEntry => ({
  id: group.id,
  spaceKey: spaceKeyOf(group.space),
  name: group.name,
  isFolder: group.isFolder,
  fileCount: group.plainCount,
  sizeBytes: group.totalBytes,
  percent: arrivedPercent(group),
  state: group.state,
  problem: group.problem?.message ?? null,
});

/**
 * What this window has uploaded to spaces of others, the latest first. It outlives the panel: who may add to a place without
 * seeing it has no other way to know. The own disk is left out, which shows it itself.
 */
export class UploadHistory {
  private entries: readonly UploadedEntry[] = [];
  private readonly listeners = new Set<() => void>();

  constructor(queue: Pick<UploadStore, 'getView' | 'subscribe'>) {
    queue.subscribe(() => this.note(queue.getView().groups));
  }

  readonly getView = (): readonly UploadedEntry[] => this.entries;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Those that went to one space. */
  static of(entries: readonly UploadedEntry[], space: SpaceRef): readonly UploadedEntry[] {
    return entries.filter(({ spaceKey }) => spaceKey === spaceKeyOf(space));
  }

  private note(groups: readonly GroupView[]): void {
    const others = groups.filter(({ space }) => space.space !== 'disk');
    if (others.length === 0 && this.entries.length === 0) {
      return;
    }
    const now = new Map(others.map((group) => [group.id, entryOf(group)]));
    // What has left the panel unfinished was cancelled.
    const known = this.entries.flatMap((entry) => {
      const current = now.get(entry.id) ?? (entry.state === 'complete' ? entry : null);
      now.delete(entry.id);
      return current ? [current] : [];
    });
    this.entries = [...[...now.values()].reverse(), ...known].slice(0, maxEntries);
    this.listeners.forEach((listener) => listener());
  }
}
