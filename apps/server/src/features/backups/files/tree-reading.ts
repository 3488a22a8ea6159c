import type { BigIntStats } from 'node:fs';
import { limits } from '@clusterdesk/contracts';
import { isErrno, nullWhenGone } from '../../../platform/file-space/file-space.errors.js';
import { SafeDirectory } from '../../../platform/file-space/safe-directory.js';
import { backedUpFolders, mayBeLink } from './file-list.js';

/** Of a space, below the folders of its kind: `.trash/projects/<id>`. */
const deepest = limits.maxPathDepth + 3;

/** A file, folder or link that is being looked at. */
export interface ReadEntry {
  /** The names from FILES_DIR to it. */
  names: readonly Buffer[];
  stats: BigIntStats;
  /** Open for as long as the entry is looked at; by it and the last name the entry is reached. */
  folder: SafeDirectory;
}

/** Why an entry is not part of a backup. */
export type LeftOut = 'special' | 'foreign' | 'refused' | 'tooDeep';

/**
 * All files, folders and links that belong to a backup, each folder before what is in it, in the order of the names' bytes. Others write
 * there at any moment: what is gone is passed over, and no link is followed.
 * @param leaveOut hears of what is none of these, or cannot be reached
 */
export async function* readTree(
  filesDir: string,
  leaveOut: (why: LeftOut) => void,
): AsyncGenerator<ReadEntry> {
  const root = await SafeDirectory.openRoot(filesDir);
  try {
    for (const folder of backedUpFolders) {
      const name = Buffer.from(folder);
      const stats = await root.lstatExact(name).catch(nullWhenGone);
      if (stats) {
        yield* readEntry({ names: [name], stats, folder: root }, leaveOut);
      }
    }
  } finally {
    await root.close();
  }
}

async function* readEntry(
  entry: ReadEntry,
  leaveOut: (why: LeftOut) => void,
): AsyncGenerator<ReadEntry> {
  const { names, stats, folder } = entry;
  const isLink = stats.isSymbolicLink() && mayBeLink(names);
  if (!stats.isFile() && !stats.isDirectory() && !isLink) {
    leaveOut('special');
    return;
  }
  if (names.length > deepest) {
    leaveOut('tooDeep');
    return;
  }
  if (!stats.isDirectory()) {
    yield entry;
    return;
  }
  const opened = await folder.openDirectory(lastOf(names)).catch((error: unknown) => {
    if (isErrno(error, 'EACCES', 'EPERM')) {
      leaveOut('refused');
    } else if (!isErrno(error, 'ENOENT', 'ELOOP', 'ENOTDIR')) {
      throw error;
    }
    return null;
  });
  if (opened === null) {
    return;
  }
  try {
    yield entry;
    for (const name of await sortedNames(opened)) {
      const below = await opened.lstatExact(name).catch(nullWhenGone);
      if (below) {
        yield* readEntry({ names: [...names, name], stats: below, folder: opened }, leaveOut);
      }
    }
  } finally {
    await opened.close();
  }
}

/** The name in its folder. */
export function lastOf(names: readonly Buffer[]): Buffer {
  return names.at(-1) ?? Buffer.alloc(0);
}

async function sortedNames(folder: SafeDirectory): Promise<Buffer[]> {
  const names: Buffer[] = [];
  for await (const { name } of await folder.scanRaw()) {
    names.push(name);
  }
  return names.sort((one, other) => one.compare(other));
}
