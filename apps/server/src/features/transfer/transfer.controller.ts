import { Controller, Req, Res } from '@nestjs/common';
import { endpoints, type EndpointParams, type PackageState } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import type { Caller } from '../../platform/http/caller.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { AccelLinks } from './accel-links.service.js';
import { sendDownload } from './download-sender.js';
import { DownloadService } from './download.service.js';

const { transfer } = endpoints;

/** Downloads; uploads speak tus (UploadMiddleware). */
@Controller()
export class TransferController {
  constructor(
    private readonly downloads: DownloadService,
    private readonly accel: AccelLinks,
  ) {}

  @Handles(transfer.getDownloadPath)
  getDownloadPath(
    @Input() input: EndpointParams<typeof transfer.getDownloadPath>,
    @CurrentCaller() caller: Caller,
  ): Promise<string | PackageState> {
    return this.downloads.request(caller, { space: 'disk' }, input.paths, input.async);
  }

  @Handles(transfer.packageState)
  packageState(
    @Input() input: EndpointParams<typeof transfer.packageState>,
    @CurrentCaller() caller: Caller,
  ): Promise<PackageState> {
    return this.downloads.getState(caller, input.packageId);
  }

  @Handles(transfer.cancelPackage)
  async cancelPackage(
    @Input() input: EndpointParams<typeof transfer.cancelPackage>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.downloads.cancel(caller, input.packageId);
    return null;
  }

  @Handles(transfer.getPreviewPath)
  getPreviewPath(
    @Input() input: EndpointParams<typeof transfer.getPreviewPath>,
    @CurrentCaller() caller: Caller,
  ): Promise<string> {
    return this.downloads.requestPreview(caller, { space: 'disk' }, input.path);
  }

  @Handles(transfer.download)
  async download(
    @Input() input: EndpointParams<typeof transfer.download>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const opened = await this.downloads.open(input.path);
    await sendDownload(request, response, opened, () => this.accel.redirectFor(request, opened));
  }
}
