import { Controller } from '@nestjs/common';
import {
  endpoints,
  type BulkAnswer,
  type DiskUsage,
  type EndpointParams,
} from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { DiskUsageService } from './disk-usage.service.js';

const { disk } = endpoints;

/** Usage and quotas of users' disks. */
@Controller()
export class DiskUsageController {
  constructor(private readonly usages: DiskUsageService) {}

  @Route(disk.usage)
  usage(
    @Input() _input: EndpointParams<typeof disk.usage>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskUsage> {
    return this.usages.get(caller);
  }

  @Route(disk.userUsage)
  userUsage(@Input() input: EndpointParams<typeof disk.userUsage>): Promise<DiskUsage> {
    return this.usages.getOf(input.userId);
  }

  @Route(disk.setQuota)
  async setQuota(
    @Input() input: EndpointParams<typeof disk.setQuota>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<DiskUsage> {
    await this.usages.setQuota(caller, input.userId, input.quotaBytes);
    return this.usages.getOf(input.userId);
  }

  @Route(disk.bulkSetQuota)
  bulkSetQuota(
    @Input() input: EndpointParams<typeof disk.bulkSetQuota>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<BulkAnswer[]> {
    return this.usages.setQuotas(caller, input.ids, input.quotaBytes);
  }
}
