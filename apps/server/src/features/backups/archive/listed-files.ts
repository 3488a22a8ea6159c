import { createHmac, randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveDamagedError } from '../backup.errors.js';
import { readListedTree } from '../files/listed-tree.js';
import type { Advance } from '../files/files-backup.service.js';
import { archiveNames } from './manifest.js';
import { checkSealed } from './sealed-file.js';

/**
 * Compares the users' files of an archive with their list: each is there and unaltered, and nothing besides; links are in the list alone,
 * and the manifest has its checksum. Two sums of keyed hashes of paths say that the list names each file once: no set of all paths is held.
 * @throws ArchiveDamagedError
 */
export async function checkListed(
  archive: string,
  list: string,
  advance: Advance,
  signal: AbortSignal,
): Promise<void> {
  const dir = join(archive, archiveNames.files);
  const there = new PathSum();
  for await (const path of walk(dir, '')) {
    signal.throwIfAborted();
    there.add(path);
  }
  const listed = new PathSum(there.key);
  for await (const { entry } of readListedTree(join(archive, list))) {
    signal.throwIfAborted();
    const { path, mode, bytes, sha256 } = entry;
    if (mode === 'file') {
      listed.add(path);
      await checkSealed(join(dir, path), { bytes, sha256 }, path, advance, signal);
    } else if (mode === 'dir' && !(await isFolder(join(dir, path)))) {
      throw new ArchiveDamagedError(path);
    }
  }
  if (!listed.equals(there)) {
    throw new ArchiveDamagedError(archiveNames.files);
  }
}

/** All files below a folder. @throws ArchiveDamagedError for a link or a special file */
async function* walk(dir: string, below: string): AsyncGenerator<string> {
  const folder = await opendir(join(dir, below)).catch(() => {
    throw new ArchiveDamagedError(join(archiveNames.files, below));
  });
  for await (const entry of folder) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isPlainFolder(entry)) {
      yield* walk(dir, path);
    } else if (entry.isFile()) {
      yield path;
    } else {
      throw new ArchiveDamagedError(path);
    }
  }
}

const isPlainFolder = (entry: Dirent): boolean => entry.isDirectory() && !entry.isSymbolicLink();

async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** A sum over paths, the same for the same paths in any order. Its key is random: nobody can make up paths that add up. */
class PathSum {
  private sum = 0n;

  constructor(readonly key: Buffer = randomBytes(32)) {}

  add(path: string): void {
    const hash = createHmac('sha256', this.key).update(path).digest('hex');
    this.sum = BigInt.asUintN(256, this.sum + BigInt(`0x${hash}`));
  }

  equals(other: PathSum): boolean {
    return this.sum === other.sum;
  }
}
