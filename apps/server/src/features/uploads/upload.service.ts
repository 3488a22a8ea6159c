import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { answerCodes } from '@clusterdesk/contracts';
import {
  FlushFailedError,
  fsyncAndIdentify,
} from '../../platform/file-space/placing/file-placing.js';
import {
  EntryNotFoundError,
  isErrno,
  IsAFolderError,
  NameTakenError,
} from '../../platform/file-space/file-space.errors.js';
import { joinPath } from '../../platform/file-space/space-path.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { ancestorDirs } from '../spaces/ancestor-dirs.js';
import { NewNames } from '../spaces/editing/new-names.service.js';
import { SpaceOperations } from '../spaces/operations/space-operations.service.js';
import { RecentFiles } from '../spaces/recent/recent-files.service.js';
import { SpaceAccess } from '../spaces/space-access.service.js';
import { refOf } from '../spaces/space-key.js';
import { SpaceEventPublisher } from '../spaces/space-event-publisher.service.js';
import { assertMayReplace, checkReplaced } from '../spaces/replacing.js';
import { refusalOf, type Space } from '../spaces/space.js';
import { UserRights } from '../users/rights/user-rights.service.js';
import { QuotaReservations } from '../spaces/quota/quota-reservations.service.js';
import { FreeSpaceGuard } from '../spaces/storage/free-space-guard.service.js';
import { Staging } from '../spaces/storage/staging.js';
import {
  TargetFolderMissingError,
  UploadNotFoundError,
  UploadNotKeptError,
} from './upload.errors.js';
import { createFile } from './file-receiver.js';
import type { UploadCaller, UploadOwner } from './upload-caller.js';
import { UploadLocker } from './tus/upload-locker.js';
import { UploadProgressReports } from './upload-progress.service.js';
import { newNamesOf, openTarget, rowOfTarget, type UploadTarget } from './upload-target.js';
import type { UploadEntity } from './upload.entity.js';
import { UploadRepository, type Placed } from './upload.repository.js';
import {
  type FileIdentity,
  freshStat,
  formatIdentity,
  parseIdentity,
} from '../../platform/file-space/file-identity.js';

/** After these a later attempt may succeed (the name becomes free, room is made, a right is restored): the bytes are kept until they expire. */
const retryable: readonly number[] = [
  answerCodes.notAllowed,
  answerCodes.conflict,
  answerCodes.locked,
  answerCodes.unavailable,
];

/** What describes a new upload besides its target. */
export type BeginningUpload = Pick<UploadEntity, 'id' | 'sizeBytes' | 'metadata'> &
  Partial<Pick<UploadEntity, 'chunkKey' | 'chunkBytes' | 'chunkBits'>>;

/** The rules of uploads: who may begin one and where, and how a complete one is placed in its space. */
@Injectable()
export class UploadService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly staging: Staging,
    private readonly disk: FreeSpaceGuard,
    private readonly uploads: UploadRepository,
    private readonly locker: UploadLocker,
    private readonly room: QuotaReservations,
    private readonly rights: UserRights,
    private readonly operations: SpaceOperations,
    private readonly names: NewNames,
    private readonly news: SpaceEventPublisher,
    private readonly progress: UploadProgressReports,
    private readonly recent: RecentFiles,
  ) {}

  /**
   * Refuses in advance what could not be placed at the end. Creates the upload's file in staging, and records the upload and
   * what it holds of the quota: its full size, because a file that it replaces remains until then.
   * @throws QuotaExceededError, TooManyUploadsError, NoSpaceLeftError
   */
  async begin(caller: UploadCaller, target: UploadTarget, upload: BeginningUpload): Promise<void> {
    const space = await openTarget(this.access, caller, target);
    await this.names.check(newNamesOf(target));
    await checkName(space, target);
    await this.disk.assertRoomFor(upload.sizeBytes);
    const { quota, admitUpload } = space;
    const path = this.staging.uploadPath(upload.id);
    // Before the row: where there is a row there is a file, and an upload whose file cannot be created holds nothing.
    await (await createFile(path)).close();
    try {
      await this.room.reserve(quota, upload.sizeBytes, (manager) =>
        this.uploads.insertBounded(
          manager,
          {
            ...rowOfTarget(caller, target),
            ...upload,
            quotaAccount: quota?.account ?? null,
            quotaBytes: upload.sizeBytes,
            visitorId: caller.visitor?.id ?? null,
          },
          admitUpload ? (within) => admitUpload(within, upload.sizeBytes) : null,
        ),
      );
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** The caller's own upload; for others it does not exist. */
  async getOwn(caller: UploadOwner, id: string): Promise<UploadEntity> {
    const upload = await this.uploads.find(id);
    if (upload?.userId !== caller.userId || upload.visitorId !== (caller.visitor?.id ?? null)) {
      throw new UploadNotFoundError();
    }
    return upload;
  }

  /** Places an upload whose bytes are complete, for example after a crash; null if they are not. */
  async finishIfComplete(caller: UploadOwner, upload: UploadEntity): Promise<Placed | null> {
    if (upload.placedPath !== null) {
      return { path: upload.placedPath, isNew: false };
    }
    const isComplete =
      upload.fileIdentity !== null ||
      (upload.uncheckedFrom === null &&
        upload.chunkKey === null &&
        (await freshStat(this.staging.uploadPath(upload.id)).then(
          ({ size }) => Number(size) === upload.sizeBytes,
          () => false,
        )));
    return isComplete ? this.finish(caller, upload.id) : null;
  }

  /**
   * Flushes a complete upload and places it in its space. Repeated calls return the same path. An upload that can never be placed
   * (refused for good, or its space or bytes are gone) is discarded, with the room that it held.
   */
  async finish(caller: UploadOwner, id: string): Promise<Placed> {
    // A session lock, which ends with the process; no connection of the pool waits for the disk.
    return this.locker.alone(`${id}/placing`, null, async () => {
      const upload = await this.getOwn(caller, id);
      return upload.placedPath === null
        ? this.finishOnce(upload)
        : { path: upload.placedPath, isNew: false };
    });
  }

  private async finishOnce(upload: UploadEntity): Promise<Placed> {
    try {
      const identity = await this.seal(upload);
      // The current rights: they may have changed since the upload began.
      const user = await this.rights.get(upload.userId);
      const space = await this.access.openFor(user, refOf(upload), 'add', [upload.targetDir]);
      const path = await this.place(space, identity, upload);
      if (!(await this.uploads.notePlaced(upload.id, path))) {
        throw new UploadNotFoundError();
      }
      this.progress.publish(upload, upload.sizeBytes, 'complete');
      // Folders on the path may be new, so the listing of each of them may have changed.
      this.news.filesChanged(space, ancestorDirs(upload.targetDir));
      // A file that its user may not see is not listed as recent.
      if ((await refusalOf(space, 'view', [path])) === null) {
        await this.recent.note(upload, refOf(upload), [path]);
      }
      await space.noteUpload?.(path);
      return { path, isNew: true };
    } catch (error) {
      this.progress.publish(upload, upload.sizeBytes, 'failed');
      if (!(await this.mayBePlacedLater(upload, error))) {
        await this.discard(upload.id);
      }
      throw error;
    }
  }

  /** If so, its bytes are kept, and so is what they hold of the quota. */
  private async mayBePlacedLater(upload: UploadEntity, error: unknown): Promise<boolean> {
    if (!(error instanceof DomainError) || retryable.includes(error.status)) {
      return true;
    }
    // Users without access get 404 whether or not the space exists.
    const isHidden =
      error.status === answerCodes.notFound && !(error instanceof UploadNotFoundError);
    return isHidden && (await this.access.exists(upload));
  }

  private async place(space: Space, identity: FileIdentity, upload: UploadEntity): Promise<string> {
    const { baseDir, targetDir, fileName, conflict } = upload;
    try {
      const base = await space.files.stat(baseDir);
      const dir =
        base.isDirectory && targetDir !== baseDir
          ? await this.operations.makeDirs(space, upload, targetDir)
          : baseDir;
      const replacedBytes =
        conflict === 'overwrite' ? await checkReplaced(space, dir, fileName) : 0;
      const { path, sizeBytes } = await this.operations.place(space, upload, {
        staged: this.staging.uploadPath(upload.id),
        identity,
        isDirectory: false,
        dir,
        name: fileName,
        conflict,
      });
      // Before the upload stops counting as unfinished: it may count twice for a moment, but never not at all.
      await space.note?.(sizeBytes - replacedBytes);
      return path;
    } catch (error) {
      if (!(error instanceof DomainError)) {
        throw error;
      }
      if (!(await this.staging.has(upload.id))) {
        // Staging was cleared, or restored without it: no later attempt can succeed, whatever refused this one.
        throw new UploadNotFoundError();
      }
      throw error instanceof EntryNotFoundError ? new TargetFolderMissingError(baseDir) : error;
    }
  }

  /** Deletes an upload and its bytes; its space has back what it admitted. */
  async discard(id: string): Promise<void> {
    await rm(this.staging.uploadPath(id), { force: true });
    await this.uploads.discard(id, (manager, upload) =>
      this.access.releaseUpload(manager, upload, upload.sizeBytes),
    );
  }

  /** The identity is recorded before the file is placed, so that it is recognized after a crash. */
  private async seal(upload: UploadEntity): Promise<FileIdentity> {
    if (upload.fileIdentity !== null) {
      return parseIdentity(upload.fileIdentity);
    }
    const path = this.staging.uploadPath(upload.id);
    try {
      await this.staging.setTime(path, upload.modifiedAt);
      const identity = await fsyncAndIdentify(path);
      await this.uploads.update(upload.id, { fileIdentity: formatIdentity(identity) });
      return identity;
    } catch (error) {
      if (error instanceof FlushFailedError) {
        // Which bytes are there is not known, and the next flush would not fail: it has to be sent again.
        await this.discard(upload.id);
        throw new UploadNotKeptError();
      }
      throw isErrno(error, 'ENOENT') ? new UploadNotFoundError() : error;
    }
  }
}

/** Refuses a name that is taken now; the name is checked again at the end. */
async function checkName(space: Space, target: UploadTarget): Promise<void> {
  if (target.conflict === 'keepBoth') {
    return;
  }
  const { files } = space;
  const taken = await files.findTaken(target.targetDir, target.fileName).catch((error: unknown) => {
    if (error instanceof EntryNotFoundError) {
      return null; // a folder of the relative path does not exist yet
    }
    throw error;
  });
  if (taken === null) {
    return;
  }
  if (target.conflict === 'refuse') {
    throw new NameTakenError(taken);
  }
  const path = joinPath(target.targetDir, taken);
  if ((await files.stat(path)).isDirectory) {
    throw new IsAFolderError(taken);
  }
  await assertMayReplace(space, path);
}
