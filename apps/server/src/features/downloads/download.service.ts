import { constants } from 'node:fs';
import { link, open, type FileHandle } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { PackageState, SpaceRef } from '@clusterdesk/contracts';
import { IsAFolderError, isErrno } from '../../platform/file-space/file-space.errors.js';
import { splitParent } from '../../platform/file-space/space-path.js';
import type { Principal } from '../../platform/http/access/principal.js';
import type { WorkOwner } from '../../platform/running-work/running-work.service.js';
import { RecentFiles } from '../spaces/recent/recent-files.service.js';
import { SpaceAccess } from '../spaces/space-access.service.js';
import { isSameSpace, refOf } from '../spaces/space-key.js';
import { keysOf, consumeFrom, type Space, type SpaceUse } from '../spaces/space.js';
import { SpaceVersions } from '../spaces/versions/space-versions.service.js';
import { Staging } from '../spaces/storage/staging.js';
import { UserRights } from '../users/rights/user-rights.service.js';
import { ContentChangedError, TicketNotFoundError } from './download.errors.js';
import type { DownloadOptions, Manifest } from './download-options.js';
import { DownloadRepository, type PackageOfTicket } from './download.repository.js';
import { PackageRights } from './packages/package-rights.service.js';
import { PackageService } from './packages/package.service.js';
import { assertPinned, assertSameFile, pinHandle } from './sending/pinned-content.js';

/** What a running download depends on: its ticket, and the `Space.rightsVersion` at the last check. */
export interface DownloadRight {
  ticketId: string;
  version: string | null;
}

/** Bytes to send; the caller closes the handle. */
export interface OpenedDownload {
  handle: FileHandle;
  fileName: string;
  /** Gives what has the file's name at this moment a second name at a path of the platform. */
  link: (path: string) => Promise<void>;
  /** The user whose rights it depends on. */
  owner: WorkOwner;
  right: DownloadRight;
}

/** The rules of downloads: who gets a ticket for what, and what it opens. */
@Injectable()
export class DownloadService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly downloads: DownloadRepository,
    private readonly packages: PackageService,
    private readonly packageRights: PackageRights,
    private readonly rights: UserRights,
    private readonly staging: Staging,
    private readonly recent: RecentFiles,
    private readonly versions: SpaceVersions,
  ) {}

  /** A token for one file at once; for anything else when its package is ready, or with `isAsync` the package's state. */
  async request(
    caller: Principal,
    ref: SpaceRef,
    paths: readonly string[],
    options: DownloadOptions,
  ): Promise<string | PackageState> {
    const space = await this.access.openForDownload(caller, ref, paths);
    const single = await this.ticketForFile(
      caller,
      space,
      { action: 'download', paths },
      options.manifest,
    );
    return single ?? this.packages.request(caller, space, paths, options);
  }

  /** A token to show one file in the page. Its bytes are those of a download, so the rights are too. */
  async requestPreview(caller: Principal, ref: SpaceRef, path: string): Promise<string> {
    const space = await this.access.openForDownload(caller, ref, [path]);
    const token = await this.ticketForFile(caller, space, { action: 'preview', paths: [path] });
    if (token === null) {
      throw new IsAFolderError(splitParent(path)?.name ?? '/');
    }
    return token;
  }

  /** A token for a version of a file: whoever may download that may have it, and while that is so. */
  async requestVersion(
    caller: Principal,
    ref: SpaceRef,
    path: string,
    versionId: string,
  ): Promise<string> {
    const space = await this.access.openForDownload(caller, ref, [path]);
    const entry = await space.files.stat(path);
    const { files } = await this.versions.find(space, entry.path, versionId);
    const handle = await files.versions.openRead(versionId);
    try {
      return await this.downloads.issueTicket({
        userId: caller.userId,
        sessionId: caller.sessionId,
        ...space.key,
        files: [await pinHandle(handle, entry.path)],
        isPinned: true,
        versionId,
      });
    } finally {
      await handle.close();
    }
  }

  /** Opens what a token stands for, if its user may have it at this moment: its file, or everything in its package. */
  async open(token: string): Promise<OpenedDownload> {
    const ticket = await this.downloads.findTicket(token);
    const user = ticket && (await this.rights.find(ticket.userId));
    if (!ticket || !user) {
      throw new TicketNotFoundError();
    }
    const paths = ticket.files.map(({ path }) => path);
    const space = await this.access.openForDownload(user, refOf(ticket), paths);
    const owner = {
      userId: ticket.userId,
      spaceKeys: keysOf(space),
      ...(ticket.sessionId === null ? {} : { sessionId: ticket.sessionId }),
    };
    const right = { ticketId: ticket.id, version: space.rightsVersion ?? null };
    if (ticket.package !== null) {
      await this.packageRights.assertMayFetch(space, ticket.package);
      return { ...(await this.openPackage(ticket.package)), owner, right };
    }
    const [file] = ticket.files;
    if (!file) {
      throw new TicketNotFoundError();
    }
    const { handle, link: linkFile } = await this.openFile(space, file.path, ticket.versionId);
    try {
      if (ticket.isPinned) {
        await assertPinned(handle, file);
      } else if (!isSameSpace(space.locate(file.path).key, space.key)) {
        // A space that shows entries of another one may have a different file under this name by now.
        await assertSameFile(handle, file);
      }
    } catch (error) {
      await handle.close();
      throw error;
    }
    return {
      handle,
      fileName: file.path.slice(file.path.lastIndexOf('/') + 1),
      link: linkFile,
      owner,
      right,
    };
  }

  /** The file at a path, or a version of it. */
  private async openFile(
    space: Space,
    path: string,
    versionId: string | null,
  ): Promise<Pick<OpenedDownload, 'handle' | 'link'>> {
    if (versionId === null) {
      const handle = await space.files.openRead(path);
      return { handle, link: (to) => space.files.linkToPath(path, to) };
    }
    const { files } = await this.versions.find(space, path, versionId);
    const handle = await files.versions.openRead(versionId);
    return { handle, link: (to) => files.versions.linkTo(versionId, to) };
  }

  private async ticketForFile(
    caller: Principal,
    space: Space,
    use: SpaceUse,
    manifest?: Manifest,
  ): Promise<string | null> {
    const [path] = use.paths;
    if (path === undefined || use.paths.length > 1) {
      return null;
    }
    const entry = await space.files.stat(path);
    if (entry.isDirectory) {
      return null;
    }
    const pinned = manifest && (await this.downloads.findPinned(manifest, entry.path));
    if (manifest && !pinned) {
      throw new ContentChangedError(entry.path);
    }
    // What cannot be opened is refused now rather than when the browser has left for the download.
    const handle = await space.files.openRead(path);
    try {
      if (pinned) {
        await assertPinned(handle, pinned);
      }
      const token = await this.downloads.issueTicket(
        {
          userId: caller.userId,
          sessionId: caller.sessionId,
          ...space.key,
          files: [pinned ?? (await pinHandle(handle, entry.path))],
          isPinned: pinned !== undefined,
        },
        space.consume && ((manager) => consumeFrom(space, manager, use)),
      );
      await this.recent.note(caller, refOf(space.key), [entry.path]);
      return token;
    } finally {
      await handle.close();
    }
  }

  private async openPackage(
    entity: PackageOfTicket,
  ): Promise<Pick<OpenedDownload, 'handle' | 'fileName' | 'link'>> {
    if (entity.state !== 'ready') {
      throw new TicketNotFoundError();
    }
    const path = this.staging.packagePath(entity.id);
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(
      async (error: unknown) => {
        if (isErrno(error, 'ENOENT')) {
          await this.packages.rebuild(entity.id);
          throw new TicketNotFoundError();
        }
        throw error;
      },
    );
    if (entity.holdsUse && !(await this.downloads.noteFetched(entity.id))) {
      await handle.close();
      throw new TicketNotFoundError();
    }
    return { handle, fileName: entity.fileName, link: (to) => link(path, to) };
  }
}
