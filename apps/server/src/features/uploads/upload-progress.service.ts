import { Injectable } from '@nestjs/common';
import type { UploadProgress } from '@clusterdesk/contracts';
import { KeyedThrottle } from '../../platform/keyed-throttle.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { Timings } from '../../platform/timings.js';
import { refOf } from '../spaces/space-key.js';
import type { UploadEntity } from './upload.entity.js';

interface Progress {
  upload: UploadEntity;
  loadedBytes: number;
}

/**
 * Each event is a message of its own to every other process, on PostgreSQL a statement of the pool that answers calls: of all uploads
 * here together so many go out within `uploadProgressMs`, others wait for their turn. 500 open uploads sent up to 2,000 a second.
 */
const mostTogether = 25;

/** Publishes the progress of an upload to all windows of its user (`uploadProgress`). */
@Injectable()
export class UploadProgressReports {
  private readonly progress: KeyedThrottle<Progress>;
  /** The newest of each upload, those that wait longest first. */
  private readonly waiting = new Map<string, Progress>();
  private left = mostTogether;
  private interval: NodeJS.Timeout | undefined;
  private readonly intervalMs: number;

  constructor(
    private readonly realtime: Realtime,
    { files }: Timings,
  ) {
    this.intervalMs = files.uploadProgressMs;
    this.progress = new KeyedThrottle(this.intervalMs, (news) => this.take(news), {
      trailing: false,
    });
  }

  /** Reports received bytes, at most every `uploadProgressMs` for one upload, less often while very many go on. */
  report(upload: UploadEntity, loadedBytes: number): void {
    if (upload.visitorId === null) {
      this.progress.pass(upload.id, { upload, loadedBytes });
    }
  }

  /** Publishes a state at once. What a visitor sends is in no window of the user on whose right it comes. */
  publish(upload: UploadEntity, loadedBytes: number, state: UploadProgress['state']): void {
    if (upload.visitorId !== null) {
      return;
    }
    // What still waits is older.
    this.waiting.delete(upload.id);
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

  private take(news: Progress): void {
    this.waiting.set(news.upload.id, news);
    this.tellSome();
  }

  private tellSome(): void {
    for (const { upload, loadedBytes } of [...this.waiting.values()].slice(0, this.left)) {
      this.left -= 1;
      this.publish(upload, loadedBytes, 'uploading');
    }
    if (this.left < mostTogether) {
      this.interval ??= setTimeout(() => this.beginInterval(), this.intervalMs).unref();
    }
  }

  private beginInterval(): void {
    this.interval = undefined;
    this.left = mostTogether;
    this.tellSome();
  }
}
