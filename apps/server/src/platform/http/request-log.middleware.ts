import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const logger = new Logger('Request');

/** Names each request and writes one line when it is answered. Query strings stay out: they may hold secrets. */
export function requestLog(request: Request, response: Response, next: NextFunction): void {
  request.requestId = randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  const startedAt = performance.now();
  response.once('finish', () => {
    logger.debug({
      requestId: request.requestId,
      method: request.method,
      path: request.originalUrl.split('?')[0],
      status: response.statusCode,
      userId: request.caller?.userId,
      durationMs: Math.round(performance.now() - startedAt),
    });
  });
  next();
}
