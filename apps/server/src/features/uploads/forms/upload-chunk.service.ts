import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { spaceIdOf, type UploadResult } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { ChunkMismatchError, UploadNotFoundError } from '../upload.errors.js';
import { countChunks, hasChunk, listChunks, noChunks } from './chunk-bits.js';
import type { FormChunk } from './upload-form.js';
import { rowOfTarget } from '../upload-target.js';
import { identityOf, isSameFile } from '../../../platform/file-space/placing/file-placing.js';
import { parseIdentity } from '../../spaces/storage/parse-identity.js';
import type { UploadEntity } from '../upload.entity.js';
import { UploadRepository } from '../upload.repository.js';
import { UploadProgressReports } from '../upload-progress.service.js';
import { UploadService } from '../upload.service.js';

/** Each answer lists the chunks of an upload of at most so many: the list of a larger one would be longer than its chunks are worth. */
const maxListed = 1_000;
/** So long after the end of an upload its chunks are taken for repetitions even where both files shall be kept. */
const repeatMs = 60_000;

/** The documented chunk form: an upload like any other, whose parts are counted one by one. */
@Injectable()
export class ChunkUploads {
  constructor(
    private readonly access: SpaceAccess,
    private readonly uploads: UploadRepository,
    private readonly service: UploadService,
    private readonly progress: UploadProgressReports,
  ) {}

  /**
   * The upload that a chunk belongs to, begun by whichever chunk comes first.
   * @throws ChunkMismatchError when the chunk tells of another file than the chunks before.
   */
  async open(caller: Principal, chunk: FormChunk): Promise<UploadEntity> {
    const chunkKey = keyOf(chunk);
    const existing = await this.findLive(caller, chunk, chunkKey);
    const upload = existing ?? (await this.begin(caller, chunk, chunkKey));
    if (upload.sizeBytes !== chunk.sizeBytes) {
      throw new ChunkMismatchError('size', upload.sizeBytes, chunk.sizeBytes);
    }
    if (upload.chunkBytes !== chunk.chunkBytes) {
      throw new ChunkMismatchError('shardSize', upload.chunkBytes ?? 0, chunk.chunkBytes);
    }
    if (upload.placedPath === null && upload.conflict !== chunk.target.conflict) {
      // What the user decided last about a taken name holds.
      await this.uploads.setConflict(upload.id, chunk.target.conflict);
    }
    return upload;
  }

  /** Whether the chunk need not be written any more: it is there, or all of the file is in its place. */
  async has(upload: UploadEntity, index: number): Promise<boolean> {
    const now = await this.uploads.find(upload.id);
    if (!now) {
      throw new UploadNotFoundError();
    }
    return now.placedPath !== null || (now.chunkBits !== null && hasChunk(now.chunkBits, index));
  }

  /** Counts a chunk whose bytes are in the staged file, and with the last one ends the upload. */
  async add(caller: Principal, upload: UploadEntity, chunk: FormChunk): Promise<UploadResult> {
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

  /** The key's upload, unless it is over and this is plainly a new one of the same file. */
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

  /** The file still lies where it was put: saying so again is right, but not when the user wants a second one of it. */
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
    const { files } = await this.access.openFor(caller, chunk.target.ref, 'add', [
      chunk.target.targetDir,
    ]);
    try {
      const file = await files.openRead(placedPath);
      try {
        const placed = identityOf(await file.stat({ bigint: true }));
        return isSameFile(placed, parseIdentity(fileIdentity));
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof DomainError) {
        return false;
      }
      throw error;
    }
  }

  private async begin(
    caller: Principal,
    chunk: FormChunk,
    chunkKey: string,
  ): Promise<UploadEntity> {
    const reservation = await this.service.checkBeginning(caller, chunk.target, chunk.sizeBytes);
    const id = randomBytes(16).toString('hex');
    try {
      await this.service.begin(reservation, {
        ...rowOfTarget(caller, chunk.target),
        id,
        sizeBytes: chunk.sizeBytes,
        metadata: {},
        chunkKey,
        chunkBytes: chunk.chunkBytes,
        chunkBits: noChunks(chunk.total),
      });
    } catch (error) {
      // Another chunk of the same file was faster.
      const faster = await this.uploads.findByChunkKey(caller.userId, chunkKey);
      if (faster) {
        return faster;
      }
      throw error;
    }
    return this.service.getOwn(caller, id);
  }
}

/** The client's key says which file it is; where it goes belongs to it, and the user does by the query. */
function keyOf({ key, target }: FormChunk): string {
  const { ref, targetDir, fileName } = target;
  return createHash('sha256')
    .update(JSON.stringify([key, ref.space, spaceIdOf(ref), targetDir, fileName]))
    .digest('hex');
}
