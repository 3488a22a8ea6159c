import { existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Request, Response } from 'express';
import send, { type SendOptions } from 'send';

const descriptors = existsSync('/proc/self/fd') ? '/proc/self/fd' : '/dev/fd';
/** `send` hands its options on to the file's stream. */
const sendOptions: SendOptions & { highWaterMark: number } = {
  index: false,
  highWaterMark: 512 * 1024,
};

/**
 * Sends an open file as an attachment and closes it; Range, If-Range, ETag, HEAD and 304 as browsers expect them. The
 * bytes come through the descriptor, so they are those of the file that was checked, whatever has its name by now.
 * User content never renders on the platform's origin (contract: Personal disk).
 */
export async function sendDownload(
  request: Request,
  response: Response,
  download: { handle: FileHandle; fileName: string },
): Promise<void> {
  const { handle, fileName } = download;
  try {
    const { ino, size, mtimeNs } = await handle.stat({ bigint: true });
    response.attachment(fileName);
    response.setHeader(
      'ETag',
      `"${ino.toString(36)}-${size.toString(36)}-${mtimeNs.toString(36)}"`,
    );
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', 'sandbox');
    if (response.destroyed) {
      return; // gone meanwhile: no further event would tell
    }
    await new Promise<void>((resolve, reject) => {
      response.once('close', resolve);
      send(request, `${descriptors}/${handle.fd}`, sendOptions)
        .on('error', (error: Error & { status?: number }) => {
          // 416 and 412 are answers of their own.
          if (error.status !== undefined && error.status < 500 && !response.headersSent) {
            response.status(error.status).removeHeader('Content-Disposition');
            response.end();
          } else {
            reject(error);
          }
        })
        .pipe(response);
    });
  } finally {
    await handle.close();
  }
}
