import { createHash, randomBytes } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { spaceIdOf, type UploadResult } from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { nullWhenRefused } from '../../../platform/http/domain-error.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { ChunkMismatchError, UploadNotFoundError } from '../upload.errors.js';
import { countChunks, hasChunk, listChunks, noChunks } from './chunk-bits.js';
import { placeOfChunk, type FormChunk } from './upload-form.js';
import type { UploadEntity } from '../upload.entity.js';
import { UploadRepository } from '../upload.repository.js';
import { Staging } from '../../spaces/storage/staging.js';
import { mapNoSpace } from '../../spaces/storage/write-whole.js';
import { UploadLocker } from '../tus/upload-locker.js';
import { UploadProgressReports } from '../upload-progress.service.js';
import { UploadService } from '../upload.service.js';
import { isSameFile, parseIdentity } from '../../../platform/file-space/file-identity.js';

/** A chunk is flushed before it is counted, in steps of this size while it is still being written. */
export const chunkFlushBytes = 4 * 1024 * 1024;
/** Answers list the received chunks of uploads with at most this many: longer lists would cost more than they help. */
const maxListed = 1_000;
/** For this long after an upload is placed, its chunks count as repetitions even with `keepBoth`; milliseconds. */
const repeatMs = 60_000;

/** The documented chunk form: an upload whose chunks are counted one by one. */
@Injectable()
export class ChunkUploads {
  constructor(
    private readonly access: SpaceAccess,
    private readonly uploads: UploadRepository,
    private readonly service: UploadService,
    private readonly progress: UploadProgressReports,
    private readonly staging: Staging,
    private readonly locker: UploadLocker,
  ) {}

  /**
   * Writes a chunk to its place unless it is there, and counts it; the last chunk completes the upload.
   * @param write returns how many bytes there were, at most one more than the chunk has
   * @throws ChunkMismatchError when the chunk contradicts earlier chunks or has another length than it should
   */
  async add(
    caller: Principal,
    request: Request,
    chunk: FormChunk,
    write: (target: FileHandle, position: number, maxBytes: number) => Promise<number>,
  ): Promise<UploadResult> {
    const upload = await this.open(caller, chunk);
    // The lock is held until the chunk is counted: another call with the same chunk then need not write it.
    return this.locker.alone(`${upload.id}/${chunk.index}`, request, async () => {
      if (!(await this.has(upload, chunk.index))) {
        const { offset, bytes } = placeOfChunk(chunk);
        const seenBytes = await this.write(upload, (target) => write(target, offset, bytes));
        if (seenBytes !== bytes) {
          throw new ChunkMismatchError('file', bytes, seenBytes);
        }
      }
      return this.count(caller, upload, chunk);
    });
  }

  /** The upload that a chunk belongs to; the first chunk to arrive begins it. */
  private async open(caller: Principal, chunk: FormChunk): Promise<UploadEntity> {
    const chunkKey = keyOf(chunk);
    const upload =
      (await this.findLive(caller, chunk, chunkKey)) ?? (await this.begin(caller, chunk, chunkKey));
    if (upload.sizeBytes !== chunk.sizeBytes) {
      throw new ChunkMismatchError('size', upload.sizeBytes, chunk.sizeBytes);
    }
    if (upload.chunkBytes !== chunk.chunkBytes) {
      throw new ChunkMismatchError('shardSize', upload.chunkBytes ?? 0, chunk.chunkBytes);
    }
    if (upload.placedPath === null && upload.conflict !== chunk.target.conflict) {
      // The user's last decision about a taken name applies.
      await this.uploads.update(upload.id, { conflict: chunk.target.conflict });
    }
    return upload;
  }

  /** Whether the chunk need not be written: it was received before, or the whole file is placed. */
  private async has(upload: UploadEntity, index: number): Promise<boolean> {
    const now = await this.uploads.find(upload.id);
    if (!now) {
      throw new UploadNotFoundError();
    }
    return now.placedPath !== null || (now.chunkBits !== null && hasChunk(now.chunkBits, index));
  }

  private async write(
    upload: UploadEntity,
    work: (target: FileHandle) => Promise<number>,
  ): Promise<number> {
    const target = await open(this.staging.uploadPath(upload.id), 'r+').catch(() => {
      throw new UploadNotFoundError();
    });
    try {
      const seenBytes = await work(target);
      // A counted chunk must survive a power cut.
      await mapNoSpace(() => target.datasync());
      return seenBytes;
    } finally {
      await target.close();
    }
  }

  private async count(
    caller: Principal,
    upload: UploadEntity,
    chunk: FormChunk,
  ): Promise<UploadResult> {
    const bits = await this.uploads.addChunk(upload.id, chunk.index);
    if (bits === null) {
      throw new UploadNotFoundError();
    }
    const receivedCount = countChunks(bits);
    const received = chunk.total <= maxListed ? listChunks(bits) : [];
    if (receivedCount < chunk.total) {
      const loadedBytes = Math.min(receivedCount * chunk.chunkBytes, upload.sizeBytes);
      this.progress.report(upload, loadedBytes);
      return { complete: false, received, receivedCount, files: [] };
    }
    const { path } = await this.service.finish(caller, upload.id);
    const files = [{ fileName: upload.fileName, path, message: '' }];
    return { complete: true, received, receivedCount, files };
  }

  /** The upload with this key, unless it is finished and the chunk begins a new one of the same file. */
  private async findLive(
    caller: Principal,
    chunk: FormChunk,
    chunkKey: string,
  ): Promise<UploadEntity | null> {
    const upload = await this.uploads.findByChunkKey(caller.userId, chunkKey);
    if (!upload || upload.placedPath === null || (await this.isRepetition(caller, chunk, upload))) {
      return upload;
    }
    await this.service.discard(upload.id);
    return null;
  }

  /** The file is still where it was placed, so the answer can be repeated, unless the user wants a second copy. */
  private async isRepetition(
    caller: Principal,
    chunk: FormChunk,
    { placedPath, placedAt, fileIdentity }: UploadEntity,
  ): Promise<boolean> {
    const isRecent = placedAt !== null && placedAt.getTime() > Date.now() - repeatMs;
    if (
      placedPath === null ||
      fileIdentity === null ||
      (chunk.target.conflict === 'keepBoth' && !isRecent)
    ) {
      return false;
    }
    const { ref, targetDir } = chunk.target;
    const { files } = await this.access.openFor(caller, ref, 'add', [targetDir]);
    const now = await files.identify(placedPath).catch(nullWhenRefused);
    return now !== null && isSameFile(now, parseIdentity(fileIdentity));
  }

  private async begin(
    caller: Principal,
    chunk: FormChunk,
    chunkKey: string,
  ): Promise<UploadEntity> {
    const id = randomBytes(16).toString('hex');
    try {
      await this.service.begin(caller, chunk.target, {
        id,
        sizeBytes: chunk.sizeBytes,
        metadata: {},
        chunkKey,
        chunkBytes: chunk.chunkBytes,
        chunkBits: noChunks(chunk.total),
      });
    } catch (error) {
      // Another chunk of the same file may have begun it meanwhile.
      const faster = await this.uploads.findByChunkKey(caller.userId, chunkKey);
      if (faster) {
        return faster;
      }
      throw error;
    }
    return this.service.getOwn(caller, id);
  }
}

/** Combines the client's key with the target; uploads are looked up per user. */
function keyOf({ key, target }: FormChunk): string {
  const { ref, targetDir, fileName } = target;
  return createHash('sha256')
    .update(JSON.stringify([key, ref.space, spaceIdOf(ref), targetDir, fileName]))
    .digest('hex');
}
