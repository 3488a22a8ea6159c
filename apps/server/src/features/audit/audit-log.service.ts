import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { AuditTrail, type AuditEntry } from '../../platform/http/audit-trail.js';
import { AuditLogEntity } from './audit-log.entity.js';

/** Writes the log. */
@Injectable()
export class AuditLog extends AuditTrail {
  private readonly logger = new Logger('Audit');

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  /** A row for the declared endpoint that the request is for. */
  write(request: Request, logLevel: AuditLogEntity['logLevel'], errorCode: string | null): void {
    this.insert({
      logLevel,
      logModel: request.endpoint?.feature ?? '',
      methodName: request.endpoint?.path ?? '',
      userId: request.caller?.userId ?? null,
      userName: request.caller?.userName ?? signInName(request),
      errorCode,
      address: request.ip ?? null,
    });
  }

  override note({ caller, request, ...entry }: AuditEntry): void {
    this.insert({
      ...entry,
      userId: caller?.userId ?? null,
      userName: caller?.userName ?? null,
      address: request.ip ?? null,
    });
  }

  /** Not awaited: a log that is slow or away must not hold the caller. */
  private insert(row: Omit<AuditLogEntity, 'id' | 'createdAt'>): void {
    this.dataSource
      .getRepository(AuditLogEntity)
      .insert(row)
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
