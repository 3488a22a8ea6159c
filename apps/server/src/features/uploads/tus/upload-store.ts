import { truncate } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { freshStat } from '../../../platform/file-space/file-identity.js';
import { isErrno, nullWhenGone } from '../../../platform/file-space/file-space.errors.js';
import type { WriteRoom } from '../../spaces/storage/free-space-guard.service.js';
import type { Staging } from '../../spaces/storage/staging.js';
import { uploadCall } from './upload-context.js';
import { drain } from '../forms/drain.js';
import { appendToUpload } from './upload-writer.js';
import { expiryOf } from '../upload-caller.js';
import type { UploadEntity } from '../upload.entity.js';
import { readUploadTarget, targetOfVisitor } from '../upload-target.js';
import type { UploadRepository } from '../upload.repository.js';
import { endWhenSilent } from '../../../platform/http/silence.js';
import type {
  RunningTransfers,
  TransferUse,
} from '../../spaces/tasks/running-transfers.service.js';
import type { UploadProgressReports } from '../upload-progress.service.js';
import type { UploadService } from '../upload.service.js';

/** A client that sends nothing for this long is cut off, which frees its connection, descriptor and lock. It can resume later. */
const uploadSilenceMs = 60_000;

/**
 * The store of the tus server: bytes in the staging folder, everything else in the database. (The library's FileStore keeps
 * JSON files beside the bytes, has no checksums, and considers an upload lost once its file was placed.)
 */
export class UploadStore extends DataStore {
  constructor(
    private readonly staging: Staging,
    private readonly room: WriteRoom,
    private readonly uploads: UploadRepository,
    private readonly service: UploadService,
    private readonly running: RunningTransfers,
    private readonly progress: UploadProgressReports,
  ) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'checksum', 'expiration'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const call = uploadCall();
    if (upload.size === undefined) {
      throw ERRORS.INVALID_LENGTH;
    }
    call.target = call.caller.visitor
      ? targetOfVisitor(call.caller.visitor.ref, upload.metadata)
      : readUploadTarget(upload.metadata);
    const { id, size: sizeBytes, metadata = {} } = upload;
    await this.service.begin(call.caller, call.target, { id, sizeBytes, metadata });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.uploads.find(id);
    if (!upload) {
      throw ERRORS.FILE_NOT_FOUND;
    }
    await this.settle(upload);
    const { offset, touchedAt } = await this.progressOf(upload);
    return new Upload({
      id,
      size: upload.sizeBytes,
      offset,
      metadata: upload.metadata,
      // tus counts the expiry from here: each received byte extends it.
      creation_date: touchedAt.toISOString(),
    });
  }

  /**
   * Appends the body of the call, read directly from the request: the library's web streams would
   * halve the throughput (tests/load/throughput.mjs), so the library is not given the body.
   */
  override async write(_: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.uploads.find(id);
    if (!upload || upload.placedPath !== null) {
      return offset;
    }
    const { caller, request, checksum } = uploadCall();
    if (checksum) {
      await this.uploads.update(id, { uncheckedFrom: offset });
    }
    const uses: TransferUse[] = [{ key: upload, action: 'add', paths: [upload.targetDir] }];
    const work = this.running.begin(caller, () => uses, caller.visitor?.spaceKeys);
    work.signal.addEventListener('abort', () => request.destroy());
    const stopWatching = endWhenSilent(request, uploadSilenceMs);
    let length: number;
    try {
      length = await appendToUpload({
        source: request,
        room: this.room,
        path: this.staging.uploadPath(id),
        offset,
        maxBytes: upload.sizeBytes - offset,
        checksum,
        onTick: (loadedBytes) => this.progress.report(upload, loadedBytes),
      });
      work.signal.throwIfAborted();
    } catch (error) {
      // A client reads the refusal only after it has sent its body.
      await drain(request);
      throw error;
    } finally {
      stopWatching();
      work.end();
    }
    if (checksum) {
      await this.uploads.update(id, { uncheckedFrom: null });
    }
    this.progress.report(upload, length);
    return length;
  }

  /**
   * Drops bytes whose checksum was never verified because the process died. Only while the call holds
   * the upload's lock: otherwise another call may be receiving them now.
   */
  async settle(upload: UploadEntity): Promise<void> {
    if (upload.uncheckedFrom === null) {
      return;
    }
    await truncate(this.staging.uploadPath(upload.id), upload.uncheckedFrom).catch(nullWhenGone);
    await this.uploads.update(upload.id, { uncheckedFrom: null });
    upload.uncheckedFrom = null;
  }

  override async remove(id: string): Promise<void> {
    await this.service.discard(id);
  }

  /** Until when the received bytes of an upload are kept; null if there are none. */
  async keptUntil(id: string): Promise<Date | null> {
    const upload = await this.uploads.find(id);
    return upload
      ? this.progressOf(upload).then(
          ({ touchedAt }) => new Date(touchedAt.getTime() + expiryOf(upload)),
          () => null,
        )
      : null;
  }

  override getExpiration(): number {
    return expiryOf({ visitorId: uploadCall().caller.visitor?.id ?? null });
  }

  /** How many bytes were received, and when the last ones. */
  private async progressOf(upload: UploadEntity): Promise<{ offset: number; touchedAt: Date }> {
    if (upload.placedPath !== null) {
      return { offset: upload.sizeBytes, touchedAt: upload.createdAt };
    }
    try {
      const { size, mtime, ctime } = await freshStat(this.staging.uploadPath(upload.id));
      // A sealed file already has the modification time that its client sent.
      return { offset: Number(size), touchedAt: upload.fileIdentity === null ? mtime : ctime };
    } catch (error) {
      if (isErrno(error, 'ENOENT')) {
        throw ERRORS.FILE_NO_LONGER_EXISTS;
      }
      throw error;
    }
  }
}
