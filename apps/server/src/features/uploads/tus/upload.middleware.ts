import { Injectable, Logger, type NestMiddleware } from '@nestjs/common';
import { auditedEntryPoints, uploadsPath, visitorTicketHeader } from '@clusterdesk/contracts';
import { Server } from '@tus/server';
import type { NextFunction, Request, Response } from 'express';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import {
  notSignedIn,
  ofTargetOnly,
  passwordChangeFirst,
} from '../../../platform/http/access/access.js';
import {
  Authenticator,
  readToken,
  type Principal,
} from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { readDatabaseFailure } from '../../../platform/database/database-failure.js';
import { StorageWatch } from '../../../platform/storage-watch/storage-watch.service.js';
import { languageOf } from '../../../platform/http/language.js';
import {
  isStorageFailure,
  StorageAwayError,
} from '../../../platform/file-space/file-space.errors.js';
import { drain } from '../forms/drain.js';
import { QuotaExceededError } from '../../spaces/space.errors.js';
import { FreeSpaceGuard } from '../../spaces/storage/free-space-guard.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { RunningTransfers } from '../../spaces/tasks/running-transfers.service.js';
import { inUploadCall, uploadCall, type UploadContext } from './upload-context.js';
import { UploadLocker } from './upload-locker.js';
import {
  checksumAlgorithms,
  findViolation,
  maxUploadBytes,
  overrideMethod,
  readChecksum,
  tusVersion,
} from './upload-protocol.js';
import { UploadStore } from './upload-store.js';
import { UploadTickets, type UploadCaller } from '../upload-caller.js';
import { VisitorTicketOverError } from '../upload.errors.js';
import { pathOf } from '../upload-target.js';
import { UploadRepository, type Placed } from '../upload.repository.js';
import { UploadProgressReports } from '../upload-progress.service.js';
import { UploadService } from '../upload.service.js';

/** The file's path in its space, percent-encoded; on the response that completes an upload, and on HEAD afterwards. */
const placedPathHeader = 'Upload-Placed-Path';
/** The stable code of a refusal; the body has the sentence. */
const errorCodeHeader = 'Upload-Error-Code';
/** The sentence, percent-encoded, where the response has no body (HEAD). */
const errorMessageHeader = 'Upload-Error-Message';
/** On a refusal at the end: until when the received bytes are kept (tus expiration extension). */
const expiresHeader = 'Upload-Expires';

/** Serves tus 1.0 at `/api/uploads` (contract: Personal disk). Users reach their own uploads only, visitors those of their ticket. */
@Injectable()
export class UploadMiddleware implements NestMiddleware<Request, Response> {
  private readonly logger = new Logger('Upload');
  private readonly store: UploadStore;
  private readonly tus: Server;

  constructor(
    private readonly tickets: UploadTickets,
    private readonly authenticator: Authenticator,
    private readonly service: UploadService,
    private readonly locker: UploadLocker,
    private readonly audit: AuditTrail,
    private readonly storage: StorageWatch,
    running: RunningTransfers,
    staging: Staging,
    disk: FreeSpaceGuard,
    uploads: UploadRepository,
    progress: UploadProgressReports,
  ) {
    this.store = new UploadStore(staging, disk, uploads, service, running, progress);
    this.tus = new Server({
      path: uploadsPath,
      datastore: this.store,
      relativeLocation: true,
      maxSize: maxUploadBytes,
      locker: this.locker,
      disableTerminationForFinishedUploads: true,
      // Same-origin only: pages of other sites may not call this.
      allowedOrigins: () => false,
      onIncomingRequest: async (request, id) => this.checkOwner(request.method, id),
      onUploadFinish: async (_, upload) => {
        const call = uploadCall();
        const placed = await this.tellingWhatIsKept(call, upload.id, () =>
          service.finish(call.caller, upload.id),
        );
        this.reportPlaced(call, placed);
        return {};
      },
      onResponseError: (_, error) => this.explain(error),
    });
  }

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    try {
      const caller = await this.findCaller(request);
      if (caller instanceof DomainError) {
        response
          .status(caller.status)
          .type('text/plain')
          .send(caller.sentence[languageOf(request)]);
        return;
      }
      request.mayStream = true;
      response.setHeader('Tus-Resumable', tusVersion);
      overrideMethod(request);
      const violation = findViolation(request);
      if (violation) {
        response.setHeader('Tus-Version', tusVersion);
        await drain(request);
        response.status(violation.status).type('text/plain').send(violation.body);
        return;
      }
      if (request.method === 'OPTIONS') {
        response.setHeader('Tus-Checksum-Algorithm', checksumAlgorithms.join(','));
      }
      const call = { caller, request, response, checksum: readChecksum(request) };
      await inUploadCall(call, async () => {
        const said = await this.storage.within(() => this.tus.handleWeb(withoutBody(request)));
        await answer(request, response, said);
      });
    } catch (error) {
      const failure = error instanceof StorageAwayError ? error : readDatabaseFailure(error);
      if (failure === null || response.headersSent) {
        next(error);
        return;
      }
      // As an HTTP status: tus clients retry after 5xx, and would take 200 for success.
      response
        .status(failure.status)
        .type('text/plain')
        .send(failure.sentence[languageOf(request)]);
    }
  }

  /** A visitor by the ticket, whatever session the browser has beside it; else the user of the session. */
  private async findCaller(request: Request): Promise<UploadCaller | DomainError> {
    const ticket = request.header(visitorTicketHeader);
    if (ticket !== undefined) {
      const visitor = await this.tickets.find(ticket);
      return visitor ? { ...visitor, language: languageOf(request) } : new VisitorTicketOverError();
    }
    const token = readToken(request.headers.authorization);
    const caller = token ? await this.authenticator.authenticateAny(token) : null;
    if (!caller) {
      return notSignedIn();
    }
    if (caller.target) {
      return ofTargetOnly(caller.target);
    }
    return caller.mustChangePassword ? passwordChangeFirst() : caller;
  }

  /** Runs before each call except OPTIONS; a new upload has no owner yet. */
  private async checkOwner(method: string, id: string): Promise<void> {
    if (method === 'POST') {
      return;
    }
    const call = uploadCall();
    await this.service.getOwn(call.caller, id);
    if (method === 'HEAD') {
      // Not while the checksum of the last bytes is still being verified.
      const placed = await this.locker.alone(id, call.request, async () => {
        // Under the lock it is certain which bytes have been verified.
        const upload = await this.service.getOwn(call.caller, id);
        await this.store.settle(upload);
        return this.tellingWhatIsKept(call, id, () =>
          this.service.finishIfComplete(call.caller, upload),
        );
      });
      if (placed !== null) {
        this.reportPlaced(call, placed);
      }
    }
  }

  /** A refusal at the end says until when the received bytes are kept for a later attempt. */
  private async tellingWhatIsKept<T>(
    { response }: UploadContext,
    id: string,
    place: () => Promise<T>,
  ): Promise<T> {
    try {
      return await place();
    } catch (error) {
      if (readDatabaseFailure(error) !== null) {
        // Who waited for PostgreSQL once would wait for it a second time, beyond what a call may take.
        throw error;
      }
      const keptUntil = await this.store.keptUntil(id);
      if (keptUntil !== null) {
        response.setHeader(expiresHeader, keptUntil.toUTCString());
      }
      throw error;
    }
  }

  private reportPlaced(call: UploadContext, { path, isNew }: Placed): void {
    call.response.setHeader(placedPathHeader, encodeURIComponent(path));
    if (isNew) {
      this.log(call, 'INFO', null, path);
    }
  }

  /** One row for each placed upload, and one for each refusal. */
  private log(
    { caller, request }: UploadContext,
    logLevel: 'INFO' | 'WARN',
    refusal: DomainError | null,
    path: string | undefined,
  ): void {
    const { visitor } = caller;
    if (visitor && refusal) {
      // Or strangers could fill the log.
      return;
    }
    this.audit.note({
      ...(visitor
        ? { ...auditedEntryPoints.visitorUploads, target: visitor.target }
        : auditedEntryPoints.uploads),
      ...(path === undefined
        ? {}
        : { details: { path, ...(visitor && { visitor: visitor.name }) } }),
      logLevel,
      refusal,
      caller: visitor ? null : caller,
      request,
    });
  }

  /** Turns our refusals into plain responses in the caller's language; the library's own are left unchanged. */
  private explain(thrown: unknown): { status_code: number; body: string } | undefined {
    const error = readDatabaseFailure(thrown) ?? this.explainStorage(thrown);
    const call = uploadCall();
    const { caller, response } = call;
    if (error instanceof DomainError) {
      this.log(call, 'WARN', error, call.target && pathOf(call.target));
      response.setHeader(errorCodeHeader, error.code);
      if (call.request.method === 'HEAD') {
        response.setHeader(errorMessageHeader, encodeURIComponent(error.sentence[caller.language]));
      }
      // tus: "413 Request Entity Too Large"; clients do not retry it automatically, as they do 409 and 5xx.
      const status_code = error instanceof QuotaExceededError ? 413 : error.status;
      return { status_code, body: error.sentence[caller.language] };
    }
    if (!(typeof error === 'object' && error !== null && 'status_code' in error)) {
      this.logger.error({ err: error }, 'Unexpected fault in an upload');
      return { status_code: 500, body: serverFault[caller.language] };
    }
    return undefined;
  }

  private explainStorage(thrown: unknown): unknown {
    if (!isStorageFailure(thrown)) {
      return thrown;
    }
    this.logger.error({ err: thrown }, 'The file storage failed in an upload');
    return new StorageAwayError();
  }
}

const serverFault: Record<Principal['language'], string> = {
  cn: '服务器出错，上传可以稍后继续',
  en: 'Something went wrong on the server. The upload can be resumed later.',
};

/** The request without its body, for the tus library; the store reads the body from the original request. */
function withoutBody(request: Request): globalThis.Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    values?.forEach((value) => headers.append(name, value));
  }
  const url = new URL(request.originalUrl, 'http://localhost');
  return new globalThis.Request(url, { method: request.method, headers });
}

async function answer(
  request: Request,
  response: Response,
  from: globalThis.Response,
): Promise<void> {
  if (response.destroyed) {
    return;
  }
  // Refused before the body was complete: the rest is not received.
  if (!request.complete) {
    response.setHeader('Connection', 'close');
  }
  from.headers.forEach((value, name) => response.setHeader(name, value));
  response.status(from.status).end(Buffer.from(await from.arrayBuffer()));
}
