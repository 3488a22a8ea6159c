import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ZipEntryData } from 'zip-stream';
import { fileMode } from '../../../../platform/file-space/safe-directory.js';
import type { WriteRoom } from '../../../spaces/storage/free-space-guard.service.js';
import { mapNoSpace } from '../../../spaces/storage/write-whole.js';
import { isCompressible } from './is-compressible.js';
import { notesName, PortableNames } from './portable-names.js';
import { ZipDirectoryStream } from './zip-directory-stream.js';

/** Fast rather than small: the disk and the network are seldom slower than this. */
const deflateLevel = 1;
const readBufferBytes = 256 * 1024;

/** Signs in names that would break a line of the notes, or turn it round. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const unprintable = /[\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Writes a zip, one entry after the other with bounded memory: UTF-8 names, zip64 when needed, empty folders kept.
 * Entries come folder by folder and get the names of `PortableNames`.
 */
export class ZipWriter {
  /** A line for each entry with another name than on the disk. */
  readonly renamed: string[] = [];
  private readonly names = new PortableNames(
    (path, given) => void this.renamed.push(`${path} → ${given}`),
  );
  private readonly archive: ZipDirectoryStream;
  private readonly written: Promise<void>;
  /** Ends the waiting for an entry when the archive ends first. */
  private giveUp: (error: unknown) => void = () => undefined;
  private failure: unknown = null;

  constructor(
    private readonly path: string,
    room: WriteRoom,
    timeZone: string,
    signal: AbortSignal,
  ) {
    this.archive = new ZipDirectoryStream({ zlib: { level: deflateLevel } }, timeZone);
    const file = createWriteStream(path, { flags: 'wx', mode: fileMode });
    this.written = mapNoSpace(() => pipeline(this.archive, claiming(room), file, { signal }));
    // Once for all: a waiting of its own for each of a million entries would stay in memory until the last.
    const onEnd = (error: unknown): void => {
      this.failure = error ?? new Error('The archive ended before its last entry.');
      this.giveUp(this.failure);
    };
    this.written.then(() => onEnd(null), onEnd);
  }

  async addFolder(name: string, modifiedAt: Date): Promise<void> {
    const data = { name: `${this.names.nameOf(name, true)}/`, date: modifiedAt };
    await this.append(Buffer.alloc(0), data);
  }

  /** Adds what is to be said of the archive itself, under a name that no entry has. */
  async addNotes(lines: readonly string[]): Promise<void> {
    const text = lines.map((line) => `${line.replace(unprintable, escapeSign)}\n`).join('');
    await this.append(Buffer.from(text), { name: notesName });
  }

  /**
   * Adds what is in the file now, no more than `sizeBytes` of it, so that a file being appended to comes to an end.
   * @returns how many bytes there were.
   */
  async addFile(
    name: string,
    handle: FileHandle,
    file: { sizeBytes: number; modifiedAt: Date; isSparse?: boolean },
    onBytes: (count: number) => void,
  ): Promise<number> {
    // Holes come as zeros: stored, a file of a few blocks would fill the disk.
    const isWorthDeflating =
      file.isSparse === true || (await isCompressible(name, handle, file.sizeBytes));
    let count = 0;
    const meter = new PassThrough();
    meter.on('data', (chunk: Buffer) => {
      count += chunk.length;
      onBytes(chunk.length);
    });
    const source =
      file.sizeBytes === 0
        ? Readable.from([])
        : handle.createReadStream({
            start: 0,
            end: file.sizeBytes - 1,
            autoClose: false,
            highWaterMark: readBufferBytes,
          });
    const data = {
      name: this.names.nameOf(name, false),
      date: file.modifiedAt,
      store: !isWorthDeflating,
    };
    const piped = pipeline(source, meter);
    await Promise.all([piped, this.append(meter, data)]);
    return count;
  }

  /** Ends the archive and flushes it to disk. */
  async finish(): Promise<void> {
    this.archive.finalize();
    await this.written;
    const handle = await open(this.path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Gives up; the file is the caller's to remove. */
  async abort(): Promise<void> {
    this.archive.destroy();
    await this.written.catch(() => undefined);
  }

  private async append(source: Readable | Buffer, data: ZipEntryData): Promise<void> {
    if (this.failure !== null) {
      throw this.failure;
    }
    await new Promise<void>((resolve, reject) => {
      this.giveUp = reject;
      const mode = data.name.endsWith('/') ? 0o755 : 0o644;
      this.archive.entry(source, { mode, ...data }, (error) => {
        if (error) {
          reject(error);
        } else if (this.archive.writableNeedDrain) {
          // Small entries would pile up in memory faster than the disk takes them.
          this.archive.once('drain', resolve);
        } else {
          resolve();
        }
      });
    });
  }
}

/** Lets through what the disk has room for; the pipeline breaks off with a `NoSpaceLeftError`. */
function claiming(room: WriteRoom): Transform {
  return new Transform({
    transform: (piece: Buffer, _, done) => {
      room.claim(piece.length).then(() => done(null, piece), done);
    },
  });
}

function escapeSign(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
}
