import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { answerCodes } from '@clusterdesk/contracts';
import type { Request } from 'express';
import { concatMap, tap, type Observable } from 'rxjs';
import { DomainError } from '../../platform/http/domain-error.js';
import { toDomainError } from '../../platform/http/envelope/failure.filter.js';
import { AuditLog } from './audit-log.service.js';

/**
 * Writes one row for each changing call: INFO done, WARN refused, ERROR failed (contract: Logs). Of what was done the row is
 * there before the answer is; a service that names a target writes it in its own transaction (`AuditTrail.record`).
 */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly log: AuditLog) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.endpoint?.audited) {
      return next.handle();
    }
    return next.handle().pipe(
      concatMap(async (value: unknown) => {
        if (!request.skipAudit && !request.isRecorded) {
          await this.log.write(request, 'INFO', null);
        }
        return value;
      }),
      tap({ error: (error: unknown) => this.noteFailure(request, error) }),
    );
  }

  /** Not awaited: the refusal may be that the database is away. */
  private noteFailure(request: Request, error: unknown): void {
    const refusal = error instanceof DomainError && error.status !== answerCodes.fault;
    if (refusal && error.status === answerCodes.tooMany && !request.caller) {
      // Or anybody could fill the log.
      return;
    }
    // The row says what the answer says.
    void this.log.write(request, refusal ? 'WARN' : 'ERROR', toDomainError(error, request.path));
  }
}
