import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type MonitorRecord } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { MonitoringService } from './monitoring/monitoring.service.js';

const calls = endpoints.cluster;

@Controller()
export class ClusterController {
  constructor(private readonly monitoring: MonitoringService) {}

  @Route(calls.monitorData)
  monitorData(
    @Input() input: EndpointParams<typeof calls.monitorData>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<MonitorRecord[]> {
    return this.monitoring.getRecords(input, caller.language);
  }
}
