import { rm, stat } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { answerCodes, type UploadProgress } from '@clusterdesk/contracts';
import { sealFile, type FileIdentity } from '../../platform/file-space/file-placing.js';
import {
  EntryNotFoundError,
  isErrno,
  IsAFolderError,
  NameTakenError,
  NotAFolderError,
} from '../../platform/file-space/file-space.errors.js';
import type { FileSpace } from '../../platform/file-space/file-space.js';
import type { Caller } from '../../platform/http/caller.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { refOf, SpaceAccess } from './space-access.service.js';
import type { ResolvedSpace } from './space-provider.js';
import { Staging } from './staging.js';
import { NoSpaceLeftError, UploadNotFoundError } from './transfer.errors.js';
import type { UploadTarget } from './upload-target.js';
import type { UploadEntity } from './upload.entity.js';
import { UploadRepository } from './upload.repository.js';

/** After these a later try may succeed (a name got free, room was made): the bytes are kept until they expire. */
const retryable: readonly number[] = [
  answerCodes.conflict,
  answerCodes.locked,
  answerCodes.unavailable,
];

/** The rules of uploads: who may begin one and where, and how a complete one comes into its space. */
@Injectable()
export class UploadService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly staging: Staging,
    private readonly uploads: UploadRepository,
    @Inject(Realtime) private readonly realtime: Realtime,
  ) {}

  /** Refuses, before the first byte, what could not be placed in the end. */
  async checkBeginning(caller: Caller, target: UploadTarget, sizeBytes: number): Promise<void> {
    const { space } = await this.access.forWriting(caller, target.ref);
    if (!(await space.stat(target.dir)).isDirectory) {
      throw new NotAFolderError(target.dir);
    }
    await checkName(space, target);
    if (!(await this.staging.hasRoomFor(sizeBytes))) {
      throw new NoSpaceLeftError();
    }
  }

  /** The caller's upload; to others it does not exist. */
  async getOwn(caller: Caller, id: string): Promise<UploadEntity> {
    const upload = await this.uploads.find(id);
    if (upload?.userId !== caller.userId) {
      throw new UploadNotFoundError();
    }
    return upload;
  }

  /** Places an upload whose bytes are all there, as one does that was cut off by a crash; null for any other. */
  async finishIfComplete(caller: Caller, upload: UploadEntity): Promise<string | null> {
    if (upload.placedPath !== null) {
      return upload.placedPath;
    }
    const isComplete =
      upload.fileIdentity !== null ||
      (await stat(this.staging.uploadPath(upload.id)).then(
        ({ size }) => size === upload.sizeBytes,
        () => false,
      ));
    return isComplete ? this.finish(caller, upload.id) : null;
  }

  /** Flushes a complete upload and puts it into its space. Doing it again gives the same path. */
  async finish(caller: Caller, id: string): Promise<string> {
    const upload = await this.getOwn(caller, id);
    try {
      const { space, audience: watchers } = await this.access.forWriting(caller, refOf(upload));
      const identity = await this.seal(upload);
      const placed = await this.uploads.placeOnce(id, async (current) => {
        const dir = await space.makeDirs(current.targetDir);
        const staged = this.staging.uploadPath(id);
        const { path } = await space.place(
          staged,
          identity,
          dir,
          current.fileName,
          current.conflict,
        );
        return path;
      });
      if (placed === null) {
        throw new UploadNotFoundError();
      }
      if (placed.isNew) {
        this.announce(upload, watchers);
      }
      return placed.path;
    } catch (error) {
      this.publishProgress(upload, upload.sizeBytes, 'failed');
      if (error instanceof DomainError && !retryable.includes(error.status)) {
        await this.discard(id);
      }
      throw error;
    }
  }

  publishProgress(upload: UploadEntity, loadedBytes: number, state: UploadProgress['state']): void {
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

  /** Remembered before the file is placed: whoever comes after a crash recognises it. */
  private async seal(upload: UploadEntity): Promise<FileIdentity> {
    if (upload.fileIdentity !== null) {
      return parseIdentity(upload.fileIdentity);
    }
    try {
      const identity = await sealFile(this.staging.uploadPath(upload.id));
      await this.uploads.setIdentity(upload.id, `${identity.dev}:${identity.ino}`);
      return identity;
    } catch (error) {
      throw isErrno(error, 'ENOENT') ? new UploadNotFoundError() : error;
    }
  }

  /** The folders on the way may be new, so each folder from the first to the last may look different. */
  private announce(upload: UploadEntity, watchers: ResolvedSpace['audience']): void {
    this.publishProgress(upload, upload.sizeBytes, 'complete');
    for (const dir of foldersTo(upload.targetDir)) {
      this.realtime.publish('filesChanged', watchers, { ...refOf(upload), dir });
    }
  }

  private async discard(id: string): Promise<void> {
    await rm(this.staging.uploadPath(id), { force: true });
    await this.uploads.delete(id);
  }
}

/** A name that is taken now is refused now; what happens until the end is decided at the end. */
async function checkName(space: FileSpace, target: UploadTarget): Promise<void> {
  if (target.conflict === 'keepBoth') {
    return;
  }
  const taken = await space.findTaken(target.targetDir, target.fileName).catch((error: unknown) => {
    if (error instanceof EntryNotFoundError) {
      return null; // a folder of the relative path that is not there yet
    }
    throw error;
  });
  if (taken === null) {
    return;
  }
  if (target.conflict === 'refuse') {
    throw new NameTakenError(taken);
  }
  const { isDirectory } = await space.stat(`${target.targetDir}/${taken}`);
  if (isDirectory) {
    throw new IsAFolderError(taken);
  }
}

function parseIdentity(text: string): FileIdentity {
  const [dev = '', ino = ''] = text.split(':');
  return { dev: BigInt(dev), ino: BigInt(ino) };
}

function foldersTo(dir: string): string[] {
  const parts = dir.split('/').filter((part) => part !== '');
  return ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
}
