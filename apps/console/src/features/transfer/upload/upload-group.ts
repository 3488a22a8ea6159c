import type { SpaceRef } from '@clusterdesk/contracts';
import type { PickedFile } from '../../../shared/files/picked-file.js';

export type UploadState = 'checking' | 'waiting' | 'uploading' | 'paused' | 'failed' | 'complete';

/** What to do with a taken name, as it stands on the wire: refuse, overwrite, keep both. */
export type Operation = '0' | '1' | '2';

export interface UploadItem {
  id: string;
  file: File;
  fileName: string;
  /** Folder of the file below the group's `dir`; empty for loose files. */
  relativePath: string;
  loadedBytes: number;
  state: UploadState;
  problem: string | null;
}

/** One line of the panel: a loose file, or a folder with all its files. */
export interface UploadGroup {
  id: string;
  /** The file's or folder's name. */
  name: string;
  isFolder: boolean;
  space: SpaceRef;
  dir: string;
  operation: Operation;
  items: UploadItem[];
}

/** A group as the panel shows it. */
export interface GroupView {
  id: string;
  name: string;
  isFolder: boolean;
  fileCount: number;
  completeCount: number;
  failedCount: number;
  loadedBytes: number;
  totalBytes: number;
  state: UploadState;
  problem: string | null;
}

let nextId = 0;
const newId = (prefix: string): string => `${prefix}${(nextId += 1)}`;

/** Sorts what was picked into groups: one for each loose file, one for each folder at the top. */
export function groupPicked(
  space: SpaceRef,
  dir: string,
  picked: readonly PickedFile[],
): UploadGroup[] {
  const groups = new Map<string, UploadGroup>();
  for (const { file, path } of picked) {
    const parts = path.split('/');
    const fileName = parts.pop() ?? file.name;
    const isFolder = parts.length > 0;
    const name = parts[0] ?? fileName;
    const key = `${isFolder ? 'folder' : 'file'}/${name}`;
    const group = groups.get(key) ?? {
      id: newId('group'),
      name,
      isFolder,
      space,
      dir,
      operation: '0',
      items: [],
    };
    group.items.push({
      id: newId('item'),
      file,
      fileName,
      relativePath: parts.join('/'),
      loadedBytes: 0,
      state: 'checking',
      problem: null,
    });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Gives a folder another name at its top, so that it lands beside the one that is there. */
export function renameFolder(group: UploadGroup, newName: string): void {
  group.name = newName;
  for (const item of group.items) {
    const [, ...rest] = item.relativePath.split('/');
    item.relativePath = [newName, ...rest].join('/');
  }
}

/** The most telling state of a group's files, in this order. */
const telling: readonly UploadState[] = ['uploading', 'checking', 'waiting', 'paused', 'failed'];

/** Sums a group up. */
export function viewOf(group: UploadGroup): GroupView {
  const states = new Set(group.items.map((item) => item.state));
  return {
    id: group.id,
    name: group.name,
    isFolder: group.isFolder,
    fileCount: group.items.length,
    completeCount: group.items.filter((item) => item.state === 'complete').length,
    failedCount: group.items.filter((item) => item.state === 'failed').length,
    loadedBytes: group.items.reduce((sum, item) => sum + item.loadedBytes, 0),
    totalBytes: group.items.reduce((sum, item) => sum + item.file.size, 0),
    state: telling.find((state) => states.has(state)) ?? 'complete',
    problem: group.items.find((item) => item.problem !== null)?.problem ?? null,
  };
}
