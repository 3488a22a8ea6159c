import { stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Staging } from '../spaces/storage/staging.js';
import { countChunks } from './forms/chunk-bits.js';
import type { UploadEntity } from './upload.entity.js';
import { UploadRepository } from './upload.repository.js';

/** An upload that received nothing for this long does not reserve disk space: announcing one costs its client nothing. */
const recentMs = 60_000;
/** At most this many are checked; more are unlikely to be active at once. */
const maxCounted = 100;

/** What all users are uploading at this moment, through any server process. */
@Injectable()
export class ArrivingUploads {
  constructor(
    private readonly uploads: UploadRepository,
    private readonly staging: Staging,
  ) {}

  /** How many bytes are still to come. */
  async bytes(): Promise<number> {
    const uploads = await this.uploads.listNewestUnplaced(maxCounted);
    const rest = await Promise.all(uploads.map((upload) => this.restOf(upload)));
    return rest.reduce((sum, bytes) => sum + bytes, 0);
  }

  private async restOf(upload: UploadEntity): Promise<number> {
    const staged = await stat(this.staging.uploadPath(upload.id)).catch(() => null);
    if (staged === null || staged.mtimeMs < Date.now() - recentMs) {
      return 0;
    }
    const { chunkBytes, chunkBits, sizeBytes } = upload;
    const received =
      chunkBytes === null || chunkBits === null ? staged.size : countChunks(chunkBits) * chunkBytes;
    return Math.max(sizeBytes - received, 0);
  }
}
