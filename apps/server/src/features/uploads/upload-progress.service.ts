import { Injectable } from '@nestjs/common';
import type { UploadProgress } from '@clusterdesk/contracts';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { Timings } from '../../platform/timings.js';
import { refOf } from '../spaces/space-key.js';
import type { UploadEntity } from './upload.entity.js';

/** After so long without progress an upload's next report need not be held back. */
const reportedMs = 10_000;

/** Tells all windows of a user how far an upload is (`uploadProgress`). */
@Injectable()
export class UploadProgressReports {
  /** When the progress of an upload was last told; milliseconds since the epoch. */
  private readonly lastReportedAt = new Map<string, number>();

  constructor(
    private readonly realtime: Realtime,
    private readonly timings: Timings,
  ) {}

  /** Bytes have arrived. Told at most every `uploadProgressMs` for one upload, however small its chunks are. */
  report(upload: UploadEntity, loadedBytes: number): void {
    const now = Date.now();
    if (now - (this.lastReportedAt.get(upload.id) ?? 0) >= this.timings.files.uploadProgressMs) {
      this.forgetOld(now);
      this.lastReportedAt.delete(upload.id);
      this.lastReportedAt.set(upload.id, now);
      this.publish(upload, loadedBytes, 'uploading');
    }
    if (loadedBytes >= upload.sizeBytes) {
      this.lastReportedAt.delete(upload.id);
    }
  }

  /** Tells a state at once. */
  publish(upload: UploadEntity, loadedBytes: number, state: UploadProgress['state']): void {
    this.realtime.publish('uploadProgress', audience.user(upload.userId), {
      ...refOf(upload),
      uploadId: upload.id,
      dir: upload.targetDir,
      fileName: upload.fileName,
      loadedBytes,
      totalBytes: upload.sizeBytes,
      state,
    });
  }

  /** The upload is gone. */
  forget(id: string): void {
    this.lastReportedAt.delete(id);
  }

  /** Uploads that were abandoned end without a word. The oldest report comes first; of few there is nothing to forget. */
  private forgetOld(now: number): void {
    for (const [id, reportedAt] of this.lastReportedAt) {
      if (reportedAt > now - reportedMs) {
        return;
      }
      this.lastReportedAt.delete(id);
    }
  }
}
