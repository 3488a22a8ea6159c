/** The part of zip-stream 7 that is used; it brings no types. */
declare module 'zip-stream' {
  import type { Readable, Transform } from 'node:stream';

  export interface ZipEntryData {
    /** A folder's ends in a slash. */
    name: string;
    date?: Date;
    mode?: number;
    /** Not compressed. */
    store?: boolean;
  }

  /** An entry as the library keeps it until the directory is written. */
  export interface ZipEntry {
    extra?: Buffer;
    /** Ours: see `ZipDirectoryStream`. */
    modifiedSeconds: number | null;
  }

  export default class ZipStream extends Transform {
    constructor(options?: { zlib?: { level?: number } });
    /** How many bytes were written. */
    protected offset: number;
    protected _normalizeEntry(entry: ZipEntry): void;
    /** One after the other; `done` is called when all of it has been taken. */
    entry(source: Readable | Buffer, data: ZipEntryData, done: (error?: Error) => void): this;
    finalize(): void;
  }
}
