import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { allEndpoints } from '@clusterdesk/contracts';
import type { NextFunction, Request, Response } from 'express';

const logger = new Logger('Request');

/** Addresses of calls with parameters in them, as far as the first, in lower case: so routes are found. */
const withParameters = allEndpoints
  .filter(({ path }) => path.includes('/:'))
  .map(({ path }) => ({
    declared: `/api${path}`,
    beginning: `/api${path.slice(0, path.indexOf(':'))}`.toLowerCase(),
  }));

/**
 * The part of an address that may stand in a log: no query string, and of a call with parameters in its path the
 * declared path. They may hold secrets, as the code of a link, also where the call is refused or not found.
 */
export function loggablePath(url: string): string {
  const path = url.split('?')[0] ?? '';
  const call = withParameters.find(({ beginning }) => path.toLowerCase().startsWith(beginning));
  return call?.declared ?? path;
}

/** Names each request and writes one line when it is answered. */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  request.requestId = randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  const startedAt = performance.now();
  response.once('finish', () => {
    logger.debug({
      requestId: request.requestId,
      method: request.method,
      path: loggablePath(request.originalUrl),
      status: response.statusCode,
      userId: request.caller?.userId,
      durationMs: Math.round(performance.now() - startedAt),
    });
  });
  next();
}
