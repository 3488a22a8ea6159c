import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ERRORS } from '@tus/server';
import { NoSpaceLeftError } from '../../spaces/space.errors.js';
import type { WriteRoom } from '../../spaces/storage/free-space-guard.service.js';
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
    if (checksum || error instanceof TusRefusal) {
      await handle.truncate(offset);
    }
    throw refusalOf(error);
  } finally {
    clearInterval(timer);
    await handle.close();
  }
}

/** A full disk is reported to the user; any other failure, such as a lost client, as the library's own error. */
function refusalOf(error: unknown): unknown {
  return error instanceof TusRefusal || error instanceof NoSpaceLeftError
    ? error
    : ERRORS.FILE_WRITE_ERROR;
}
