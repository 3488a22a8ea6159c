import { createHmac, randomBytes } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { ArchiveDamagedError } from '../backup.errors.js';
import type { Advance } from '../files/files-backup.service.js';
import { archiveNames } from './manifest.js';
import { checkSealed } from './sealed-file.js';

const lineEnd = 0x0a;
/** A line longer than that is none of ours: a path has 4,096 bytes. */
const maxLine = 64 * 1024;

/** One line of `files.jsonl.gz`: a file or a folder below `files/`, by its path with slashes. */
export const listedFile = z.object({
  path: z.string().min(1).max(8_192).refine(leadsInside),
  bytes: z.number().int().min(0),
  /** Of the source. */
  mtimeMs: z.number(),
  mode: z.enum(['file', 'dir']),
  /** Empty for a folder. */
  sha256: z.string().max(64),
});
export type ListedFile = z.infer<typeof listedFile>;

/** Whether a path stays below where it begins, written in one way only. */
export function leadsInside(path: string): boolean {
  return !path.includes('\0') && path.split('/').every((part) => !['', '.', '..'].includes(part));
}

/** The lines of a list, one after the other. @throws ArchiveDamagedError */
export async function* readList(path: string): AsyncGenerator<ListedFile> {
  for await (const line of readLines(path)) {
    const parsed = listedFile.safeParse(asJson(line));
    if (!parsed.success) {
      throw new ArchiveDamagedError(archiveNames.files);
    }
    yield parsed.data;
  }
}

/** Whole lines of a compressed text, of which none may fill the memory. */
async function* readLines(path: string): AsyncGenerator<string> {
  // What goes wrong is thrown where it is read.
  const text = pipeline(createReadStream(path), createGunzip(), () => undefined);
  let rest = Buffer.alloc(0);
  try {
    for await (const piece of text as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, piece]);
      for (let end = rest.indexOf(lineEnd); end >= 0; end = rest.indexOf(lineEnd)) {
        yield rest.subarray(0, end).toString();
        rest = rest.subarray(end + 1);
      }
      if (rest.length > maxLine) {
        throw new ArchiveDamagedError(archiveNames.files);
      }
    }
  } catch (error) {
    throw isUnreadable(error) ? new ArchiveDamagedError(archiveNames.files) : error;
  } finally {
    text.destroy();
  }
  if (rest.length > 0) {
    throw new ArchiveDamagedError(archiveNames.files);
  }
}

/** What was compressed cannot be read. */
export const isUnreadable = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^Z_/.test(String(error.code));

/**
 * Compares the users' files of an archive with their list: each is there and unaltered, and nothing besides. Two sums of keyed
 * hashes of paths say that the list names each file once: no set of all paths is held.
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
  for await (const { path, mode, bytes, sha256 } of readList(join(archive, list))) {
    signal.throwIfAborted();
    if (mode === 'file') {
      listed.add(path);
      await checkSealed(join(dir, path), { bytes, sha256 }, path, advance, signal);
    } else if (!(await isFolder(join(dir, path)))) {
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

function asJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
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
