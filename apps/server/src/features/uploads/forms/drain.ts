import { finished } from 'node:stream';
import type { Request } from 'express';

/** One documented chunk or batch, and some more. */
const drainBytes = 32 * 1024 * 1024;
const drainMs = 5_000;

/**
 * Receives what a refused client is still sending, within bounds: a connection that is closed while it is sending is
 * reset, and the client never reads the refusal. Beyond the bounds the connection is closed after the response.
 */
export async function drain(request: Request): Promise<void> {
  if (request.readableEnded || request.destroyed) {
    return;
  }
  let timer: NodeJS.Timeout | undefined;
  const isDrained = await new Promise<boolean>((resolve) => {
    let seenBytes = 0;
    timer = setTimeout(() => resolve(false), drainMs);
    request.on('data', (chunk: Buffer) => {
      seenBytes += chunk.length;
      if (seenBytes > drainBytes) {
        resolve(false);
      }
    });
    finished(request, { writable: false }, () => resolve(true));
    request.resume();
  });
  clearTimeout(timer);
  if (!isDrained) {
    request.pause();
    request.res?.setHeader('Connection', 'close');
  }
}
