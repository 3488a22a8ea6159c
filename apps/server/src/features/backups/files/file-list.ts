import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { DomainError } from '../../../platform/http/domain-error.js';
import { ArchiveDamagedError } from '../backup.errors.js';

/** The folders of FILES_DIR that a backup holds, in the order of the list. Staging and packages are not among them. */
export const backedUpFolders = ['.trash', 'home', 'projects'] as const;

/**
 * Below `files/` of an archive: for entries whose path is not UTF-8, or longer than other systems take. They lie here by a number, and
 * the list says where they belong.
 */
export const rawFolder = '.raw';
/** Longer paths, in bytes, go there. */
export const longestPlainPath = 2_000;

/** A line is a path of a filesystem, where a link leads, and a few numbers; what is longer is not ours. */
const longestLine = 100_000;
/** A system takes no longer target of a link (PATH_MAX without its end), bytes. */
const longestTarget = 4_095;

const count = z.number().int().min(0);

const listedShape = z.object({
  /** Below `files/` of the archive, where a link has nothing: its line is all that there is of it. */
  path: z.string().min(1),
  /** Where it belongs below FILES_DIR, when `path` does not say that: its bytes. */
  pathBase64: z.base64().optional(),
  mode: z.enum(['file', 'dir', 'link']),
  bytes: count,
  /** Modification and change, whole milliseconds since the epoch. */
  mtimeMs: z.number().int(),
  ctimeMs: z.number().int(),
  /** Its permission bits. */
  permissions: count.max(0o777),
  /** `device:inode:birth` when the backup was taken: what rows call it. */
  identity: z.string().regex(/^\d{1,20}:\d{1,20}:\d{1,20}$/),
  /** Empty for what is no file. */
  sha256: z.string().regex(/^(?:[0-9a-f]{64})?$/),
  /** Of a link, and only of one: where it leads, as the bytes that a job wrote. */
  targetBase64: z.base64().optional(),
});

/** One line of `files.jsonl.gz`; each folder stands before what is in it, in the order of the names' bytes. */
export const listedEntry = listedShape.refine(({ mode, bytes, targetBase64 }) =>
  mode === 'link'
    ? bytes === 0 && targetBase64 !== undefined && isTarget(Buffer.from(targetBase64, 'base64'))
    : targetBase64 === undefined,
);
export type ListedEntry = z.infer<typeof listedEntry>;

/** What the list says of an entry besides where it is and what is in it. */
export type EntryFacts = Pick<
  ListedEntry,
  'bytes' | 'mtimeMs' | 'ctimeMs' | 'permissions' | 'identity'
>;

/** The names of the way to an entry below FILES_DIR, as bytes. @throws ArchiveDamagedError for a path that may lead out */
export function namesOf(entry: Pick<ListedEntry, 'path' | 'pathBase64'>): Buffer[] {
  const isRaw = /^\.raw\/\d+$/.test(entry.path);
  if (isRaw !== (entry.pathBase64 !== undefined)) {
    throw new ArchiveDamagedError('files.jsonl.gz');
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
    throw new ArchiveDamagedError('files.jsonl.gz');
  }
  return names;
}

/** Whether a link may lead to this: no more than a call of the system takes. It may be anywhere; nobody follows it here. */
export const isTarget = (target: Buffer): boolean =>
  target.length > 0 && target.length <= longestTarget && !target.includes(0);

/** How many folders belong to the platform above what users write: the kind, the space, and in the trash the deleted entry. */
const platformFolders: Readonly<Record<string, number>> = { '.trash': 4, home: 2, projects: 2 };

/** Whether a link may stand there: in a space, and not in the place of a folder that the platform itself opens. */
export const mayBeLink = (names: readonly Buffer[]): boolean =>
  names.length > (platformFolders[String(names[0])] ?? Infinity);

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

/** Reads a list line by line, of which a bounded part is in memory. @throws ArchiveDamagedError for what is none */
export async function* readList(file: string): AsyncGenerator<ListedEntry> {
  const source = createReadStream(file);
  const unpacked = source.pipe(createGunzip());
  source.on('error', (error) => unpacked.destroy(error));
  const rest = new StringDecoder();
  let text = '';
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      const lines = (text + rest.write(piece)).split('\n');
      text = lines.pop() ?? '';
      if (text.length > longestLine) {
        throw new ArchiveDamagedError('files.jsonl.gz');
      }
      yield* lines.map(parseLine);
    }
  } catch (error) {
    throw error instanceof DomainError ? error : new ArchiveDamagedError('files.jsonl.gz');
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  if (text !== '') {
    yield parseLine(text);
  }
}

function parseLine(line: string): ListedEntry {
  if (line.length > longestLine) {
    throw new ArchiveDamagedError('files.jsonl.gz');
  }
  try {
    return listedEntry.parse(JSON.parse(line));
  } catch {
    throw new ArchiveDamagedError('files.jsonl.gz');
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
