import type { Response } from 'express';
import type { MenuIconEntity } from './menu-icon.entity.js';

/** An icon never changes under its name, so it may be cached for a year; opened on its own it may not run anything. */
export function sendIcon(response: Response, icon: MenuIconEntity | null): void {
  if (!icon) {
    response.sendStatus(404);
    return;
  }
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.type(icon.name.endsWith('.png') ? 'image/png' : 'image/jpeg').send(icon.content);
}
