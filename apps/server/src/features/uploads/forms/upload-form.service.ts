import { Injectable } from '@nestjs/common';
import type { Endpoint, UploadResult } from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { keyOf } from '../../spaces/space-key.js';
import { FreeSpaceGuard } from '../../spaces/storage/free-space-guard.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import {
  RunningTransfers,
  type TransferUse,
} from '../../spaces/tasks/running-transfers.service.js';
import { copyBytes, FileReceiver } from '../file-receiver.js';
import { ChunkMismatchError, InvalidFormError } from '../upload.errors.js';
import { pathOf } from '../upload-target.js';
import { drain } from './drain.js';
import { FormFiles } from './form-files.js';
import { readMultipart, type FilePart } from './multipart-reader.js';
import { QuotaHolds, type QuotaHold } from './quota-hold.service.js';
import { UploadBatches } from './upload-batch.service.js';
import { ChunkUploads, chunkFlushBytes } from './upload-chunk.service.js';
import {
  checkFields,
  chunkOf,
  describesChunk,
  namesTarget,
  placeOfChunk,
  targetOf,
  timesOf,
  type FormChunk,
  type UploadFields,
} from './upload-form.js';

/** The field of the chunk form. */
const chunkField = 'file';
/** Upper bound for names, headers and boundaries of a form: they must not cause a refusal of files that just fit. */
const overheadBytes = 64 * 1024;
/** The size of a form with a documented chunk (spec part 1 §3). */
const chunkFormBytes = 20 * 1024 * 1024 + overheadBytes;

/** One call of an upload form. */
export interface FormCall {
  endpoint: Endpoint;
  caller: Principal;
  request: Request;
  /** The checked query; fields of the form take precedence. */
  query: UploadFields;
  /** Whether names in the form are paths below the target folder. */
  isFolderForm: boolean;
}

/** A form that is being received. */
interface IncomingForm {
  call: FormCall;
  values: Map<string, string>;
  hold: QuotaHold;
  files: FormFiles;
  /** A chunk whose fields preceded it or are in the query, and its result: it is written directly to its place. */
  direct: { chunk: FormChunk; added: Promise<UploadResult> } | null;
  /** Known with a file whose target precedes it. */
  uses: readonly TransferUse[];
}

/**
 * The documented upload forms (spec part 1 §3 and §7): whole files, or one chunk of a file. Bytes go from the request to
 * the disk; which of the two it is may be known only after the bytes are received.
 */
@Injectable()
export class UploadForms {
  constructor(
    private readonly staging: Staging,
    private readonly disk: FreeSpaceGuard,
    private readonly chunks: ChunkUploads,
    private readonly batches: UploadBatches,
    private readonly holds: QuotaHolds,
    private readonly running: RunningTransfers,
    private readonly audit: AuditTrail,
  ) {}

  /** Receives a form and places its files or its chunk. */
  async receive(call: FormCall): Promise<UploadResult> {
    const { request, caller } = call;
    const hold = this.holds.begin(caller);
    const files = new FormFiles(this.staging, hold);
    const values = new Map<string, string>();
    const form: IncomingForm = { call, values, hold, files, direct: null, uses: [] };
    const work = this.running.begin(caller, () => form.uses);
    work.signal.addEventListener('abort', () => request.destroy());
    try {
      await this.disk.assertRoomFor(formBytes(request));
      await readMultipart(request, {
        onField: (name, value) => values.set(name, value),
        onFile: (part) => this.take(form, part),
      });
      work.signal.throwIfAborted();
      const result = await this.finish(form, work.signal);
      const paths = result.files.flatMap(({ path }) => path ?? []);
      if (paths.length > 0) {
        // Until here the log has the requested paths.
        this.audit.describe({ paths });
      }
      return result;
    } finally {
      work.end();
      // All are begun, even if one fails: otherwise the hold would stay.
      await Promise.all([hold.release(), files.remove(), drain(request)]);
    }
  }

  private async take(form: IncomingForm, part: FilePart): Promise<void> {
    const { call, hold, files } = form;
    const known = readFields(form);
    const isChunk = describesChunk(known);
    if (form.direct || (isChunk && files.list.length > 0)) {
      throw new InvalidFormError('one file for each chunk');
    }
    const chunk = isChunk ? chunkOf(known, call) : null;
    if (namesTarget(known)) {
      const { ref, dir } = targetOf(known);
      form.uses = [{ key: keyOf(call.caller, ref), action: 'add', paths: [dir] }];
    }
    if (chunk) {
      const { stream } = part;
      const added = this.addChunk(call, chunk, (target, position, maxBytes) =>
        // The chunk's upload has reserved all of it.
        new FileReceiver(target, stream, {
          room: this.disk,
          position,
          maxBytes,
          stepBytes: chunkFlushBytes,
        }).receive(),
      );
      form.direct = { chunk, added };
      await added;
      stream.resume(); // discards a chunk that was there already
      return;
    }
    const mayBeChunk = isDocumentedChunk(part, call.request) && hold.expectChunk();
    if (namesTarget(known) && known.key === undefined && !mayBeChunk) {
      await hold.open(targetOf(known), formBytes(call.request));
    }
    await files.take(part);
  }

  private async finish(form: IncomingForm, signal: AbortSignal): Promise<UploadResult> {
    const { call, hold, files } = form;
    const fields = readFields(form);
    const chunk = chunkOf(fields, call);
    if (chunk) {
      // The chunk's upload has reserved all of it.
      await hold.release();
      const result = await this.finishChunk(form, chunk);
      // The log has one row for each file, not one for each chunk.
      call.request.skipAudit = !result.complete;
      return result;
    }
    if (files.list.length === 0) {
      throw new InvalidFormError('no file');
    }
    const target = targetOf(fields);
    this.audit.describe({ dir: target.dir, paths: files.list.map(({ nameInForm }) => nameInForm) });
    await hold.open(target, 0);
    await files.seal(timesOf(fields));
    signal.throwIfAborted();
    return this.batches.place(call.caller, target, call.isFolderForm, files.list);
  }

  /** Ends a form with a chunk, which is in its place already or in staging. */
  private finishChunk(
    { call, files, direct }: IncomingForm,
    chunk: FormChunk,
  ): Promise<UploadResult> {
    if (direct) {
      if (JSON.stringify(direct.chunk) !== JSON.stringify(chunk)) {
        throw new InvalidFormError('a field after the file says otherwise');
      }
      return direct.added;
    }
    const [file, ...others] = files.list;
    if (!file || others.length > 0) {
      throw new InvalidFormError('one file for each chunk');
    }
    const { bytes } = placeOfChunk(chunk);
    if (file.sizeBytes !== bytes) {
      throw new ChunkMismatchError(chunkField, bytes, file.sizeBytes);
    }
    return this.addChunk(call, chunk, (target, position) =>
      copyBytes(this.disk, file.staged, target, {
        position,
        maxBytes: bytes,
        stepBytes: chunkFlushBytes,
      }),
    );
  }

  private addChunk(
    { caller, request }: FormCall,
    chunk: FormChunk,
    write: Parameters<ChunkUploads['add']>[3],
  ): Promise<UploadResult> {
    this.audit.describe({ paths: [pathOf(chunk.target)] });
    return this.chunks.add(caller, request, chunk, write);
  }
}

/** The fields received so far. */
function readFields({ call, values }: IncomingForm): UploadFields {
  const { endpoint, query, caller } = call;
  return checkFields(endpoint, { ...query, ...Object.fromEntries(values) }, caller.language);
}

/** Whether it may be a chunk: its fields, including its target, may follow it. */
function isDocumentedChunk({ field }: FilePart, { headers }: Request): boolean {
  return field === chunkField && Number(headers['content-length']) <= chunkFormBytes;
}

/** The least size of the form's files by its Content-Length; 0 if that is missing. */
function formBytes(request: Request): number {
  return Math.max(Number(request.headers['content-length'] ?? 0) - overheadBytes, 0);
}
