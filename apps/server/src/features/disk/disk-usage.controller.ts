import { Controller } from '@nestjs/common';
import { endpoints, type DiskUsage, type EndpointParams } from '@clusterdesk/contracts';
import type { Caller } from '../../platform/http/caller.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { DiskUsageService } from './disk-usage.service.js';

const { disk } = endpoints;

/** What users keep and may keep. */
@Controller()
export class DiskUsageController {
  constructor(private readonly usages: DiskUsageService) {}

  @Handles(disk.usage)
  usage(
    @Input() _input: EndpointParams<typeof disk.usage>,
    @CurrentCaller() caller: Caller,
  ): Promise<DiskUsage> {
    return this.usages.get(caller);
  }

  @Handles(disk.userUsage)
  userUsage(@Input() input: EndpointParams<typeof disk.userUsage>): Promise<DiskUsage> {
    return this.usages.getOf(input.userId);
  }

  @Handles(disk.setQuota)
  setQuota(@Input() input: EndpointParams<typeof disk.setQuota>): Promise<DiskUsage> {
    return this.usages.setQuota(input.userId, input.quotaBytes);
  }
}
