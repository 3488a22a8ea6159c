import type { Request, Response } from 'express';
import send from 'send';
import { descriptorPath } from '../../spaces/storage/descriptor-path.js';
import { setDownloadHeaders } from './download-headers.js';
import { sendBytes } from './byte-sender.js';
import type { OpenedDownload } from '../download.service.js';

/** An open file, and the name it is to have. */
type Bytes = Pick<OpenedDownload, 'handle' | 'fileName'>;

/**
 * Sends an open file as an attachment and closes it; `redirectFor` says where nginx finds it, if nginx may send it. Handles
 * conditions, one range (several are answered with the whole file, as RFC 9110 §14.2 allows) and HEAD.
 */
export async function sendDownload(
  request: Request,
  response: Response,
  download: Bytes,
  redirectFor?: () => Promise<string | null>,
): Promise<void> {
  const { handle, fileName } = download;
  try {
    await setDownloadHeaders(response, handle, fileName);
    const redirect = request.fresh ? null : ((await redirectFor?.()) ?? null);
    if (response.destroyed) {
      return; // the client left meanwhile: no further event would tell
    }
    if (redirect === null) {
      await widenRange(request, download);
      await sendHandle(request, response, download);
    } else {
      response.removeHeader('Accept-Ranges'); // nginx says so itself
      response.setHeader('X-Accel-Redirect', redirect);
      response.end();
    }
  } finally {
    await handle.close();
  }
}

/** The last N bytes of a shorter file are the whole file (RFC 9110 §14.1.2); `send` treats that as an invalid range. */
async function widenRange(request: Request, { handle }: Bytes): Promise<void> {
  const suffix = /^bytes=-(\d+)$/.exec(request.headers.range ?? '')?.[1];
  if (suffix !== undefined && Number(suffix) > (await handle.stat()).size) {
    request.headers.range = 'bytes=0-';
  }
}

/** The bytes are read through the descriptor: from the file that was checked, whatever has its name by now. */
async function sendHandle(request: Request, response: Response, { handle }: Bytes): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    response.once('close', resolve);
    const sending = send(request, descriptorPath(handle), { index: false });
    // Replaces the library's stream, which allocates memory for every piece.
    sending.stream = (_, range: { start?: number } = {}) => {
      const byteCount = Number(response.getHeader('Content-Length'));
      sendBytes(handle, response, range.start ?? 0, byteCount).catch((error: unknown) => {
        if (response.headersSent) {
          response.destroy();
        }
        reject(error);
      });
    };
    sending
      .on('error', (error: Error & { status?: number }) => {
        // 416 and 412 are answers of their own.
        if (error.status !== undefined && error.status < 500 && !response.headersSent) {
          response.status(error.status).removeHeader('Content-Disposition');
          response.removeHeader('Content-Type');
          response.end();
        } else {
          reject(error);
        }
      })
      .pipe(response);
  });
}
