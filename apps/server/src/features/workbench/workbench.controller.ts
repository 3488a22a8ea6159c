import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type WorkbenchFigures } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { WorkbenchFacts } from './workbench-facts.service.js';

/** The first page after sign-in. */
@Controller()
export class WorkbenchController {
  constructor(private readonly figures: WorkbenchFacts) {}

  @Route(endpoints.workbench.facts)
  facts(
    @Input() _: EndpointParams<typeof endpoints.workbench.facts>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<WorkbenchFigures> {
    return this.figures.of(caller);
  }
}
