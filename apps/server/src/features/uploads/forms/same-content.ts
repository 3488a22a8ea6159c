import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { RootedFiles } from '../../../platform/file-space/rooted-files.js';
import { nullWhenRefused } from '../../../platform/http/domain-error.js';

const blockBytes = 256 * 1024;

/** Whether the file at a path of the space has the same content as a staged file; false if it cannot be read. */
export async function hasContent(
  files: RootedFiles,
  path: string,
  ownFile: string,
): Promise<boolean> {
  const theirs = await files.openRead(path).catch(nullWhenRefused);
  if (theirs === null) {
    return false;
  }
  const ours = await open(ownFile, 'r');
  try {
    const [one, other] = await Promise.all([ours.stat(), theirs.stat()]);
    return one.size === other.size && (await digestOf(ours)) === (await digestOf(theirs));
  } finally {
    await Promise.all([ours.close(), theirs.close()]);
  }
}

async function digestOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(blockBytes);
  for (let read = await file.read(buffer); read.bytesRead > 0; read = await file.read(buffer)) {
    hash.update(buffer.subarray(0, read.bytesRead));
  }
  return hash.digest('hex');
}
