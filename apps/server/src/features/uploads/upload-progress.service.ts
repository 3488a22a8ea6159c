import { Injectable } from '@nestjs/common';
import type { UploadProgress } from '@clusterdesk/contracts';
import { KeyedThrottle } from '../../platform/keyed-throttle.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { Timings } from '../../platform/timings.js';
import { refOf } from '../spaces/space-key.js';
import type { UploadEntity } from './upload.entity.js';

/** Publishes the progress of an upload to all windows of its user (`uploadProgress`). */
@Injectable()
export class UploadProgressReports {
  private readonly progress: KeyedThrottle<{ upload: UploadEntity; loadedBytes: number }>;

  constructor(
    private readonly realtime: Realtime,
    { files }: Timings,
  ) {
    this.progress = new KeyedThrottle(
      files.uploadProgressMs,
      ({ upload, loadedBytes }) => this.publish(upload, loadedBytes, 'uploading'),
      { trailing: false },
    );
  }

  /** Reports received bytes, at most every `uploadProgressMs` for one upload. */
  report(upload: UploadEntity, loadedBytes: number): void {
    this.progress.pass(upload.id, { upload, loadedBytes });
  }

  /** Publishes a state at once. */
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
}
