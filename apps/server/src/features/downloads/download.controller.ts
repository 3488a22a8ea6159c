import { Controller, Req, Res } from '@nestjs/common';
import { endpoints, type EndpointParams, type PackageState } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { goneSignal } from '../../platform/http/gone-signal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { DownloadDelivery } from './sending/download-delivery.service.js';
import { DownloadService } from './download.service.js';
import { PackageService } from './packages/package.service.js';

const { downloads, projectFiles } = endpoints;

/** Downloads; uploads speak tus (UploadMiddleware). */
@Controller()
export class DownloadController {
  constructor(
    private readonly downloads: DownloadService,
    private readonly packages: PackageService,
    private readonly delivery: DownloadDelivery,
  ) {}

  @Route(downloads.getDownloadPath)
  getDownloadPath(
    @Input() input: EndpointParams<typeof downloads.getDownloadPath>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<string | PackageState> {
    return this.downloads.request(caller, { space: 'disk' }, input.paths, {
      isAsync: input.async,
      signal: goneSignal(request),
    });
  }

  @Route(downloads.packageState)
  packageState(
    @Input() input: EndpointParams<typeof downloads.packageState>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<PackageState> {
    return this.packages.getState(caller, input.packageId);
  }

  @Route(downloads.cancelPackage)
  cancelPackage(
    @Input() input: EndpointParams<typeof downloads.cancelPackage>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.packages.cancel(caller, input.packageId);
  }

  @Route(downloads.getPreviewPath)
  getPreviewPath(
    @Input() input: EndpointParams<typeof downloads.getPreviewPath>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string> {
    return this.downloads.requestPreview(caller, { space: 'disk' }, input.path);
  }

  @Route(projectFiles.download)
  async downloadFromProject(
    @Input() input: EndpointParams<typeof projectFiles.download>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.delivery.send(request, response, input.path);
  }

  @Route(downloads.download)
  async download(
    @Input() input: EndpointParams<typeof downloads.download>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.delivery.send(request, response, input.path);
  }
}
