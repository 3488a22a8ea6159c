import { Controller } from '@nestjs/common';
import {
  endpoints,
  type AlertRules,
  type BadlyReached,
  type ClusterWork,
  type EndpointParams,
  type HostHistory,
  type MonitorRecord,
} from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { NodeAlerts } from './alerts/node-alerts.service.js';
import { HostHistories } from './monitoring/host-history.service.js';
import { HostWork } from './monitoring/host-work.service.js';
import { MonitoringService } from './monitoring/monitoring.service.js';

const calls = endpoints.cluster;

@Controller()
export class ClusterController {
  constructor(
    private readonly monitoring: MonitoringService,
    private readonly alerts: NodeAlerts,
    private readonly hostWork: HostWork,
    private readonly histories: HostHistories,
  ) {}

  @Route(calls.monitorData)
  monitorData(
    @Input() input: EndpointParams<typeof calls.monitorData>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<MonitorRecord[]> {
    return this.monitoring.getRecords(input, caller.language);
  }

  @Route(calls.hostHistory)
  hostHistory(@Input() input: EndpointParams<typeof calls.hostHistory>): Promise<HostHistory> {
    return this.histories.get(input);
  }

  @Route(calls.badReach)
  badReach(@Input() _input: EndpointParams<typeof calls.badReach>): Promise<BadlyReached> {
    return this.histories.listBadlyReached();
  }

  @Route(calls.alertRules)
  async alertRules(@Input() _input: EndpointParams<typeof calls.alertRules>): Promise<AlertRules> {
    const { cpu, memory, minutes, offlineMinutes } = await this.alerts.readRules();
    return { cpuPercent: cpu, memoryPercent: memory, minutes, offlineMinutes };
  }

  @Route(calls.work)
  work(@Input() _input: EndpointParams<typeof calls.work>): Promise<ClusterWork> {
    return this.hostWork.count();
  }
}
