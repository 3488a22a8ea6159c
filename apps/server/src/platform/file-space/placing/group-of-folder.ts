import { chmod, lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../file-space.errors.js';
import type { SafeDirectory } from '../safe-directory.js';

const handsOnGroup = 0o2000;

/**
 * Gives what the platform has staged, with all that is in it, the group of the folder that it is about to be put into, where that folder
 * hands its group on (setgid). What is made there has it anyway; what is linked or renamed into it keeps its own, and the account
 * that the home belongs to could not read it. An owner may do so without any capability, and over NFS, for groups it is in.
 */
export async function takeGroupOf(folder: SafeDirectory, staged: string): Promise<void> {
  const { mode, gid } = await folder.statExact();
  if ((Number(mode) & handsOnGroup) === 0) {
    return;
  }
  try {
    await giveGroup(staged, Number(gid));
  } catch (error) {
    // The platform's account is not in that group: the folder is not meant to be shared with it.
    if (!isErrno(error, 'EPERM')) {
      throw error;
    }
  }
}

async function giveGroup(path: string, gid: number): Promise<void> {
  const stats = await lstat(path);
  if (stats.gid !== gid) {
    await lchown(path, -1, gid);
  }
  if (!stats.isDirectory()) {
    return;
  }
  await chmod(path, (stats.mode & 0o7777) | handsOnGroup);
  for (const name of await readdir(path)) {
    await giveGroup(join(path, name), gid);
  }
}
