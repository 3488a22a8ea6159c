import type { FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Response } from 'express';
import { contentType } from 'mime-types';
import { withoutDirectionSigns } from './direction-signs.js';

// eslint-disable-next-line no-control-regex -- jobs create such names; in a header they end a line
const controlPattern = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
/** What a browser would run, or use as a style sheet: sent as plain text. */
const activeContent =
  /^(text\/(html|css|xml|xsl|javascript|ecmascript)|application\/(.*\+)?(xml|javascript|ecmascript|node|wasm))\b/;
const plainText = 'text/plain; charset=utf-8';

/**
 * The type by the name's extension, so that a page can show pictures and play sound and video by a ticket's address.
 * Never one that a browser would run.
 */
export function downloadType(fileName: string): string {
  const type = contentType(extname(fileName)) || 'application/octet-stream';
  return activeContent.test(type) ? plainText : type;
}

/** Says what is sent: always an attachment, never sniffed, never rendered on the platform's origin (contract: Personal disk). */
export async function setDownloadHeaders(
  response: Response,
  handle: FileHandle,
  fileName: string,
): Promise<void> {
  const { ino, birthtimeNs, size, mtimeNs, mtime } = await handle.stat({ bigint: true });
  // Includes the birth time: an uploader chooses size and modification time, and an inode may be reused.
  const etag = [ino, birthtimeNs, size, mtimeNs].map((number) => number.toString(36)).join('-');
  // RFC 6266: an ASCII name for old clients, and the real one encoded as in RFC 8187.
  response.attachment(withoutDirectionSigns(fileName.replace(controlPattern, '_')));
  response.setHeader('Content-Type', downloadType(fileName));
  response.setHeader('ETag', `"${etag}"`);
  response.setHeader('Last-Modified', mtime.toUTCString());
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', 'sandbox');
}
