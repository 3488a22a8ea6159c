import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { notAllowed } from '../../platform/http/access/access.js';
import { AuditLog } from './audit-log.service.js';

/**
 * Logs the changing calls that a signed-in user was not let into: they end before any interceptor. One that has to wait its turn and is refused is no attempt, and leaves none. Calls without a session
 * leave no row, or anybody could fill the log.
 */
@Injectable()
export class AuditRefusals implements NestMiddleware {
  constructor(private readonly log: AuditLog) {}

  use(request: Request, response: Response, next: NextFunction): void {
    response.once('finish', () => {
      if (request.endpoint?.audited && request.caller && !request.mayStream) {
        void this.log.write(request, 'WARN', notAllowed());
      }
    });
    next();
  }
}
