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
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { withMessage, type EnvelopeResult } from '../../../platform/http/envelope/with-message.js';
import { goneSignal } from '../../../platform/http/gone-signal.js';
import { cutListing } from '../../spaces/listing/disk-items.service.js';
import { ProjectFiles } from './project-files.service.js';

const { projectFiles } = endpoints;

/** The files of projects: looked at, changed, and downloaded where that needs no approval. */
@Controller()
export class ProjectFilesController {
  constructor(private readonly files: ProjectFiles) {}

  @Route(projectFiles.list)
  async list(
    @Input() input: EndpointParams<typeof projectFiles.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectItem[] | EnvelopeResult<ProjectItem[]>> {
    const { projectId, path, ...options } = input;
    const { items, isCut } = await this.files.list(caller, projectId, path, options);
    return isCut ? withMessage(items, cutListing) : items;
  }

  @Route(projectFiles.summary)
  summary(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.summary>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<FolderSummary> {
    return this.files.count(caller, projectId, path);
  }

  @Route(projectFiles.search)
  async search(
    @Input() input: EndpointParams<typeof projectFiles.search>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<EndpointResult<typeof projectFiles.search>> {
    const { projectId, key, path, ...wanted } = input;
    const signal = goneSignal(request);
    const found = await this.files.find(caller, projectId, key, path, { ...wanted, signal });
    return { ...found, path };
  }

  @Route(projectFiles.measure)
  measure(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.measure>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<FolderMeasure> {
    return this.files.measure(caller, projectId, path, goneSignal(request));
  }

  @Route(projectFiles.checksum)
  async checksum(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.checksum>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<{ sha256: string }> {
    return { sha256: await this.files.checksum(caller, projectId, path, goneSignal(request)) };
  }

  @Route(projectFiles.mkdir)
  mkdir(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.mkdir>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectItem> {
    return this.files.mkdir(caller, projectId, path);
  }

  @Route(projectFiles.mkdirs)
  async mkdirs(
    @Input() { projectId, paths }: EndpointParams<typeof projectFiles.mkdirs>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<null> {
    await this.files.mkdirs(caller, projectId, paths, goneSignal(request));
    return null;
  }

  @Route(projectFiles.rename)
  rename(
    @Input() { projectId, name, newName }: EndpointParams<typeof projectFiles.rename>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ProjectItem> {
    return this.files.rename(caller, projectId, name, newName);
  }

  @Route(projectFiles.remove)
  async remove(
    @Input() { projectId, paths }: EndpointParams<typeof projectFiles.remove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.files.remove(caller, projectId, paths);
    return null;
  }

  @Route(projectFiles.getDownloadPath)
  getDownloadPath(
    @Input() input: EndpointParams<typeof projectFiles.getDownloadPath>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<string | PackageState> {
    return this.files.download(caller, input.projectId, input.paths, {
      isAsync: input.async,
      signal: goneSignal(request),
    });
  }

  @Route(projectFiles.getPreviewPath)
  getPreviewPath(
    @Input() { projectId, path }: EndpointParams<typeof projectFiles.getPreviewPath>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string> {
    return this.files.preview(caller, projectId, path);
  }
}
