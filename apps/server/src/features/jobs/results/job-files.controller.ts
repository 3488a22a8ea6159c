import { Controller } from '@nestjs/common';
import { endpoints, type EndpointAnswer, type EndpointParams } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { JobFiles } from './job-files.service.js';

const calls = endpoints.jobs;

@Controller()
export class JobFilesController {
  constructor(private readonly files: JobFiles) {}

  @Route(calls.files)
  list(
    @Input() input: EndpointParams<typeof calls.files>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.files>> {
    return this.files.list(caller, input);
  }

  @Route(calls.madeBy)
  madeBy(
    @Input() input: EndpointParams<typeof calls.madeBy>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<EndpointAnswer<typeof calls.madeBy>> {
    return this.files.findMaker(caller, input);
  }
}
