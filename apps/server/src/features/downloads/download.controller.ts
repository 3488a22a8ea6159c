import { Controller, Req, Res } from '@nestjs/common';
import { endpoints, type EndpointParams, type PackageState } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { AccelLinks } from './accel-links.service.js';
import { sendDownload } from './download-sender.js';
import { DownloadService } from './download.service.js';

const { transfer } = endpoints;

/** Downloads; uploads speak tus (UploadMiddleware). */
@Controller()
export class DownloadController {
  constructor(
    private readonly downloads: DownloadService,
    private readonly accel: AccelLinks,
  ) {}

  @Route(transfer.getDownloadPath)
  getDownloadPath(
    @Input() input: EndpointParams<typeof transfer.getDownloadPath>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string | PackageState> {
    return this.downloads.request(caller, { space: 'disk' }, input.paths, input.async);
  }

  @Route(transfer.packageState)
  packageState(
    @Input() input: EndpointParams<typeof transfer.packageState>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<PackageState> {
    return this.downloads.getState(caller, input.packageId);
  }

  @Route(transfer.cancelPackage)
  async cancelPackage(
    @Input() input: EndpointParams<typeof transfer.cancelPackage>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.downloads.cancel(caller, input.packageId);
    return null;
  }

  @Route(transfer.getPreviewPath)
  getPreviewPath(
    @Input() input: EndpointParams<typeof transfer.getPreviewPath>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string> {
    return this.downloads.requestPreview(caller, { space: 'disk' }, input.path);
  }

  @Route(transfer.download)
  async download(
    @Input() input: EndpointParams<typeof transfer.download>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const opened = await this.downloads.open(input.path);
    await sendDownload(request, response, opened, () => this.accel.redirectFor(request, opened));
  }
}
