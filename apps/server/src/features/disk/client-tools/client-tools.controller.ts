import { Controller, Req, Res } from '@nestjs/common';
import { endpoints, type ClientTool, type EndpointParams } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { sendDownload } from '../../downloads/sending/download-sender.js';
import { ClientTools } from './client-tools.service.js';

const { clientTools } = endpoints;

/** Client programs for users' own computers. */
@Controller()
export class ClientToolsController {
  constructor(private readonly tools: ClientTools) {}

  @Route(clientTools.list)
  list(): Promise<ClientTool[]> {
    return this.tools.list();
  }

  @Route(clientTools.download)
  async download(
    @Input() input: EndpointParams<typeof clientTools.download>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await sendDownload(request, response, await this.tools.open(input.id));
  }

  @Route(clientTools.getToolPath)
  getToolPath(
    @Input() input: EndpointParams<typeof clientTools.getToolPath>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<string> {
    return this.tools.request(caller, input.id);
  }

  @Route(clientTools.fetchTool)
  async fetchTool(
    @Input() input: EndpointParams<typeof clientTools.fetchTool>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const tool = await this.tools.openTicket(input.ticket, request.method);
    await sendDownload(request, response, tool);
  }
}
