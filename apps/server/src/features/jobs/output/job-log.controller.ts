import { Controller, Req, Res } from '@nestjs/common';
import { endpoints, type EndpointParams } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { JobLogDownload } from './job-log-download.service.js';

const { getLogPath, downloadLog } = endpoints.jobs;

/** A job's output as a file. */
@Controller()
export class JobLogController {
  constructor(private readonly downloads: JobLogDownload) {}

  @Route(getLogPath)
  getLogPath(
    @Input() input: EndpointParams<typeof getLogPath>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string> {
    return this.downloads.request(caller, input.jobId);
  }

  @Route(downloadLog)
  async downloadLog(
    @Input() input: EndpointParams<typeof downloadLog>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.downloads.send(request, response, input.ticket);
  }
}
