import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type ShareVisit } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { toShareVisit } from './share-visit.presenter.js';
import { ShareVisits } from './share-visits.service.js';

const { shares } = endpoints;

/** What was done with shares, for their owners. */
@Controller()
export class ShareVisitsController {
  constructor(
    private readonly visits: ShareVisits,
    private readonly config: Config,
  ) {}

  @Route(shares.visits)
  async list(
    @Input() input: EndpointParams<typeof shares.visits>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: ShareVisit[]; total: number }> {
    const [visits, total] = await this.visits.list(caller, input);
    return { data: visits.map((visit) => toShareVisit(visit, this.config.timeZone)), total };
  }
}
