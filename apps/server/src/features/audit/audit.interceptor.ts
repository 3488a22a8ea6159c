import {
  Injectable,
  Logger,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { answerCodes } from '@clusterdesk/contracts';
import type { Request } from 'express';
import { tap, type Observable } from 'rxjs';
import { DataSource } from 'typeorm';
import { DomainError } from '../../platform/http/domain-error.js';
import { AuditLogEntity } from './audit-log.entity.js';

/** Writes one row for each changing call: INFO done, WARN refused, ERROR failed (contract: Logs). */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Audit');

  constructor(private readonly dataSource: DataSource) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.endpoint?.audited) {
      return next.handle();
    }
    return next.handle().pipe(
      tap({
        next: () => this.write(request, 'INFO', null),
        error: (error: unknown) => {
          const refusal = error instanceof DomainError && error.status !== answerCodes.fault;
          this.write(
            request,
            refusal ? 'WARN' : 'ERROR',
            error instanceof DomainError ? error.code : 'SERVER_FAULT',
          );
        },
      }),
    );
  }

  /** Not awaited: a log that is slow or away must not hold the caller. */
  private write(
    request: Request,
    logLevel: AuditLogEntity['logLevel'],
    errorCode: string | null,
  ): void {
    this.dataSource
      .getRepository(AuditLogEntity)
      .insert({
        logLevel,
        logModel: request.endpoint?.feature ?? '',
        methodName: request.endpoint?.path ?? '',
        userId: request.caller?.userId ?? null,
        userName: request.caller?.userName ?? signInName(request),
        errorCode,
        address: request.ip ?? null,
      })
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'An audit row could not be written'),
      );
  }
}

/** Who tried to sign in; nobody is signed in yet then. */
function signInName(request: Request): string | null {
  const body: unknown = request.body;
  const name: unknown =
    typeof body === 'object' && body !== null && 'loginName' in body
      ? body.loginName
      : request.query.loginName;
  return typeof name === 'string' ? name.slice(0, 64) : null;
}
