import { open, type FileHandle } from 'node:fs/promises';
import type { RootedFiles } from '../../../platform/file-space/rooted-files.js';
import { DomainError } from '../../../platform/http/domain-error.js';

const blockBytes = 256 * 1024;

/** Whether the file at a path of the space holds exactly what a file of the platform holds. What cannot be read does not. */
export async function hasContent(
  files: RootedFiles,
  path: string,
  ownFile: string,
): Promise<boolean> {
  let theirs: FileHandle;
  try {
    theirs = await files.openRead(path);
  } catch (error) {
    if (error instanceof DomainError) {
      return false;
    }
    throw error;
  }
  try {
    const ours = await open(ownFile, 'r');
    try {
      return await areSame(ours, theirs);
    } finally {
      await ours.close();
    }
  } finally {
    await theirs.close();
  }
}

async function areSame(one: FileHandle, other: FileHandle): Promise<boolean> {
  const { size } = await one.stat();
  if ((await other.stat()).size !== size) {
    return false;
  }
  const [mine, its] = [Buffer.alloc(blockBytes), Buffer.alloc(blockBytes)];
  for (let position = 0; position < size; position += blockBytes) {
    const wanted = Math.min(blockBytes, size - position);
    const [left, right] = await Promise.all([
      one.read(mine, 0, wanted, position),
      other.read(its, 0, wanted, position),
    ]);
    const isSame =
      left.bytesRead === wanted &&
      right.bytesRead === wanted &&
      mine.subarray(0, wanted).equals(its.subarray(0, wanted));
    if (!isSame) {
      return false;
    }
  }
  return true;
}
