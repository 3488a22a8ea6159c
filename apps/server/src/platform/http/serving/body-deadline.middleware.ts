import { allEndpoints, uploadsPath } from '@clusterdesk/contracts';
import type { NextFunction, Request, Response } from 'express';

/** The body of an ordinary call has this long to come, milliseconds. */
export const bodyDeadlineMs = 30_000;

/** Calls whose bodies are files of any size: they end clients that stay silent. */
const streamPaths = new Set(
  allEndpoints.filter(({ upload }) => upload === 'stream').map(({ path }) => `/api${path}`),
);

function isStream(path: string): boolean {
  return streamPaths.has(path) || path === uploadsPath || path.startsWith(`${uploadsPath}/`);
}

/** Ends calls whose bodies come too slowly: each would hold a connection and what has come of it in memory. */
export function limitBodyTime(
  deadlineMs = bodyDeadlineMs,
): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    if (request.complete || isStream(request.path)) {
      next();
      return;
    }
    const timer = setTimeout(() => {
      if (!request.complete && !response.headersSent) {
        response.setHeader('Connection', 'close');
        response.status(408).end(() => request.destroy());
      }
    }, deadlineMs);
    timer.unref();
    const stop = (): void => clearTimeout(timer);
    request.once('end', stop);
    response.once('close', stop);
    next();
  };
}
