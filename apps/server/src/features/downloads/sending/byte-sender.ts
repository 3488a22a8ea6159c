import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { transferBuffers } from '../../../platform/buffer-pool.js';

/**
 * Sends `byteCount` bytes of an open file as the body of an answer whose head announces them, and ends the answer. One piece is
 * read while the previous one is written, both in pooled buffers. Returns early when the client has left.
 *
 * When the file has become shorter, the connection is closed: the client must see that bytes are missing. If the answer ended
 * normally, the client would wait for them, and take the next answer on the connection for them.
 */
export async function sendBytes(
  handle: FileHandle,
  response: ServerResponse,
  start: number,
  byteCount: number,
): Promise<void> {
  const closed = new Promise<false>((resolve) => response.once('close', () => resolve(false)));
  let written: Promise<boolean> = Promise.resolve(true);
  for (let sent = 0; sent < byteCount && !response.destroyed;) {
    const buffer = transferBuffers.take();
    const length = Math.min(buffer.length, byteCount - sent);
    const { bytesRead } = await handle.read(buffer, 0, length, start + sent);
    if (!(await written)) {
      return;
    }
    if (bytesRead === 0) {
      response.destroy();
      return;
    }
    written = Promise.race([writePiece(response, buffer, bytesRead), closed]);
    sent += bytesRead;
  }
  if (await written) {
    response.end();
  }
}

/** Resolves when the system has accepted the bytes or failed to; only then can the buffer be reused. */
function writePiece(response: ServerResponse, buffer: Buffer, length: number): Promise<boolean> {
  return new Promise((resolve) => {
    response.write(buffer.subarray(0, length), (error) => {
      if (!error) {
        transferBuffers.release(buffer);
      }
      resolve(!error);
    });
  });
}
