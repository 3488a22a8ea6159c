import type { SpaceRef } from '@clusterdesk/contracts';
import { percentOf } from '../../../../shared/lib/format/format.js';
import type { PickedFile } from '../../../../shared/files/picked-file.js';

/** `offline`: sent again by itself when the network or the server is back. */
export type UploadState =
  'checking' | 'waiting' | 'uploading' | 'offline' | 'paused' | 'failed' | 'complete';

/** What to do with a taken name, as it stands on the wire: refuse, overwrite, keep both. */
export type Operation = '0' | '1' | '2';

/**
 * Why a file did not arrive. `refused`: the server does not want it, nothing of it is kept; `kept`: it does not want it now, and
 * keeps all of it for a later try; `fault`: the server failed and keeps what it has; `changed`: it is not the file any more that was chosen; `nameTaken`: to be asked about.
 */
export interface UploadProblem {
  kind: 'refused' | 'kept' | 'fault' | 'changed' | 'nameTaken';
  message: string;
}

export interface UploadItem {
  id: string;
  file: File;
  /**
   * As they were when the file was chosen: a browser may tell a file's size and date as they are now, and looks at the disk
   * each time it is asked.
   */
  sizeBytes: number;
  modifiedAt: number;
  fileName: string;
  /** Folder of the file below the group's `dir`; empty for loose files. */
  relativePath: string;
  /** Not a file but these empty folders, as paths below the group's `dir`. */
  folders: readonly string[] | null;
  /** Decided for this file alone; null: as its group. */
  operation: Operation | null;
  loadedBytes: number;
  state: UploadState;
  problem: UploadProblem | null;
  reread: (() => Promise<File>) | null;
}

/** One line of the panel: a loose file, or a folder with all its files. */
export interface UploadGroup {
  id: string;
  /** What was chosen together: it has its turn as one. */
  taskId: string;
  /** The file's or folder's name, in the target folder. */
  name: string;
  /** As it was chosen; `name` may be another when both are kept. */
  chosenName: string;
  isFolder: boolean;
  space: SpaceRef;
  dir: string;
  operation: Operation;
  items: UploadItem[];
}

/** A group as the panel shows it. */
export interface GroupView {
  id: string;
  taskId: string;
  space: SpaceRef;
  dir: string;
  name: string;
  isFolder: boolean;
  /** Its files, to be read only while drawing. */
  items: readonly UploadItem[];
  fileCount: number;
  /** Without what only stands for empty folders. */
  plainCount: number;
  completeCount: number;
  failedCount: number;
  loadedBytes: number;
  totalBytes: number;
  state: UploadState;
  problem: UploadProblem | null;
  /** How many files each sentence is about, the commonest first. */
  problems: readonly { message: string; count: number }[];
}

/** How much of a group has arrived, in percent: all of it only when the server said so. */
export const arrivedPercent = (
  group: Pick<GroupView, 'loadedBytes' | 'totalBytes' | 'state'>,
): number =>
  group.state === 'complete'
    ? 100
    : Math.min(99, group.totalBytes > 0 ? percentOf(group.loadedBytes, group.totalBytes) : 0);

/** The documented name for the space of a call: a project's id, or nothing for the own disk. */
export function projectOf(ref: SpaceRef): { projectId?: string } {
  return ref.space === 'project' ? { projectId: ref.spaceId } : {};
}

let nextId = 0;
const newId = (prefix: string): string => `${prefix}${(nextId += 1)}`;

const newItem = (file: File, fileName: string, relativePath: string): UploadItem => ({
  id: newId('item'),
  file,
  sizeBytes: file.size,
  modifiedAt: file.lastModified,
  fileName,
  relativePath,
  folders: null,
  operation: null,
  loadedBytes: 0,
  state: 'checking',
  problem: null,
  reread: null,
});

function addTo(group: UploadGroup, { file, path, reread }: PickedFile): void {
  if (file) {
    const parts = path.split('/');
    const item = newItem(file, parts.pop() ?? file.name, parts.join('/'));
    item.reread = reread ?? null;
    group.items.push(item);
    return;
  }
  const known = group.items.find((item) => item.folders);
  if (known?.folders) {
    known.folders = [...known.folders, path];
  } else {
    group.items.push({ ...newItem(new File([], ''), '', ''), folders: [path] });
  }
}

/** Puts another state or choice of a file in the place of the one that was chosen; nothing of it has been sent. */
export function setFile(item: UploadItem, file: File): void {
  item.file = file;
  item.sizeBytes = file.size;
  item.modifiedAt = file.lastModified;
  item.loadedBytes = 0;
}

/** Sorts the chosen files into groups of one task: one for each loose file, one for each folder at the top. */
export function groupPicked(
  space: SpaceRef,
  dir: string,
  picked: readonly PickedFile[],
): UploadGroup[] {
  const groups = new Map<string, UploadGroup>();
  const taskId = newId('task');
  for (const entry of picked) {
    const slash = entry.path.indexOf('/');
    const isFolder = slash >= 0 || !entry.file;
    const name = slash < 0 ? entry.path : entry.path.slice(0, slash);
    const key = `${isFolder ? 'folder' : 'file'}/${name}`;
    let group = groups.get(key);
    if (!group) {
      const id = newId('group');
      const names = { name, chosenName: name };
      group = { id, taskId, ...names, isFolder, space, dir, operation: '0', items: [] };
      groups.set(key, group);
    }
    addTo(group, entry);
  }
  return [...groups.values()];
}

/** Gives a folder another name at its top, so that it lands beside the one that is there. */
export function renameFolder(group: UploadGroup, newName: string): void {
  const renamed = (path: string): string => [newName, ...path.split('/').slice(1)].join('/');
  group.name = newName;
  for (const item of group.items) {
    if (item.folders) {
      item.folders = item.folders.map(renamed);
    } else {
      item.relativePath = renamed(item.relativePath);
    }
  }
}

/** The folder a file goes to, as a path of its space. */
export const targetDirOf = (group: UploadGroup, item: UploadItem): string =>
  [group.dir === '/' ? '' : group.dir, item.relativePath].filter(Boolean).join('/') || '/';

/** The most telling state of a group's files, in this order. */
const telling: readonly UploadState[] = [
  'uploading',
  'offline',
  'checking',
  'waiting',
  'paused',
  'failed',
];

/** Sums a group up, in one pass: it may have many thousand files. */
export function viewOf(group: UploadGroup): GroupView {
  const states = new Set<UploadState>();
  const sum = { completeCount: 0, failedCount: 0, loadedBytes: 0, totalBytes: 0 };
  let problem: UploadProblem | null = null;
  let plainCount = 0;
  const reasons = new Map<string, number>();
  for (const item of group.items) {
    states.add(item.state);
    sum.completeCount += item.state === 'complete' ? 1 : 0;
    sum.failedCount += item.state === 'failed' ? 1 : 0;
    sum.loadedBytes += item.loadedBytes;
    sum.totalBytes += item.sizeBytes;
    plainCount += item.folders ? 0 : 1;
    problem ??= item.problem;
    if (item.problem) {
      reasons.set(item.problem.message, (reasons.get(item.problem.message) ?? 0) + 1);
    }
  }
  return {
    id: group.id,
    taskId: group.taskId,
    space: group.space,
    dir: group.dir,
    name: group.name,
    isFolder: group.isFolder,
    items: group.items,
    fileCount: group.items.length,
    plainCount,
    ...sum,
    state: telling.find((state) => states.has(state)) ?? 'complete',
    problem,
    problems: [...reasons]
      .map(([message, count]) => ({ message, count }))
      .sort((a, b) => b.count - a.count),
  };
}
