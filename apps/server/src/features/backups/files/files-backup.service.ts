import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { mkdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { FileHeldError, isErrno } from '../../../platform/file-space/file-space.errors.js';
import { formatWholeIdentity, identityOf } from '../../../platform/file-space/file-identity.js';
import { archiveNames, type ArchivePart, type Manifest } from '../archive/manifest.js';
import type { Advance } from './advance.js';
import { FileArchiving } from './file-archiving.js';
import {
  isTarget,
  longestPlainPath,
  rawFolder,
  type EntryFacts,
  type ListedEntry,
} from './file-list.js';
import { flushTree } from './flush-tree.js';
import { inOrder } from './in-order.js';
import { PreviousFiles } from './previous-files.js';
import { lastOf, readTree, type LeftOut, type ReadEntry } from './tree-reading.js';

export type { Advance };

/** How many entries are not part of a backup, by why; `changing` are, as they were when they were read last. */
export type LeftOutCounts = Record<LeftOut | 'changing', number>;

/** Lines of the list are handed on in pieces of about this many characters. */
const pieceLength = 64 * 1024;

/** The users' and projects' files in an archive. */
@Injectable()
export class FilesBackup {
  private readonly logger = new Logger('FilesBackup');

  constructor(private readonly config: Config) {}

  /** How much there is to be read, roughly. */
  async measure(): Promise<{ count: number; bytes: number }> {
    let count = 0;
    let bytes = 0;
    for await (const { stats } of readTree(this.config.filesDir, () => undefined)) {
      count += stats.isFile() ? 1 : 0;
      bytes += stats.isFile() ? Number(stats.size) : 0;
    }
    return { count, bytes };
  }

  /**
   * Writes the files and their list into the folder of an archive.
   * @param previous the newest archive with files, whose unchanged files (size, times, inode) are taken from there; null: none
   * @returns `leftOut`: what is not in it, by why
   */
  async write(
    into: string,
    previous: string | null,
    advance: Advance,
    signal: AbortSignal,
  ): Promise<{
    files: NonNullable<Manifest['files']>;
    part: ArchivePart;
    leftOut: LeftOutCounts;
  }> {
    const run = new FilesRun(this.config.filesDir, into, previous, advance, signal);
    const list = 'files.jsonl.gz' as const;
    await mkdir(join(into, archiveNames.files), { recursive: true });
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      await pipeline(
        Readable.from(inPieces(run.lines())),
        createGzip(),
        async function* (pieces: AsyncIterable<Buffer>) {
          for await (const piece of pieces) {
            hash.update(piece);
            bytes += piece.length;
            yield piece;
          }
        },
        createWriteStream(join(into, list), { flags: 'wx', mode: 0o400, flush: true }),
        { signal },
      );
    } finally {
      await run.close();
    }
    await flushTree(into);
    if (Object.values(run.leftOut).some((count) => count > 0)) {
      this.logger.warn({ leftOut: run.leftOut }, 'A backup does not hold all entries as they are');
    }
    return {
      files: { count: run.count, bytes: run.bytes, list, leftOut: totalOf(run.leftOut) },
      part: { path: list, bytes, sha256: hash.digest('hex') },
      leftOut: run.leftOut,
    };
  }
}

/** Files that changed while they were read are in it. */
const totalOf = ({ changing: _, ...leftOut }: LeftOutCounts): number =>
  Object.values(leftOut).reduce((sum, count) => sum + count, 0);

/** One writing of the files. */
class FilesRun {
  count = 0;
  bytes = 0;
  readonly leftOut: LeftOutCounts = {
    special: 0,
    foreign: 0,
    refused: 0,
    tooDeep: 0,
    changing: 0,
  };
  private readonly previous: PreviousFiles | null;
  private readonly archiving: FileArchiving;
  private readonly folder: string;
  private raw = 0;

  constructor(
    private readonly filesDir: string,
    into: string,
    previous: string | null,
    private readonly advance: Advance,
    private readonly signal: AbortSignal,
  ) {
    this.folder = join(into, archiveNames.files);
    this.previous = previous === null ? null : new PreviousFiles(previous);
    this.archiving = new FileArchiving(advance, signal);
  }

  /** Puts one entry after the other into the archive; gives their lines. */
  async *lines(): AsyncGenerator<string> {
    const tree = readTree(this.filesDir, (why) => (this.leftOut[why] += 1));
    for await (const listed of inOrder(tree, (entry) => this.add(entry))) {
      if (listed) {
        yield `${JSON.stringify(listed)}\n`;
      }
    }
  }

  close(): Promise<void> {
    return this.previous?.close() ?? Promise.resolve();
  }

  /** Opens a file while its folder is open, and takes or copies it beside the next ones. */
  private async add(entry: ReadEntry): Promise<{ result: Promise<ListedEntry | null> }> {
    this.signal.throwIfAborted();
    const { names, stats } = entry;
    if (stats.isDirectory()) {
      const place = await this.placeOf(names);
      await mkdir(join(this.folder, place.path));
      return {
        result: Promise.resolve({ ...place, mode: 'dir', ...factsOf(stats), bytes: 0, sha256: '' }),
      };
    }
    if (stats.isSymbolicLink()) {
      return { result: Promise.resolve(await this.readLink(entry)) };
    }
    const source = await this.openSource(entry);
    if (source === null) {
      return { result: Promise.resolve(null) };
    }
    const { handle } = source;
    try {
      const facts = factsOf(source.stats);
      const same = (await this.previous?.find(names, facts)) ?? null;
      const place = await this.placeOf(names);
      return {
        result: this.addFile(handle, place, facts, same).finally(() => void handle.close()),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** A link is its line alone, and nobody looks where it leads. Null for what is gone, or is no link any more. */
  private async readLink({ names, stats, folder }: ReadEntry): Promise<ListedEntry | null> {
    const target = await folder.readLink(lastOf(names)).catch((error: unknown) => {
      if (!isErrno(error, 'ENOENT', 'EINVAL')) {
        throw error;
      }
      return null;
    });
    if (target === null) {
      return null;
    }
    if (isForeign(stats) || !isTarget(target)) {
      this.leftOut[isForeign(stats) ? 'foreign' : 'refused'] += 1;
      return null;
    }
    const targetBase64 = target.toString('base64');
    const place = await this.placeOf(names);
    return { ...place, mode: 'link', ...factsOf(stats), bytes: 0, sha256: '', targetBase64 };
  }

  /** Null for what is gone, is no file, or may not be opened. */
  private async openSource({
    names,
    folder,
  }: ReadEntry): Promise<{ handle: FileHandle; stats: BigIntStats } | null> {
    const handle = await folder.openFile(lastOf(names)).catch((error: unknown) => {
      if (error instanceof FileHeldError || isErrno(error, 'EACCES', 'EPERM')) {
        this.leftOut.refused += 1;
      } else if (!isErrno(error, 'ENOENT', 'ELOOP', 'ENXIO')) {
        throw error;
      }
      return null;
    });
    const stats = (await handle?.stat({ bigint: true })) ?? null;
    if (handle === null || stats === null) {
      return null;
    }
    if (isForeign(stats) || !stats.isFile()) {
      this.leftOut.foreign += isForeign(stats) ? 1 : 0;
      await handle.close();
      return null;
    }
    return { handle, stats };
  }

  private async addFile(
    handle: FileHandle,
    place: Pick<ListedEntry, 'path' | 'pathBase64'>,
    facts: EntryFacts,
    same: { file: string; sha256: string } | null,
  ): Promise<ListedEntry> {
    const target = join(this.folder, place.path);
    this.count += 1;
    if (same && (await this.archiving.take(same.file, target, facts.bytes))) {
      this.bytes += facts.bytes;
      this.advance(facts.bytes);
      return { ...place, mode: 'file', ...facts, sha256: same.sha256 };
    }
    const { bytes, sha256, stats, isChanging } = await this.archiving.copy(handle, target);
    this.leftOut.changing += isChanging ? 1 : 0;
    this.bytes += bytes;
    return { ...place, mode: 'file', ...factsOf(stats), bytes, sha256 };
  }

  /** Where an entry lies in the archive, and where it belongs if that is something else. */
  private async placeOf(names: readonly Buffer[]): Promise<{ path: string; pathBase64?: string }> {
    const bytes = Buffer.concat(
      names.flatMap((name, index) => (index === 0 ? [name] : [Buffer.from('/'), name])),
    );
    const path = bytes.toString();
    if (bytes.length <= longestPlainPath && Buffer.from(path).equals(bytes)) {
      return { path };
    }
    if (this.raw === 0) {
      await mkdir(join(this.folder, rawFolder));
    }
    this.raw += 1;
    return { path: `${rawFolder}/${this.raw}`, pathBase64: bytes.toString('base64') };
  }
}

/** As everywhere (FileSpace.openRead): what it shows may not be the space's own. */
const isForeign = ({ nlink, uid }: BigIntStats): boolean =>
  nlink > 1n && Number(uid) !== process.geteuid?.();

function factsOf(stats: BigIntStats): EntryFacts {
  return {
    bytes: Number(stats.size),
    mtimeMs: Number(stats.mtimeMs),
    ctimeMs: Number(stats.ctimeMs),
    permissions: Number(stats.mode) & 0o777,
    identity: formatWholeIdentity(identityOf(stats)),
  };
}

async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const line of lines) {
    piece += line;
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') {
    yield piece;
  }
}
