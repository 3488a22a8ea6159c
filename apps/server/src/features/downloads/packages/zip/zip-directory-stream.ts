import type { Readable } from 'node:stream';
import ZipStream, { type ZipEntry, type ZipEntryData } from 'zip-stream';
import { wireTime } from '../../../../platform/http/time/wire-time.js';

/** The directory at the end leaves in pieces of about this size. */
const pieceBytes = 64 * 1024;

/** The years that the format's own time field can hold, as a zoned clock shows them. */
const [firstTime, lastTime] = ['1980-01-01 00:00:00', '2107-12-31 23:59:58'];

/**
 * zip-stream, with two things done differently.
 *
 * It writes the archive's directory field by field without waiting, which takes 9 KB of memory for each entry at
 * once: of a million files no process would come back. Put together it takes 100 bytes.
 *
 * And it writes times as UTC into a field that has no zone. Here that field has the platform's zone, as pages show
 * times, and an extended timestamp says the moment itself (Info-ZIP extra field 0x5455). Its seconds are signed and have 32 bits;
 * a time that they cannot hold has the zoned field alone.
 */
export class ZipDirectoryStream extends ZipStream {
  private fields: Buffer[] | null = null;
  private fieldBytes = 0;
  private modifiedAt = new Date();

  /** @param timeZone for programs that know only the format's own field */
  constructor(
    options: { zlib: { level: number } },
    private readonly timeZone: string,
  ) {
    super(options);
  }

  override entry(
    source: Readable | Buffer,
    data: ZipEntryData,
    done: (error?: Error) => void,
  ): this {
    this.modifiedAt = data.date ?? new Date();
    return super.entry(source, data, done);
  }

  /** Called by `entry` before anything of it is written. */
  override _normalizeEntry(entry: ZipEntry): void {
    super._normalizeEntry(entry);
    const seconds = Math.floor(this.modifiedAt.getTime() / 1000);
    Object.assign(entry, {
      time: dosTime(this.modifiedAt, this.timeZone),
      modifiedSeconds: seconds === (seconds | 0) ? seconds : null,
      // The same function for all: the library replaces `extra` when sizes need 64 bits.
      getLocalFileDataExtra: withTimestamp,
      getCentralDirectoryExtra: withTimestamp,
    });
  }

  override finalize(): void {
    this.fields = [];
    super.finalize();
  }

  /** Names of ASCII come as text. */
  override write(chunk: Buffer | string, ...rest: never[]): boolean {
    if (this.fields === null) {
      return super.write(chunk, ...rest);
    }
    // The directory records its own offset, so every byte counts as soon as it is written here.
    this.offset += chunk.length;
    this.fields.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    this.fieldBytes += chunk.length;
    if (this.fieldBytes >= pieceBytes) {
      this.flushFields();
    }
    return true;
  }

  override end(...args: never[]): this {
    this.flushFields();
    return super.end(...args);
  }

  private flushFields(): void {
    const piece = Buffer.concat(this.fields ?? []);
    this.fieldBytes = 0;
    if (piece.length > 0) {
      this.fields = [];
      super.write(piece);
      this.offset -= piece.length; // counted already
    }
  }
}

/** The extra fields of an entry, read whenever its header is written. */
function withTimestamp(this: ZipEntry): Buffer {
  const extra = this.extra ?? Buffer.alloc(0);
  if (this.modifiedSeconds === null) {
    return extra;
  }
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4); // the time of the last change only
  field.writeInt32LE(this.modifiedSeconds, 5);
  return Buffer.concat([extra, field]);
}

/** Date and time as MS-DOS kept them, to two seconds. */
function dosTime(moment: Date, timeZone: string): number {
  const [from, to] = [Date.UTC(1979, 11, 30), Date.UTC(2108, 0, 3)];
  const clamped = new Date(Math.min(Math.max(moment.getTime(), from), to));
  const shown = wireTime(clamped, timeZone);
  const held = shown < firstTime ? firstTime : shown > lastTime ? lastTime : shown;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = held
    .split(/[- :]/)
    .map(Number);
  const date = ((year - 1980) << 9) | (month << 5) | day;
  return date * 0x1_00_00 + ((hour << 11) | (minute << 5) | (second >> 1));
}
