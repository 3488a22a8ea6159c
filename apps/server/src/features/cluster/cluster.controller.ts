import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type MonitorRecord } from '@clusterdesk/contracts';
import { Route, Input } from '../../platform/http/endpoint.decorator.js';
import { MonitoringService } from './monitoring.service.js';

const calls = endpoints.cluster;

@Controller()
export class ClusterController {
  constructor(private readonly monitoring: MonitoringService) {}

  @Route(calls.monitorData)
  monitorData(@Input() input: EndpointParams<typeof calls.monitorData>): Promise<MonitorRecord[]> {
    return this.monitoring.getRecords(input);
  }
}
