import { Injectable } from '@nestjs/common';
import type {
  FolderMeasure,
  FolderSummary,
  PackageState,
  ProjectItem,
} from '@clusterdesk/contracts';
import type { FindOptions, FoundEntries } from '../../../platform/file-space/listing/searching.js';
import type { ListOptions } from '../../../platform/file-space/listing/space-listing.js';
import { joinPath, splitParent } from '../../../platform/file-space/space-path.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DownloadService } from '../../downloads/download.service.js';
import { SpaceDetails } from '../../spaces/details/space-details.service.js';
import { SpaceEditing } from '../../spaces/editing/space-editing.service.js';
import { SpaceReading } from '../../spaces/listing/space-reading.service.js';
import { refusalOf, type SpaceAction } from '../../spaces/space.js';
import {
  ProjectSpaceProvider,
  type ProjectSpace,
} from '../space/project-space-provider.service.js';
import { ProjectItems } from './project-items.service.js';

/** The files of a project, as far as the caller's rights there go. */
@Injectable()
export class ProjectFiles {
  constructor(
    private readonly spaces: ProjectSpaceProvider,
    private readonly reading: SpaceReading,
    private readonly editing: SpaceEditing,
    private readonly details: SpaceDetails,
    private readonly downloads: DownloadService,
    private readonly items: ProjectItems,
  ) {}

  /** The entries of a folder; `isCut` when it has more than one answer may. */
  async list(
    caller: Principal,
    projectId: string,
    path: string,
    options: Omit<ListOptions, 'language' | 'filter'>,
  ): Promise<{ items: ProjectItem[]; isCut: boolean }> {
    const space = await this.open(caller, projectId, 'view', path);
    const { entries, isCut } = await this.reading.list(caller, space, path, options);
    return { items: await this.items.present(caller.userId, space, entries), isCut };
  }

  /** How many entries of a folder the caller may view. */
  async count(caller: Principal, projectId: string, path: string): Promise<FolderSummary> {
    const space = await this.open(caller, projectId, 'view', path);
    return this.reading.count(caller, space, path);
  }

  async find(
    caller: Principal,
    projectId: string,
    key: string,
    path: string,
    options: Omit<FindOptions, 'filter'>,
  ): Promise<Omit<FoundEntries, 'entries'> & { entries: ProjectItem[] }> {
    const space = await this.open(caller, projectId, 'view', path);
    const found = await this.reading.find(space, key, path, options);
    return { ...found, entries: await this.items.present(caller.userId, space, found.entries) };
  }

  async measure(
    caller: Principal,
    projectId: string,
    path: string,
    signal: AbortSignal,
  ): Promise<FolderMeasure> {
    const space = await this.open(caller, projectId, 'view', path);
    return this.details.measure(space, path, signal);
  }

  /** A checksum tells what a file holds to anybody who can guess it: it takes the right to download. */
  async checksum(
    caller: Principal,
    projectId: string,
    path: string,
    signal: AbortSignal,
  ): Promise<string> {
    const space = await this.open(caller, projectId, 'download', path);
    return this.details.checksum(space, path, signal);
  }

  async mkdir(caller: Principal, projectId: string, path: string): Promise<ProjectItem> {
    const space = await this.spaces.open(caller, { space: 'project', spaceId: projectId });
    return this.present(caller, space, await this.editing.mkdir(space, caller, path));
  }

  async mkdirs(
    caller: Principal,
    projectId: string,
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const space = await this.spaces.open(caller, { space: 'project', spaceId: projectId });
    await this.editing.mkdirs(space, caller, paths, signal);
  }

  /** @param newName a name in the same folder, or a whole path */
  async rename(
    caller: Principal,
    projectId: string,
    path: string,
    newName: string,
  ): Promise<ProjectItem> {
    const space = await this.spaces.open(caller, { space: 'project', spaceId: projectId });
    const dir = splitParent(path)?.dir ?? '/';
    const target = newName.startsWith('/') ? newName : joinPath(dir, newName);
    return this.present(caller, space, await this.editing.rename(space, caller, path, target));
  }

  async remove(caller: Principal, projectId: string, paths: readonly string[]): Promise<void> {
    const space = await this.spaces.open(caller, { space: 'project', spaceId: projectId });
    await this.editing.remove(space, caller, paths);
  }

  /** A token for one file at once, for anything else when its package is ready; with `isAsync` the package's state. */
  download(
    caller: Principal,
    projectId: string,
    paths: readonly string[],
    options: { isAsync: boolean; signal: AbortSignal },
  ): Promise<string | PackageState> {
    return this.downloads.request(caller, { space: 'project', spaceId: projectId }, paths, options);
  }

  /** A token to show one file in the page. */
  preview(caller: Principal, projectId: string, path: string): Promise<string> {
    return this.downloads.requestPreview(caller, { space: 'project', spaceId: projectId }, path);
  }

  private async open(
    caller: Principal,
    projectId: string,
    action: SpaceAction,
    path: string,
  ): Promise<ProjectSpace> {
    const space = await this.spaces.open(caller, { space: 'project', spaceId: projectId });
    const refusal = await refusalOf(space, action, [path]);
    if (refusal) {
      throw refusal;
    }
    return space;
  }

  private async present(
    caller: Principal,
    space: ProjectSpace,
    entry: SpaceEntry,
  ): Promise<ProjectItem> {
    const [item] = await this.items.present(caller.userId, space, [entry]);
    if (!item) {
      throw new Error('An entry was presented as nothing.');
    }
    return item;
  }
}
