import type { Response } from 'express';

/** An icon never changes under its name, so it may be kept for a year; opened by itself it may not run anything. */
export function sendIcon(response: Response, name: string, content: Buffer | null): void {
  if (!content) {
    response.sendStatus(404);
    return;
  }
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.type(name.endsWith('.png') ? 'image/png' : 'image/jpeg').send(content);
}
