import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Transform, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ERRORS } from '@tus/server';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';
import { NoSpaceLeftError } from '../../spaces/space.errors.js';

const writeBufferBytes = 1024 * 1024;
/** Received bytes are flushed along the way in steps of this, so that the flush at the end of a large file is short. */
const flushStepBytes = 64 * 1024 * 1024;
const tickMs = 250;

/** An answer of the tus protocol that is not one of the library's own. */
class TusRefusal extends Error {
  constructor(
    readonly status_code: number,
    readonly body: string,
  ) {
    super(body);
  }
}

/** What one call adds to an upload. */
export interface Addition {
  source: Readable;
  path: string;
  offset: number;
  /** No byte beyond is taken. */
  maxBytes: number;
  /** With a checksum the bytes count as a whole: all or none are kept. */
  checksum: { algorithm: string; digest: Buffer } | null;
  /** Called a few times a second with the upload's length so far. */
  onTick: (length: number) => void;
}

/**
 * Appends what comes to a staged file and returns the file's new length. When the client breaks off, what has arrived
 * stays.
 */
export async function appendToUpload(addition: Addition): Promise<number> {
  const { source, path, offset, maxBytes, checksum, onTick } = addition;
  // The stream closes its descriptor when it ends, so the flushes have one of their own.
  const handle = await open(path, 'r+');
  const file = createWriteStream(path, {
    flags: 'r+',
    start: offset,
    highWaterMark: writeBufferBytes,
  });
  const flusher = new Flusher(handle);
  const timer = setInterval(() => {
    onTick(offset + file.bytesWritten);
    flusher.tick(file.bytesWritten);
  }, tickMs);
  try {
    await receive(source, file, maxBytes, checksum);
    return offset + file.bytesWritten;
  } catch (error) {
    // A write may still be under way.
    if (!file.closed) {
      await new Promise<void>((resolve) => file.once('close', () => resolve()));
    }
    if (checksum) {
      await handle.truncate(offset);
    }
    throw refusalOf(error);
  } finally {
    clearInterval(timer);
    await flusher.end();
    await handle.close();
  }
}

/** A full disk is for people to know; anything else, a client gone above all, ends the call in the library's words. */
function refusalOf(error: unknown): unknown {
  if (error instanceof TusRefusal) {
    return error;
  }
  return isErrno(error, 'ENOSPC', 'EDQUOT') ? new NoSpaceLeftError() : ERRORS.FILE_WRITE_ERROR;
}

async function receive(
  source: Readable,
  file: Writable,
  maxBytes: number,
  checksum: Addition['checksum'],
): Promise<void> {
  if (!checksum) {
    await pipeline(source, limit(maxBytes), file);
    return;
  }
  const hash = createHash(checksum.algorithm);
  await pipeline(
    source,
    limit(maxBytes, (chunk) => hash.update(chunk)),
    file,
  );
  if (!hash.digest().equals(checksum.digest)) {
    throw new TusRefusal(460, 'Checksum Mismatch\n');
  }
}

/** Flushes in the background, one step at a time; what goes wrong shows again in the flush at the end. */
class Flusher {
  private flushedBytes = 0;
  private running: Promise<void> | null = null;

  constructor(private readonly handle: FileHandle) {}

  tick(writtenBytes: number): void {
    if (this.running === null && writtenBytes - this.flushedBytes >= flushStepBytes) {
      this.flushedBytes = writtenBytes;
      this.running = this.handle
        .datasync()
        .catch(() => undefined)
        .finally(() => {
          this.running = null;
        });
    }
  }

  async end(): Promise<void> {
    await this.running;
  }
}

function limit(maxBytes: number, onChunk?: (chunk: Buffer) => void): Transform {
  let seen = 0;
  return new Transform({
    highWaterMark: writeBufferBytes,
    transform(chunk: Buffer, _, done) {
      seen += chunk.length;
      if (seen > maxBytes) {
        done(new TusRefusal(ERRORS.ERR_SIZE_EXCEEDED.status_code, ERRORS.ERR_SIZE_EXCEEDED.body));
        return;
      }
      onChunk?.(chunk);
      done(null, chunk);
    },
  });
}
