import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type WorkbenchFacts } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { WorkbenchService } from './workbench.service.js';

/** The first page after sign-in. */
@Controller()
export class WorkbenchController {
  constructor(private readonly workbench: WorkbenchService) {}

  @Route(endpoints.workbench.facts)
  facts(
    @Input() _: EndpointParams<typeof endpoints.workbench.facts>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<WorkbenchFacts> {
    return this.workbench.getFacts(caller);
  }
}
