import { Controller } from '@nestjs/common';
import {
  endpoints,
  type ApplicationNode,
  type ApplicationPlan,
  type EndpointAnswer,
  type EndpointParams,
  type HostApplication,
} from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { ApplicationDecisions } from './application-decisions.service.js';
import { Applications } from './applications.service.js';

const calls = endpoints.applications;

@Controller()
export class ApplicationsController {
  constructor(
    private readonly applications: Applications,
    private readonly decisions: ApplicationDecisions,
  ) {}

  @Route(calls.list)
  list(
    @Input() input: EndpointParams<typeof calls.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<{ data: HostApplication[]; total: number }> {
    return this.applications.list(input, caller.language);
  }

  @Route(calls.types)
  types(@Input() _: object): Promise<string[]> {
    return this.applications.listTypes();
  }

  @Route(calls.plan)
  plan(@Input() input: EndpointParams<typeof calls.plan>): Promise<ApplicationPlan> {
    return this.applications.plan(input);
  }

  @Route(calls.install)
  install(@Input() input: EndpointParams<typeof calls.install>): Promise<{ nodes: number }> {
    return this.decisions.run(input, 'install');
  }

  @Route(calls.uninstall)
  uninstall(@Input() input: EndpointParams<typeof calls.uninstall>): Promise<{ nodes: number }> {
    return this.decisions.run(input, 'uninstall');
  }

  @Route(calls.update)
  update(@Input() input: EndpointParams<typeof calls.update>): Promise<{ nodes: number }> {
    return this.decisions.run(input, 'update');
  }

  @Route(calls.retry)
  retry(@Input() input: EndpointParams<typeof calls.retry>): Promise<{ nodes: number }> {
    return this.decisions.retry(input);
  }

  @Route(calls.nodes)
  nodes(
    @Input() input: EndpointParams<typeof calls.nodes>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ApplicationNode[]> {
    return this.applications.listNodes(input, caller.language);
  }

  @Route(calls.output)
  output(
    @Input() input: EndpointParams<typeof calls.output>,
  ): Promise<EndpointAnswer<typeof calls.output>> {
    return this.applications.readOutput(input);
  }
}
