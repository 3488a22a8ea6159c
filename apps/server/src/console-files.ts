import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import express, { type Express } from 'express';

/**
 * Serves the built console: hashed assets for a year, everything that is no file as the page itself (history mode).
 * Without a build only the API answers.
 */
export function serveConsole(app: Express, consoleDir: string): void {
  const page = resolve(consoleDir, 'index.html');
  if (!existsSync(page)) {
    return;
  }
  app.use(
    '/assets',
    express.static(join(consoleDir, 'assets'), { immutable: true, maxAge: '1y' }),
    // A page of an older build asks for what is gone: neither the page itself nor an envelope is a script.
    (_, response) => void response.sendStatus(404),
  );
  app.use(express.static(consoleDir, { index: false }));
  app.get(/^\/(?!api(\/|$)|socket\.io|metrics).*/, (_, response) => {
    response.sendFile(page, { headers: { 'Cache-Control': 'no-cache' } });
  });
}
