import { constants } from 'node:fs';
import { link, open, type FileHandle } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { buildPackage, type PackageState, type SpaceRef } from '@clusterdesk/contracts';
import { IsAFolderError, isErrno } from '../../platform/file-space/file-space.errors.js';
import { splitParent } from '../../platform/file-space/space-path.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { UserRights } from '../users/rights/user-rights.service.js';
import type { DownloadPackageEntity } from './packages/download-package.entity.js';
import type { DownloadTicketEntity } from './download-ticket.entity.js';
import { DownloadRepository } from './download.repository.js';
import { waitForState } from '../spaces/wait-for-state.js';
import { measureSelection, packageName } from '../spaces/selection.js';
import { refOf, SpaceAccess } from '../spaces/space-access.service.js';
import type { ResolvedSpace } from '../spaces/space-provider.js';
import { Staging } from '../spaces/staging.js';
import {
  PackageCancelledError,
  PackageFailedError,
  PackageNotFoundError,
  PackageTimeoutError,
  TicketNotFoundError,
} from '../spaces/space.errors.js';
import { isUuid } from '../../platform/database/is-uuid.js';
import { toPackageState } from './packages/package.presenter.js';

/** Bytes to send; whoever asked closes the handle. */
export interface OpenedDownload {
  handle: FileHandle;
  fileName: string;
  /** Gives what has the file's name at this moment a second name at a path of the platform. */
  link: (path: string) => Promise<void>;
}

/** The rules of downloads: tickets, packages, and who may fetch. */
@Injectable()
export class DownloadService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly downloads: DownloadRepository,
    private readonly rights: UserRights,
    private readonly staging: Staging,
    private readonly tasks: TaskQueue,
    private readonly realtime: Realtime,
  ) {}

  /** A token for one file at once; for anything else when its package is ready, or with `isAsync` the package's state. */
  async request(
    caller: Principal,
    ref: SpaceRef,
    paths: readonly string[],
    isAsync: boolean,
  ): Promise<string | PackageState> {
    const resolved = await this.access.forDownload(caller, ref);
    const single = await this.ticketForFile(caller, ref, resolved, paths);
    if (single !== null) {
      return single;
    }
    const entity = await this.requestPackage(caller, ref, resolved, paths);
    return isAsync ? this.present(caller, entity) : this.waitForToken(caller, entity.id);
  }

  /** How far the caller's package is, with a token when it is ready. */
  async getState(caller: Principal, packageId: string): Promise<PackageState> {
    return this.present(caller, await this.getOwn(caller, packageId));
  }

  /** A token to show one file in the page. Its bytes are those of a download, so the rights are too. */
  async requestPreview(caller: Principal, ref: SpaceRef, path: string): Promise<string> {
    const resolved = await this.access.forDownload(caller, ref);
    const token = await this.ticketForFile(caller, ref, resolved, [path]);
    if (token === null) {
      throw new IsAFolderError(splitParent(path)?.name ?? '/');
    }
    return token;
  }

  /** Stops the packing wherever it runs, and removes what was packed. Done again, or for one that failed, it does nothing. */
  async cancel(caller: Principal, packageId: string): Promise<void> {
    const entity = await this.getOwn(caller, packageId);
    if (!(await this.downloads.cancelPackage(entity.id))) {
      return;
    }
    // The run that has it looks at its row several times a second, and removes what it writes meanwhile.
    await this.staging.removePackage(entity.id);
    this.realtime.publish(
      'packagingProgress',
      audience.user(caller.userId),
      toPackageState({ ...entity, state: 'cancelled' }, null, caller.language),
    );
  }

  /** Opens what a token stands for, if its user may still have it. */
  async open(token: string): Promise<OpenedDownload> {
    const ticket = await this.downloads.findTicket(token);
    const user = ticket && (await this.rights.find(ticket.userId));
    if (!ticket || !user) {
      throw new TicketNotFoundError();
    }
    const { space } = await this.access.forDownload(user, refOf(ticket));
    const [file] = ticket.files;
    if (ticket.package !== null) {
      return this.openPackage(ticket.package);
    }
    if (!file) {
      throw new TicketNotFoundError();
    }
    const handle = await space.openRead(file.path);
    return {
      handle,
      fileName: file.path.slice(file.path.lastIndexOf('/') + 1),
      link: (path) => space.linkToPath(file.path, path),
    };
  }

  private async ticketForFile(
    caller: Principal,
    ref: SpaceRef,
    { space }: ResolvedSpace,
    paths: readonly string[],
  ): Promise<string | null> {
    const [path] = paths;
    if (path === undefined || paths.length > 1) {
      return null;
    }
    const entry = await space.stat(path);
    if (entry.isDirectory) {
      return null;
    }
    // What cannot be opened is refused now rather than when the browser has left for the download.
    await (await space.openRead(path)).close();
    return this.downloads.issueTicket({
      ...owner(caller, ref),
      files: [
        { path: entry.path, sizeBytes: entry.sizeBytes, modifiedMs: entry.modifiedAt.getTime() },
      ],
      packageId: null,
    });
  }

  private async requestPackage(
    caller: Principal,
    ref: SpaceRef,
    { space }: ResolvedSpace,
    paths: readonly string[],
  ): Promise<DownloadPackageEntity> {
    const selection = await measureSelection(space, ref, paths);
    const { entity, isNew } = await this.downloads.reuseOrInsertPackage({
      ...owner(caller, ref),
      ...selection,
      fileName: packageName(selection.paths),
    });
    if (isNew) {
      await this.tasks.add(buildPackage, { packageId: entity.id });
    }
    return entity;
  }

  private async waitForToken(caller: Principal, packageId: string): Promise<string> {
    const token = await waitForState(async () => {
      const entity = await this.getOwn(caller, packageId);
      if (entity.state === 'failed') {
        throw new PackageFailedError(entity.message?.cn ?? '', entity.message?.en ?? '');
      }
      if (entity.state === 'cancelled') {
        throw new PackageCancelledError();
      }
      return entity.state === 'ready' ? this.ticketForPackage(entity) : null;
    });
    if (token === null) {
      throw new PackageTimeoutError();
    }
    return token;
  }

  private async present(caller: Principal, entity: DownloadPackageEntity): Promise<PackageState> {
    const token = entity.state === 'ready' ? await this.ticketForPackage(entity) : null;
    return toPackageState(entity, token, caller.language);
  }

  private ticketForPackage(entity: DownloadPackageEntity): Promise<string> {
    const { userId, space, projectId, id } = entity;
    return this.downloads.issueTicket({ userId, space, projectId, files: [], packageId: id });
  }

  private async getOwn(caller: Principal, packageId: string): Promise<DownloadPackageEntity> {
    const entity = isUuid(packageId) ? await this.downloads.findPackage(packageId) : null;
    if (entity?.userId !== caller.userId || entity.expiresAt < new Date()) {
      throw new PackageNotFoundError();
    }
    return entity;
  }

  private async openPackage(entity: DownloadPackageEntity): Promise<OpenedDownload> {
    if (entity.state !== 'ready') {
      throw new TicketNotFoundError();
    }
    const path = this.staging.packagePath(entity.id);
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(
      (error: unknown) => {
        throw isErrno(error, 'ENOENT') ? new TicketNotFoundError() : error;
      },
    );
    return { handle, fileName: entity.fileName, link: (to) => link(path, to) };
  }
}

function owner(
  caller: Principal,
  ref: SpaceRef,
): Pick<DownloadTicketEntity, 'userId' | 'space' | 'projectId'> {
  return { userId: caller.userId, space: ref.space, projectId: ref.projectId ?? null };
}
