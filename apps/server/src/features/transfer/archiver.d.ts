/** The part of archiver 8 that is used; its own types are published for version 7 only. */
declare module 'archiver' {
  import type { Readable, Transform } from 'node:stream';

  export interface ZipEntryData {
    name: string;
    date?: Date;
    mode?: number;
    /** Not compressed. */
    store?: boolean;
  }

  export class ZipArchive extends Transform {
    constructor(options?: { zlib?: { level?: number }; highWaterMark?: number });
    append(source: Readable | Buffer, data: ZipEntryData): this;
    finalize(): Promise<void>;
    abort(): this;
    on(event: 'entry', listener: (data: ZipEntryData) => void): this;
    on(event: string, listener: (...args: unknown[]) => void): this;
    once(event: 'entry', listener: (data: ZipEntryData) => void): this;
    once(event: string, listener: (...args: unknown[]) => void): this;
  }
}
