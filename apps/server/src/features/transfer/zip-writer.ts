import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipArchive } from 'archiver';
import { fileMode } from '../../platform/file-space/safe-directory.js';

/** Formats that are compressed already: deflating them again costs time and gains nothing. */
const compressed =
  /\.(7z|aac|apk|avi|avif|br|bz2|docx|flac|gif|gz|heic|jar|jpe?g|lz4|m4a|m4v|mkv|mov|mp3|mp4|mpe?g|odt|ogg|pdf|png|pptx|rar|tgz|webm|webp|xlsx|xz|zip|zst)$/i;
/** Fast rather than small: the disk and the network are seldom slower than this. */
const deflateLevel = 1;
const readBufferBytes = 256 * 1024;

/**
 * Writes a zip, one entry after the other with bounded memory: UTF-8 names, zip64 when needed, empty folders kept.
 * Names are turned into what unpacks to the same place everywhere.
 */
export class ZipWriter {
  private readonly archive = new ZipArchive({ zlib: { level: deflateLevel } });
  private readonly written: Promise<void>;

  constructor(
    private readonly path: string,
    signal: AbortSignal,
  ) {
    const file = createWriteStream(path, { flags: 'wx', mode: fileMode });
    this.written = pipeline(this.archive, file, { signal });
    // A failure shows in add() and finish(), which race with it.
    this.written.catch(() => undefined);
  }

  async addFolder(name: string, modifiedAt: Date): Promise<void> {
    await this.append(Buffer.alloc(0), { name: `${entryName(name)}/`, date: modifiedAt });
  }

  async addText(name: string, text: string): Promise<void> {
    await this.append(Buffer.from(text), { name: entryName(name) });
  }

  /**
   * Adds what is in the file now, no more than `sizeBytes` of it, so that a file being appended to comes to an end.
   * @returns how many bytes there were.
   */
  async addFile(
    name: string,
    handle: FileHandle,
    file: { sizeBytes: number; modifiedAt: Date },
    onBytes: (count: number) => void,
  ): Promise<number> {
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
      name: entryName(name),
      date: file.modifiedAt,
      store: compressed.test(name),
    };
    const piped = pipeline(source, meter);
    await Promise.all([piped, this.append(meter, data)]);
    return count;
  }

  /** Ends the archive and flushes it to disk. */
  async finish(): Promise<void> {
    await Promise.all([this.archive.finalize(), this.written]);
    const handle = await open(this.path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Gives up; the file is the caller's to remove. */
  async abort(): Promise<void> {
    this.archive.abort();
    this.archive.destroy();
    await this.written.catch(() => undefined);
  }

  private async append(
    source: Readable | Buffer,
    data: { name: string; date?: Date; store?: boolean },
  ): Promise<void> {
    const added = once(this.archive, 'entry');
    this.archive.append(source, data);
    await Promise.race([
      added,
      this.written.then(() => {
        throw new Error('The archive ended before its last entry.');
      }),
    ]);
  }
}

/**
 * A backslash would become a folder's border, and a drive letter be cut off, when the archive is written or unpacked on
 * Windows: both could lead out of the folder it is unpacked into.
 */
function entryName(name: string): string {
  return name.replaceAll('\\', '_').replace(/^(\w+):/, '$1_');
}
