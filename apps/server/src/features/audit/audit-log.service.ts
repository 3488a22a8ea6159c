import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Endpoint } from '@clusterdesk/contracts';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';
import {
  AuditTrail,
  type AuditEnd,
  type AuditEntry,
  type AuditSubject,
  type Refusal,
} from '../../platform/http/audit-trail.js';
import { loggedText, toLogged } from '../../platform/http/logged-values.js';
import { readLogged } from '../../platform/http/read-input.js';
import { currentRequest } from '../../platform/http/request-context.js';
import { readDatabaseFailure } from '../../platform/database/database-failure.js';
import { Timings } from '../../platform/timings.js';
import { AuditLogEntity } from './audit-log.entity.js';
import { LateRows } from './late-rows.js';

type AuditRow = Partial<AuditLogEntity> &
  Pick<AuditLogEntity, 'logLevel' | 'logModel' | 'methodName'>;

/** How a row says why something was refused or failed. */
const saidBy = (refusal: Refusal | null): Pick<AuditLogEntity, 'errorCode' | 'errorSentence'> => ({
  errorCode: refusal?.code ?? null,
  errorSentence: refusal?.sentence ?? null,
});

/** Writes the log. */
@Injectable()
export class AuditLog extends AuditTrail implements OnApplicationShutdown {
  private readonly logger = new Logger('Audit');
  private readonly writing = new Set<Promise<void>>();

  /** What was done while the database went away. */
  private readonly late: LateRows<AuditRow>;

  constructor(
    private readonly dataSource: DataSource,
    timings: Timings,
  ) {
    super();
    this.late = new LateRows((row) => this.store(row), timings.database.storeLateMs);
  }

  /** Waits for rows that are still being written, before the database is closed. No more calls come by now. */
  async onApplicationShutdown(): Promise<void> {
    await this.settle();
    const lost = await this.late.finish();
    if (lost > 0) {
      this.logger.error(`${lost} audit rows could not be written`);
    }
  }

  /** Waits for rows of calls that were answered before: refusals are. */
  async settle(): Promise<void> {
    while (this.writing.size > 0) {
      await Promise.all(this.writing);
    }
  }

  /** A row for the declared endpoint that the request is for. An error is logged: the change it tells of has been made. */
  async write(
    request: Request,
    logLevel: AuditLogEntity['logLevel'],
    refusal: Refusal | null,
  ): Promise<void> {
    await this.insert({
      ...describe(request),
      ...ownTarget(request),
      details: detailsOf(request),
      logLevel,
      ...saidBy(refusal),
    });
  }

  /** Whether a user has ever done something, as far back as the log is kept. */
  async hasDone(userId: string, { path }: Pick<Endpoint, 'path'>): Promise<boolean> {
    const [found] = await this.dataSource.query<{ exists: boolean }[]>(
      `SELECT EXISTS (SELECT FROM audit_log WHERE method_name = $1 AND user_id = $2 AND log_level = 'INFO')`,
      [path, userId],
    );
    return found?.exists ?? false;
  }

  override describe(details: Readonly<Record<string, unknown>>): void {
    const request = currentRequest();
    if (request) {
      request.loggedDetails = { ...request.loggedDetails, ...toLogged(details) };
    }
  }

  override note({ caller, request, details, refusal, target, ...entry }: AuditEntry): void {
    void this.insert({
      ...entry,
      ...saidBy(refusal),
      details: details ? toLogged(details) : null,
      userId: caller?.userId ?? null,
      userName: caller?.userName ?? null,
      address: request.ip ?? null,
      ...(target && { targetType: target.type, targetId: target.id, targetName: target.name }),
    });
  }

  override noteRefusal(refusal: Refusal, target: AuditSubject['target']): void {
    const request = currentRequest();
    if (!request) {
      return;
    }
    // The refusals are the rows of this call: there need not be another that says it was done.
    request.isRecorded = true;
    void this.insert({
      ...describe(request),
      details: detailsOf(request),
      logLevel: 'WARN',
      ...saidBy(refusal),
      targetType: target.type,
      targetId: target.id,
      targetName: target.name,
    });
  }

  override async record(
    manager: EntityManager,
    { target, details, origin }: AuditSubject,
  ): Promise<void> {
    const request = currentRequest();
    const source = request ? describe(request) : { logModel: '', methodName: '' };
    await manager.insert(AuditLogEntity, {
      ...source,
      ...(request?.endpoint ? {} : origin),
      logLevel: 'INFO',
      targetType: target.type,
      targetId: target.id,
      targetName: target.name,
      // TypeORM's type of a json column allows no plain record.
      details: (details ?? null) as object | null,
    });
    if (request) {
      request.isRecorded = true;
    }
  }

  override async recordEnd(
    manager: EntityManager,
    { caller, refusal, target, details, ...entry }: AuditEnd,
  ): Promise<void> {
    await manager.insert(AuditLogEntity, {
      ...entry,
      ...caller,
      ...saidBy(refusal),
      targetType: target.type,
      targetId: target.id,
      targetName: target.name,
      details: (details ? toLogged(details) : null) as object | null,
    });
  }

  /** Never rejects. While the database is away rows are kept, and stored with their own time when it is back. */
  private insert(row: AuditRow): Promise<void> {
    const createdAt = new Date();
    const written = this.store(row)
      .then(
        () => undefined,
        (error: unknown) => {
          const isKept =
            readDatabaseFailure(error) !== null && this.late.add({ ...row, createdAt });
          this.logger.error(
            { err: error },
            isKept ? 'An audit row is written later' : 'An audit row could not be written',
          );
        },
      )
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
    return written;
  }

  private store(row: AuditRow): Promise<unknown> {
    return this.dataSource
      .getRepository(AuditLogEntity)
      .insert({ ...row, details: (row.details ?? null) as object | null });
  }
}

/** What the call was given, and what services learnt on the way; null when there is neither. */
function detailsOf(request: Request): Record<string, unknown> | null {
  const given = request.endpoint ? readLogged(request.endpoint, request) : null;
  return given || request.loggedDetails ? { ...given, ...request.loggedDetails } : null;
}

/** The call and its caller. */
function describe(request: Request): {
  logModel: string;
  methodName: string;
  userId: string | null;
  userName: string | null;
  address: string | null;
} {
  const who = request.caller ?? request.signedIn;
  return {
    logModel: request.endpoint?.feature ?? '',
    methodName: request.endpoint?.path ?? '',
    userId: who?.userId ?? null,
    userName: who?.userName ?? signInName(request),
    address: request.ip ?? null,
  };
}

/** Calls about oneself are about the caller; one that opens an address is about that. */
function ownTarget({
  endpoint,
  caller,
}: Request): Pick<AuditRow, 'targetType' | 'targetId' | 'targetName'> {
  const isOwn = endpoint?.feature === 'account' || endpoint?.feature === 'sessions';
  return caller && isOwn && !endpoint.logged?.includes('url')
    ? { targetType: 'user', targetId: caller.userId, targetName: caller.userName }
    : {};
}

/** The name with which somebody tried to sign in. */
function signInName(request: Request): string | null {
  const body: unknown = request.body;
  const name: unknown =
    typeof body === 'object' && body !== null && 'loginName' in body
      ? body.loginName
      : request.query.loginName;
  return typeof name === 'string' ? loggedText(name, 64) : null;
}
