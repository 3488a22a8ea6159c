import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { answerCodes } from '@clusterdesk/contracts';
import type { Request } from 'express';
import { tap, type Observable } from 'rxjs';
import { DomainError } from '../../platform/http/domain-error.js';
import { AuditLog } from './audit-log.service.js';

/** Writes one row for each changing call: INFO done, WARN refused, ERROR failed (contract: Logs). */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly log: AuditLog) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.endpoint?.audited) {
      return next.handle();
    }
    request.isAudited = true;
    return next.handle().pipe(
      tap({
        next: () => {
          if (!request.skipAudit) {
            this.log.write(request, 'INFO', null);
          }
        },
        error: (error: unknown) => {
          const refusal = error instanceof DomainError && error.status !== answerCodes.fault;
          if (refusal && error.status === answerCodes.tooMany && !request.caller) {
            // Strangers that are shut out already must not fill the log.
            return;
          }
          this.log.write(
            request,
            refusal ? 'WARN' : 'ERROR',
            error instanceof DomainError ? error.code : 'SERVER_FAULT',
          );
        },
      }),
    );
  }
}
