import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat, truncate, writeFile } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits } from '@clusterdesk/contracts';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { fileMode } from '../../platform/file-space/safe-directory.js';
import { isErrno } from '../../platform/file-space/file-space.errors.js';
import type { Staging } from './staging.js';
import { uploadCall } from './upload-call.js';
import type { UploadEntity } from './upload.entity.js';
import type { UploadRepository } from './upload.repository.js';

/** How often the other windows of the user hear of progress. */
const progressMs = 250;
const writeBufferBytes = 1024 * 1024;

/** The algorithms of the checksum extension; tus asks for sha1 at least. */
export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;

/** An answer of the tus protocol that is not one of the library's own. */
class TusRefusal extends Error {
  constructor(
    readonly status_code: number,
    readonly body: string,
  ) {
    super(body);
  }
}

/**
 * Where tus keeps uploads: bytes in the staging folder, everything else in the database. (The library's FileStore keeps
 * JSON files beside the bytes, knows no checksums, and takes an upload for lost once its file was placed.)
 */
export class UploadStore extends DataStore {
  /** When the progress of an upload was last told; milliseconds since the epoch. */
  private readonly toldAt = new Map<string, number>();

  constructor(
    private readonly staging: Staging,
    private readonly uploads: UploadRepository,
    private readonly onProgress: (upload: UploadEntity, loadedBytes: number) => void,
  ) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'checksum', 'expiration'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { caller, target } = uploadCall();
    if (!target || upload.size === undefined) {
      throw ERRORS.INVALID_LENGTH;
    }
    await writeFile(this.staging.uploadPath(upload.id), '', { flag: 'wx', mode: fileMode });
    await this.uploads.insert({
      id: upload.id,
      userId: caller.userId,
      space: target.ref.space,
      projectId: target.ref.projectId ?? null,
      targetDir: target.targetDir,
      fileName: target.fileName,
      conflict: target.conflict,
      sizeBytes: upload.size,
      metadata: upload.metadata ?? {},
    });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.uploads.find(id);
    if (!upload) {
      throw ERRORS.FILE_NOT_FOUND;
    }
    const { offset, touchedAt } = await this.progressOf(upload);
    return new Upload({
      id,
      size: upload.sizeBytes,
      offset,
      metadata: upload.metadata,
      // tus counts the expiry from here: each received byte puts it off.
      creation_date: touchedAt.toISOString(),
    });
  }

  /** Appends what comes. A client that breaks off keeps what has arrived, unless it sent a checksum: then it counts as a whole. */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.uploads.find(id);
    if (!upload || upload.placedPath !== null) {
      return offset;
    }
    const { checksum } = uploadCall();
    const path = this.staging.uploadPath(id);
    const file = createWriteStream(path, {
      flags: 'r+',
      start: offset,
      highWaterMark: writeBufferBytes,
    });
    const timer = setInterval(
      () => this.onProgress(upload, offset + file.bytesWritten),
      progressMs,
    );
    try {
      if (checksum) {
        await writeChecked(readable, file, checksum);
      } else {
        await pipeline(readable, file);
      }
    } catch (error) {
      if (checksum) {
        await truncate(path, offset);
      }
      throw error instanceof TusRefusal ? error : ERRORS.FILE_WRITE_ERROR;
    } finally {
      clearInterval(timer);
    }
    this.tell(upload, offset + file.bytesWritten);
    return offset + file.bytesWritten;
  }

  override async remove(id: string): Promise<void> {
    this.toldAt.delete(id);
    await rm(this.staging.uploadPath(id), { force: true });
    await this.uploads.delete(id);
  }

  override getExpiration(): number {
    return limits.uploadExpiryMs;
  }

  /** At most every `progressMs` for one upload, however small its chunks are. */
  private tell(upload: UploadEntity, loadedBytes: number): void {
    const now = Date.now();
    if (now - (this.toldAt.get(upload.id) ?? 0) >= progressMs) {
      this.toldAt.set(upload.id, now);
      this.onProgress(upload, loadedBytes);
    }
    if (loadedBytes >= upload.sizeBytes) {
      this.toldAt.delete(upload.id);
    }
  }

  /** How much has arrived, and when the last of it. */
  private async progressOf(upload: UploadEntity): Promise<{ offset: number; touchedAt: Date }> {
    if (upload.placedPath !== null) {
      return { offset: upload.sizeBytes, touchedAt: upload.createdAt };
    }
    try {
      const { size, mtime } = await stat(this.staging.uploadPath(upload.id));
      return { offset: size, touchedAt: mtime };
    } catch (error) {
      if (isErrno(error, 'ENOENT')) {
        throw ERRORS.FILE_NO_LONGER_EXISTS;
      }
      throw error;
    }
  }
}

async function writeChecked(
  readable: Readable,
  file: NodeJS.WritableStream,
  checksum: { algorithm: string; digest: Buffer },
): Promise<void> {
  const hash = createHash(checksum.algorithm);
  const meter = new PassThrough();
  meter.on('data', (chunk: Buffer) => hash.update(chunk));
  await pipeline(readable, meter, file);
  if (!hash.digest().equals(checksum.digest)) {
    throw new TusRefusal(460, 'Checksum Mismatch\n');
  }
}
