import { Controller } from '@nestjs/common';
import { endpoints, type DiskUsage, type EndpointParams } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { DiskUsageService } from './disk-usage.service.js';

const { disk } = endpoints;

/** What users keep and may keep. */
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
  setQuota(@Input() input: EndpointParams<typeof disk.setQuota>): Promise<DiskUsage> {
    return this.usages.setQuota(input.userId, input.quotaBytes);
  }
}
