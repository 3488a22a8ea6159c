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

/** Favours speed: the disk and the network are seldom the bottleneck. */
const deflateLevel = 1;
const readBufferBytes = 256 * 1024;

/** Characters in names that would break a line of the notes, or reverse its direction. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const unprintable = /[\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Writes a zip, one entry after the other with bounded memory: UTF-8 names, zip64 when needed, empty folders kept.
 * Entries come folder by folder and get the names of `PortableNames`.
 */
export class ZipWriter {
  /** A line for each entry whose name differs from that on the disk. */
  readonly renamed: string[] = [];
  private readonly names = new PortableNames(
    (path, given) => void this.renamed.push(`${path} → ${given}`),
  );
  private readonly archive: ZipDirectoryStream;
  private readonly written: Promise<void>;
  /** Rejects the entry being written when the archive ends first. */
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
    // One handler for all entries: one for each of a million entries would stay in memory until the end.
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

  /** Adds the notes about the archive, under a name that no entry has. */
  async addNotes(lines: readonly string[]): Promise<void> {
    const text = lines.map((line) => `${line.replace(unprintable, escapeSign)}\n`).join('');
    await this.append(Buffer.from(text), { name: notesName });
  }

  /**
   * Adds the current content of the file, at most `sizeBytes` of it, so that a file being appended to has an end.
   * @returns how many bytes were read
   */
  async addFile(
    name: string,
    handle: FileHandle,
    file: { sizeBytes: number; modifiedAt: Date; isSparse?: boolean },
    onBytes: (count: number) => void,
  ): Promise<number> {
    // Holes are read as zeros: stored without compression, a file of a few blocks could fill the disk.
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

  /** Stops writing; the caller removes the file. */
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
          // Otherwise small entries would pile up in memory faster than the disk takes them.
          this.archive.once('drain', resolve);
        } else {
          resolve();
        }
      });
    });
  }
}

/** Passes on what the disk has room for; otherwise the pipeline fails with a `NoSpaceLeftError`. */
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
