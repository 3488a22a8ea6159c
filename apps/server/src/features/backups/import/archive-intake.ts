import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { DomainError } from '../../../platform/http/domain-error.js';
import { ArchiveDamagedError, ArchiveForeignError } from '../backup.errors.js';
import { archiveNames, type Manifest } from '../archive/manifest.js';
import { readListedTree } from '../files/listed-tree.js';

/** A manifest names at most thousands of parts. */
const maxManifestBytes = 16 * 1024 * 1024;
/** What extended headers of ours say; any other key could change what an entry is. */
const knownPax = new Set(['path', 'size']);

/** An entry as the library gives it; its types leave the extended header out. */
interface Entry extends AsyncIterable<Buffer> {
  header: { name: string; size: number; type: string | null; pax?: Record<string, string> | null };
}

/** How an archive is judged before its files come. */
export interface IntakeChecks {
  /** Reads the manifest in the folder. @throws ArchiveDamagedError, ArchiveNewerError, ArchiveForeignError */
  readManifest(dir: string): Promise<Manifest>;
  /** @throws when there is no room for so many bytes */
  assertRoomFor(bytes: number): Promise<void>;
}

/**
 * Writes the files of an exported archive into an empty folder, in one pass. What comes has to be what manifest and list say, in their
 * order and with their sizes: so no name leads out, nothing comes twice, and nobody sends more than was announced.
 * @throws ArchiveDamagedError, ArchiveForeignError and what the checks throw
 */
export async function takeIn(
  tar: Readable,
  dir: string,
  checks: IntakeChecks,
  signal: AbortSignal,
): Promise<Manifest> {
  const unpacking = extract();
  const feeding = pipeline(tar, unpacking, { signal });
  feeding.catch(() => undefined);
  const entries = new Entries(
    (unpacking as unknown as AsyncIterable<Entry>)[Symbol.asyncIterator](),
  );
  let hasManifest = false;
  try {
    const manifest = await takeManifest(entries, dir, checks);
    hasManifest = true;
    for (const { path, bytes, sha256 } of manifest.parts) {
      await takeFile(await entries.next(path, bytes), join(dir, path), sha256);
    }
    if (manifest.files !== null) {
      await takeFiles(entries, dir, manifest.files);
    }
    await entries.end();
    await feeding;
    return manifest;
  } catch (error) {
    unpacking.destroy();
    signal.throwIfAborted();
    if (error instanceof DomainError || isSystemError(error)) {
      throw error;
    }
    throw hasManifest ? new ArchiveDamagedError('tar') : new ArchiveForeignError();
  }
}

async function takeManifest(
  entries: Entries,
  dir: string,
  checks: IntakeChecks,
): Promise<Manifest> {
  const name = archiveNames.manifest;
  const entry = await entries.next(name, null);
  if (entry.header.size > maxManifestBytes) {
    throw new ArchiveForeignError();
  }
  await takeFile(entry, join(dir, name), null);
  const manifest = await checks.readManifest(dir);
  const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, manifest.files?.bytes ?? 0);
  await checks.assertRoomFor(bytes);
  return manifest;
}

/** The users' files, as the list has them: it was compared with the manifest when it came. */
async function takeFiles(
  entries: Entries,
  dir: string,
  { list, count, bytes }: NonNullable<Manifest['files']>,
): Promise<void> {
  const left = { count, bytes };
  const top = join(dir, archiveNames.files);
  await mkdir(top, { mode: 0o700 });
  for await (const { entry } of readListedTree(join(dir, list))) {
    const path = join(top, entry.path);
    if (entry.mode === 'link') {
      continue;
    }
    if (entry.mode === 'dir') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      continue;
    }
    left.count -= 1;
    left.bytes -= entry.bytes;
    if (left.count < 0 || left.bytes < 0) {
      throw new ArchiveDamagedError(list);
    }
    const name = `${archiveNames.files}/${entry.path}`;
    await takeFile(await entries.next(name, entry.bytes), path, entry.sha256);
  }
  if (left.count !== 0 || left.bytes !== 0) {
    throw new ArchiveDamagedError(list);
  }
}

/** @param sha256 null: it is judged otherwise */
async function takeFile(entry: Entry, path: string, sha256: string | null): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o400);
  const hash = createHash('sha256');
  try {
    for await (const piece of entry) {
      hash.update(piece);
      await file.writeFile(piece);
    }
  } finally {
    await file.close();
  }
  if (sha256 !== null && hash.digest('hex') !== sha256) {
    throw new ArchiveDamagedError(entry.header.name);
  }
}

/** The entries of a tar, one by one, each of which has to be a plain file of a name and a size that were said before. */
class Entries {
  constructor(private readonly entries: AsyncIterator<Entry>) {}

  async next(name: string, bytes: number | null): Promise<Entry> {
    const { value, done } = await this.entries.next();
    const header = done ? null : value.header;
    const isPlain =
      header?.type === 'file' && Object.keys(header.pax ?? {}).every((key) => knownPax.has(key));
    if (!header || !isPlain || header.name !== name || (bytes ?? header.size) !== header.size) {
      throw name === archiveNames.manifest
        ? new ArchiveForeignError()
        : new ArchiveDamagedError(name);
    }
    return value as Entry;
  }

  async end(): Promise<void> {
    const { value, done } = await this.entries.next();
    if (!done) {
      throw new ArchiveDamagedError(value.header.name.slice(0, 200));
    }
  }
}

/** The disk is full, or away: no fault of the archive. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
