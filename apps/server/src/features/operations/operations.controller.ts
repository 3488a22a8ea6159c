import { Controller, Logger } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type PlatformInfo,
  type PublicConfigs,
} from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { RateLimits, type RateLimit } from '../../platform/limits/rate-limits.service.js';
import { PublicConfigService } from './public-config.service.js';

/** For each user: a page that breaks at every event must not fill the log. */
const reportLimit: RateLimit = { name: 'console-failures', points: 20, seconds: 3_600 };

@Controller()
export class OperationsController {
  private readonly logger = new Logger('ConsoleFailures');

  constructor(
    private readonly publicConfigService: PublicConfigService,
    private readonly limits: RateLimits,
  ) {}

  @Route(endpoints.operations.publicConfigs)
  publicConfigs(): Promise<PublicConfigs> {
    return this.publicConfigService.get();
  }

  @Route(endpoints.operations.info)
  info(): Promise<PlatformInfo> {
    return this.publicConfigService.info();
  }

  @Route(endpoints.operations.reportFailure)
  async reportFailure(
    @Input() failure: EndpointParams<typeof endpoints.operations.reportFailure>,
    @CurrentPrincipal() { userId }: Principal,
  ): Promise<void> {
    await this.limits.consume(reportLimit, userId);
    this.logger.warn({ ...failure, userId }, 'A page of the console broke');
  }
}
