import { Controller } from '@nestjs/common';
import { endpoints, type EndpointAnswer, type EndpointParams } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { JobGraphs } from './job-graphs.service.js';

const calls = endpoints.jobs;

@Controller()
export class JobGraphController {
  constructor(private readonly graphs: JobGraphs) {}

  @Route(calls.graphRun)
  run(
    @Input() input: EndpointParams<typeof calls.graphRun>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ graphId: string }> {
    return this.graphs.run(caller, input);
  }

  @Route(calls.graphList)
  list(
    @Input() input: EndpointParams<typeof calls.graphList>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.graphList>> {
    return this.graphs.list(caller, input);
  }

  @Route(calls.graphDetail)
  detail(
    @Input() { graphId }: EndpointParams<typeof calls.graphDetail>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.graphDetail>> {
    return this.graphs.getDetail(caller, graphId);
  }

  @Route(calls.graphRerun)
  rerun(
    @Input() input: EndpointParams<typeof calls.graphRerun>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.graphs.rerun(caller, input);
  }

  @Route(calls.graphStop)
  stop(
    @Input() { graphId }: EndpointParams<typeof calls.graphStop>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.graphs.stop(caller, graphId);
  }
}
