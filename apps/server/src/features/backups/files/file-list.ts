import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { ArchiveDamagedError } from '../archive/archive.errors.js';

/** The folders of FILES_DIR that a backup holds, in the order of the list. Staging and packages are not among them. */
export const backedUpFolders = ['.trash', 'home', 'projects'] as const;

/**
 * Below `files/` of an archive: for entries whose path is not UTF-8, or longer than other systems take. They lie here by a number, and
 * the list says where they belong.
 */
export const rawFolder = '.raw';
/** Longer paths, in bytes, go there. */
export const longestPlainPath = 2_000;

/** A line is a path of a filesystem and a few numbers; what is longer is not ours. */
const longestLine = 100_000;

const count = z.number().int().min(0);

/** One line of `files.jsonl.gz`; each folder stands before what is in it, in the order of the names' bytes. */
export const listedEntry = z.object({
  /** Below `files/` of the archive. */
  path: z.string().min(1),
  /** Where it belongs below FILES_DIR, when `path` does not say that: its bytes. */
  pathBase64: z.base64().optional(),
  mode: z.enum(['file', 'dir']),
  bytes: count,
  /** Modification and change, whole milliseconds since the epoch. */
  mtimeMs: z.number().int(),
  ctimeMs: z.number().int(),
  /** Its permission bits. */
  permissions: count.max(0o777),
  /** `device:inode:birth` when the backup was taken: what rows call it. */
  identity: z.string().regex(/^\d{1,20}:\d{1,20}:\d{1,20}$/),
  /** Of a file. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type ListedEntry = z.infer<typeof listedEntry>;

/** What the list says of an entry besides where it is and what is in it. */
export type EntryFacts = Pick<
  ListedEntry,
  'bytes' | 'mtimeMs' | 'ctimeMs' | 'permissions' | 'identity'
>;

/** The names of the way to an entry below FILES_DIR, as bytes. @throws ArchiveDamagedError for a path that may lead out */
export function namesOf(entry: Pick<ListedEntry, 'path' | 'pathBase64'>): Buffer[] {
  if (entry.pathBase64 === undefined && entry.path.startsWith(`${rawFolder}/`)) {
    throw new ArchiveDamagedError();
  }
  const path =
    entry.pathBase64 === undefined
      ? Buffer.from(entry.path)
      : Buffer.from(entry.pathBase64, 'base64');
  const names = splitBytes(path);
  const isSafe = names.every(
    (name) => name.length > 0 && name.length <= 255 && !isDots(name) && !name.includes(0),
  );
  if (!isSafe || !backedUpFolders.some((folder) => names[0]?.equals(Buffer.from(folder)))) {
    throw new ArchiveDamagedError();
  }
  return names;
}

/** Before: negative. By the names of the way, each compared by its bytes: the order of the list. */
export function compareWays(one: readonly Buffer[], other: readonly Buffer[]): number {
  for (const [index, name] of one.entries()) {
    const against = other[index];
    if (against === undefined) {
      return 1;
    }
    const order = name.compare(against);
    if (order !== 0) {
      return order;
    }
  }
  return one.length - other.length;
}

/** Reads a list line by line. @throws ArchiveDamagedError for what is none */
export async function* readList(file: string): AsyncGenerator<ListedEntry> {
  const source = createReadStream(file);
  const unpacked = source.pipe(createGunzip());
  // What fails below reaches the reader of the lines.
  source.on('error', (error) => unpacked.destroy(error));
  const lines = createInterface({ input: unpacked, crlfDelay: Infinity });
  let failure: Error | undefined;
  unpacked.on('error', (error) => {
    failure = error;
    lines.close();
  });
  try {
    for await (const line of lines) {
      yield parseLine(line);
    }
  } finally {
    lines.close();
    source.destroy();
    unpacked.destroy();
  }
  if (failure) {
    throw new ArchiveDamagedError();
  }
}

function parseLine(line: string): ListedEntry {
  if (line.length > longestLine) {
    throw new ArchiveDamagedError();
  }
  try {
    return listedEntry.parse(JSON.parse(line));
  } catch {
    throw new ArchiveDamagedError();
  }
}

function splitBytes(path: Buffer): Buffer[] {
  const names: Buffer[] = [];
  let from = 0;
  for (let at = path.indexOf(0x2f); at !== -1; at = path.indexOf(0x2f, from)) {
    names.push(path.subarray(from, at));
    from = at + 1;
  }
  names.push(path.subarray(from));
  return names;
}

function isDots(name: Buffer): boolean {
  const text = name.toString('latin1');
  return text === '.' || text === '..';
}
