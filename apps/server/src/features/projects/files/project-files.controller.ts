import { Controller, Req } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type EndpointResult,
  type FolderMeasure,
  type FolderSummary,
  type PackageState,
  type ProjectItem,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import { joinPath, splitParent } from '../../../platform/file-space/space-path.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../../platform/http/envelope/with-message.js';
import { goneSignal } from '../../../platform/http/gone-signal.js';
import { DownloadService } from '../../downloads/download.service.js';
import { SpaceDetails } from '../../spaces/details/space-details.service.js';
import { SpaceEditing } from '../../spaces/editing/space-editing.service.js';
import { cutListing } from '../../spaces/listing/disk-items.service.js';
import { SpaceReading } from '../../spaces/listing/space-reading.service.js';
import { projectRef } from '../space/project-ref.js';
import {
  ProjectSpaceProvider,
  type ProjectSpace,
} from '../space/project-space-provider.service.js';
import { ProjectItems } from './project-items.service.js';

const { projectFiles } = endpoints;

/** The files of projects: looked at, changed, and downloaded where that needs no approval. */
@Controller()
export class ProjectFilesController {
  constructor(
    private readonly spaces: ProjectSpaceProvider,
    private readonly reading: SpaceReading,
    private readonly editing: SpaceEditing,
    private readonly details: SpaceDetails,
    private readonly downloads: DownloadService,
    private readonly items: ProjectItems,
  ) {}

  @Route(projectFiles.list)
  async list(
    @Input() input: EndpointParams<typeof projectFiles.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectItem[] | EnvelopeResult<ProjectItem[]>> {
    const { projectId, path, ...options } = input;
    const space = await this.spaces.openFor(caller, projectId, 'view', path);
    const { entries, isCut } = await this.reading.list(caller, space, path, options);
    const items = await this.items.present(caller.userId, space, entries);
    return isCut ? withMessage(items, cutListing) : items;
  }

  @Route(projectFiles.summary)
  async summary(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.summary>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<FolderSummary> {
    const space = await this.spaces.openFor(caller, projectId, 'view', path);
    return this.reading.count(caller, space, path);
  }

  @Route(projectFiles.search)
  async search(
    @Input() input: EndpointParams<typeof projectFiles.search>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<EndpointResult<typeof projectFiles.search>> {
    const { projectId, key, path, ...wanted } = input;
    const signal = goneSignal(request);
    const space = await this.spaces.openFor(caller, projectId, 'view', path);
    const found = await this.reading.find(space, key, path, { ...wanted, signal });
    const entries = await this.items.present(caller.userId, space, found.entries);
    return { ...found, entries, path };
  }

  @Route(projectFiles.measure)
  async measure(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.measure>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<FolderMeasure> {
    const signal = goneSignal(request);
    const space = await this.spaces.openFor(caller, projectId, 'view', path);
    return this.details.measure(space, path, signal);
  }

  /** A checksum tells what a file holds to anybody who can guess it: it takes the right to download. */
  @Route(projectFiles.checksum)
  async checksum(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.checksum>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<{ sha256: string }> {
    const signal = goneSignal(request);
    const space = await this.spaces.openFor(caller, projectId, 'download', path);
    return { sha256: await this.details.checksum(space, path, signal) };
  }

  @Route(projectFiles.mkdir)
  async mkdir(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.mkdir>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectItem> {
    const space = await this.open(caller, projectId);
    const entry = await this.editing.mkdir(space, caller, path);
    return this.items.presentOne(caller.userId, space, entry);
  }

  @Route(projectFiles.mkdirs)
  async mkdirs(
    @Input() { projectId, paths }: EndpointParams<typeof projectFiles.mkdirs>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<void> {
    const signal = goneSignal(request);
    await this.editing.mkdirs(await this.open(caller, projectId), caller, paths, signal);
  }

  /** `newName` is a name in the same folder, or a whole path. */
  @Route(projectFiles.rename)
  async rename(
    @Input() { projectId, name: path, newName }: EndpointParams<typeof projectFiles.rename>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectItem> {
    const space = await this.open(caller, projectId);
    const dir = splitParent(path)?.dir ?? '/';
    const target = newName.startsWith('/') ? newName : joinPath(dir, newName);
    const entry = await this.editing.rename(space, caller, path, target);
    return this.items.presentOne(caller.userId, space, entry);
  }

  @Route(projectFiles.remove)
  async remove(
    @Input() { projectId, paths }: EndpointParams<typeof projectFiles.remove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    await this.editing.remove(await this.open(caller, projectId), caller, paths);
  }

  /** A token for one file at once, for anything else when its package is ready; with `async` the package's state. */
  @Route(projectFiles.getDownloadPath)
  getDownloadPath(
    @Input()
    { projectId, paths, async: isAsync }: EndpointParams<typeof projectFiles.getDownloadPath>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<string | PackageState> {
    const options = { isAsync, signal: goneSignal(request) };
    return this.downloads.request(caller, projectRef(projectId), paths, options);
  }

  /** A token to show one file in the page. */
  @Route(projectFiles.getPreviewPath)
  getPreviewPath(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.getPreviewPath>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string> {
    return this.downloads.requestPreview(caller, projectRef(projectId), path);
  }

  private open(caller: Principal, projectId: string): Promise<ProjectSpace> {
    return this.spaces.open(caller, projectRef(projectId));
  }
}
