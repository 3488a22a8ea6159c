import { Controller, Req } from '@nestjs/common';
import { endpoints, type EndpointParams, type FolderMeasure } from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { goneSignal } from '../../../platform/http/gone-signal.js';
import { DiskDetails } from './disk-details.service.js';

const { disk } = endpoints;

/** The calls of the details of one entry. */
@Controller()
export class DiskDetailsController {
  constructor(private readonly details: DiskDetails) {}

  @Route(disk.measure)
  measure(
    @Input() input: EndpointParams<typeof disk.measure>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<FolderMeasure> {
    return this.details.measure(caller, input.path, goneSignal(request));
  }

  @Route(disk.checksum)
  async checksum(
    @Input() input: EndpointParams<typeof disk.checksum>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<{ sha256: string }> {
    return { sha256: await this.details.checksum(caller, input.path, goneSignal(request)) };
  }
}
