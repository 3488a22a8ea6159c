import { allEndpoints, uploadsPath } from '@clusterdesk/contracts';
import type { NextFunction, Request, Response } from 'express';

/** The body of an ordinary call has this long to come, milliseconds. */
export const bodyDeadlineMs = 30_000;

/** Calls whose bodies are files of any size: once let in, they end clients that stay silent. */
const streamPaths = new Set(
  allEndpoints.filter(({ upload }) => upload === 'stream').map(({ path }) => `/api${path}`),
);

function isStream(path: string): boolean {
  return streamPaths.has(path) || path === uploadsPath || path.startsWith(`${uploadsPath}/`);
}

/**
 * Ends calls whose bodies come too slowly: each would hold a connection and what has come of it in memory. A body of any
 * size has its own time from when its caller is let in; until then, and when it was refused, it has no more than others.
 */
export function limitBodyTime(
  deadlineMs = bodyDeadlineMs,
): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    if (request.complete) {
      next();
      return;
    }
    const isStreamPath = isStream(request.path);
    const timer = setTimeout(() => {
      if (request.complete || (isStreamPath && request.mayStream)) {
        return;
      }
      if (response.headersSent) {
        request.destroy();
        return;
      }
      response.setHeader('Connection', 'close');
      // No callback of `end`: what compresses answers would take it for the content.
      response.once('finish', () => request.destroy());
      response.status(408).end();
    }, deadlineMs);
    timer.unref();
    request.once('end', () => clearTimeout(timer));
    response.once('close', () => {
      // An answer that came before the body leaves the connection to it.
      if (request.complete || request.destroyed) {
        clearTimeout(timer);
      }
    });
    next();
  };
}
