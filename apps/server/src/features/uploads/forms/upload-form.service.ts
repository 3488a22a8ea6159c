import { Injectable } from '@nestjs/common';
import type { UploadResult } from '@clusterdesk/contracts';
import type { Request } from 'express';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { drain } from './drain.js';
import type { FormContext } from './form-context.js';
import { chunkField, MultipartUpload } from './multipart-upload.js';
import { readMultipart, type FilePart } from './multipart-reader.js';
import { FreeSpaceGuard } from '../../spaces/storage/free-space-guard.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { InvalidFormError } from '../upload.errors.js';
import { UploadBatches } from './upload-batch.service.js';
import { ChunkUploads } from './upload-chunk.service.js';
import {
  checkFields,
  chunkOf,
  namesTarget,
  targetOf,
  timesOf,
  type UploadFields,
} from './upload-form.js';
import { QuotaHolds, type QuotaHold } from './quota-hold.service.js';
import { UploadGuard, type IncomingTarget } from '../upload-guard.service.js';
import { pathOf } from '../upload-target.js';
import { UploadLocker } from '../tus/upload-locker.js';

/** Names, headers and boundaries of a form take at most so much; not knowing it must not refuse what just fits. */
const overheadBytes = 64 * 1024;
/** Of a chunk as documented (spec part 1 §3), with all of its form. */
const chunkFormBytes = 20 * 1024 * 1024 + overheadBytes;

/**
 * The documented upload forms (spec part 1 §3 and §7): whole files, or one chunk of a file. Bytes go from the request to
 * the disk; which of the two it is may show only after the bytes have come.
 */
@Injectable()
export class UploadForms {
  constructor(
    private readonly staging: Staging,
    private readonly disk: FreeSpaceGuard,
    private readonly locker: UploadLocker,
    private readonly chunks: ChunkUploads,
    private readonly batches: UploadBatches,
    private readonly holds: QuotaHolds,
    private readonly guard: UploadGuard,
    private readonly audit: AuditTrail,
  ) {}

  /** Reads the form to its end and puts what it brings in its place. */
  async receive(call: FormContext): Promise<UploadResult> {
    const { request, caller, endpoint, query } = call;
    const fields = new Map<string, string>();
    const read = (): UploadFields =>
      checkFields(endpoint, { ...query, ...Object.fromEntries(fields) }, caller.language);
    const hold = this.holds.begin(caller);
    const reception = new MultipartUpload(
      call,
      this.staging,
      this.disk,
      hold,
      this.locker,
      this.chunks,
    );
    const isForProject = endpoint.feature === 'projects';
    const work = this.guard.watch(caller, request, () =>
      knownTarget({ ...query, isForProject }, fields),
    );
    try {
      await this.disk.assertRoomFor(formBytes(request));
      await readMultipart(request, {
        onField: (name, value) => fields.set(name, value),
        onFile: async (part) => {
          const known = read();
          const mayBeChunk = isDocumentedChunk(part, request) && hold.expectChunk();
          if (namesTarget(known) && known.key === undefined && !mayBeChunk) {
            await hold.open(targetOf(known), formBytes(request));
          }
          await reception.take(part, known);
        },
      });
      work.signal.throwIfAborted();
      return await this.finish(call, read(), reception, hold, work.signal);
    } finally {
      work.end();
      // Each, whatever becomes of the one before: what is held would be held for good.
      try {
        await hold.release();
      } finally {
        try {
          await reception.end();
        } finally {
          await drain(request);
        }
      }
    }
  }

  private async finish(
    call: FormContext,
    fields: UploadFields,
    reception: MultipartUpload,
    hold: QuotaHold,
    signal: AbortSignal,
  ): Promise<UploadResult> {
    const chunk = chunkOf(fields, call.caller.language);
    if (chunk) {
      this.audit.describe({ paths: [pathOf(chunk.target)] });
      // Its upload has promised all of it.
      await hold.release();
      const result = await reception.addChunk(chunk);
      // The log has one row for each file, not for each chunk.
      call.request.skipAudit = !result.complete;
      this.describePlaced(result);
      return result;
    }
    if (reception.names.length === 0) {
      throw new InvalidFormError('no file');
    }
    const target = targetOf(fields);
    this.audit.describe({ dir: target.dir, paths: reception.names });
    await hold.open(target, 0);
    const files = await reception.sealFiles(timesOf(fields));
    await hold.change(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
    signal.throwIfAborted();
    const result = await this.batches.place(call.caller, target, call.isFolderForm, files);
    this.describePlaced(result);
    return result;
  }

  /** For the log: until now it was told what the client asked for. */
  private describePlaced({ files }: UploadResult): void {
    const paths = files.flatMap(({ path }) => path ?? []);
    if (paths.length > 0) {
      this.audit.describe({ paths });
    }
  }
}

/** Where the form goes, as far as it is known; null when it is not. */
function knownTarget(
  query: UploadFields,
  fields: ReadonlyMap<string, string>,
): IncomingTarget | null {
  const dir = fields.get('dir') ?? fields.get('fileDir') ?? fields.get('path');
  const projectId = fields.get('projectId') ?? query.projectId;
  const known = { ...query, projectId, ...(dir === undefined ? {} : { dir }) };
  return namesTarget(known) ? targetOf(known) : null;
}

/** The fields that make it a chunk may come after it, and say that it goes elsewhere. */
function isDocumentedChunk({ field }: FilePart, { headers }: Request): boolean {
  return field === chunkField && Number(headers['content-length']) <= chunkFormBytes;
}

/** What the form's files have at least, as far as the client says; 0 when it does not. */
function formBytes(request: Request): number {
  return Math.max(Number(request.headers['content-length'] ?? 0) - overheadBytes, 0);
}
