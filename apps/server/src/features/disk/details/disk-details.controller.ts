import { Controller, Req } from '@nestjs/common';
import { endpoints, type EndpointParams, type FolderMeasure } from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { goneSignal } from '../../../platform/http/gone-signal.js';
import { SpaceDetails } from '../../spaces/details/space-details.service.js';
import { DiskSpaceProvider } from '../disk-space-provider.service.js';

const { disk } = endpoints;

/** The calls of the details of one entry. */
@Controller()
export class DiskDetailsController {
  constructor(
    private readonly home: DiskSpaceProvider,
    private readonly details: SpaceDetails,
  ) {}

  @Route(disk.measure)
  async measure(
    @Input() input: EndpointParams<typeof disk.measure>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<FolderMeasure> {
    const gone = goneSignal(request);
    const space = await this.home.openWithoutQuota(caller);
    return this.details.measure(space, input.path, gone);
  }

  @Route(disk.checksum)
  async checksum(
    @Input() input: EndpointParams<typeof disk.checksum>,
    @CurrentPrincipal() caller: Principal,
    @Req() request: Request,
  ): Promise<{ sha256: string }> {
    const gone = goneSignal(request);
    const space = await this.home.openWithoutQuota(caller);
    return { sha256: await this.details.checksum(space, input.path, gone) };
  }
}
