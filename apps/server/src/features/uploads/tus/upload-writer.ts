import { createHash } from 'node:crypto';
import { open, truncate, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ERRORS } from '@tus/server';
import { isStorageFailure } from '../../../platform/file-space/file-space.errors.js';
import { NoSpaceLeftError } from '../../spaces/space.errors.js';
import type { WriteRoom } from '../../spaces/storage/free-space-guard.service.js';
import { mapNoSpace } from '../../spaces/storage/write-whole.js';
import { FileReceiver } from '../file-receiver.js';

const tickMs = 250;

/** A tus response that the library does not define. */
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
  room: WriteRoom;
  path: string;
  offset: number;
  /** A call that sends more is refused. */
  maxBytes: number;
  /** With a checksum, all bytes or none are kept. */
  checksum: { algorithm: string; digest: Buffer } | null;
  /** Called with the current length of the upload, a few times a second while it grows. */
  onTick: (length: number) => void;
}

/**
 * Appends a stream to a staged file and returns the file's new length. If the client disconnects, the bytes received
 * are kept; if it sends too much, none of the call's bytes are.
 */
export async function appendToUpload(addition: Addition): Promise<number> {
  const { source, room, path, offset, maxBytes, checksum, onTick } = addition;
  const handle = await open(path, 'r+');
  const hash = checksum && createHash(checksum.algorithm);
  const receiver = new FileReceiver(handle, source, {
    room,
    position: offset,
    maxBytes,
    ...(hash && { onPiece: (piece: Buffer) => hash.update(piece) }),
  });
  let toldBytes = 0;
  const timer = setInterval(() => {
    // Each is a message to every process: a slow line would send the same again and again.
    if (receiver.writtenBytes > toldBytes) {
      toldBytes = receiver.writtenBytes;
      onTick(offset + toldBytes);
    }
  }, tickMs);
  try {
    const length = await receiver.receive();
    if (length > maxBytes) {
      throw new TusRefusal(ERRORS.ERR_SIZE_EXCEEDED.status_code, ERRORS.ERR_SIZE_EXCEEDED.body);
    }
    if (hash && !hash.digest().equals(checksum.digest)) {
      throw new TusRefusal(460, 'Checksum Mismatch\n');
    }
    return offset + length;
  } catch (error) {
    const keptBytes = checksum || error instanceof TusRefusal ? 0 : receiver.keptBytes;
    await handle.truncate(offset + keptBytes);
    throw refusalOf(error);
  } finally {
    clearInterval(timer);
    await closeWhole(handle, path, offset);
  }
}

/** A network filesystem may store what was written only now: what it does not take must not count, in whatever order it tried. */
async function closeWhole(handle: FileHandle, path: string, offset: number): Promise<void> {
  try {
    await mapNoSpace(() => handle.close());
  } catch (error) {
    await truncate(path, offset);
    throw refusalOf(error);
  }
}

/** A full or failing disk is reported to the user; any other failure, such as a lost client, as the library's own error. */
function refusalOf(error: unknown): unknown {
  return error instanceof TusRefusal || error instanceof NoSpaceLeftError || isStorageFailure(error)
    ? error
    : ERRORS.FILE_WRITE_ERROR;
}
