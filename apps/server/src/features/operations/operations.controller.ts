import { Controller } from '@nestjs/common';
import { endpoints, type PlatformInfo, type PublicConfigs } from '@clusterdesk/contracts';
import { Route } from '../../platform/http/endpoint.decorator.js';
import { PublicConfigService } from './public-config.service.js';

@Controller()
export class OperationsController {
  constructor(private readonly publicConfigService: PublicConfigService) {}

  @Route(endpoints.operations.publicConfigs)
  publicConfigs(): Promise<PublicConfigs> {
    return this.publicConfigService.get();
  }

  @Route(endpoints.operations.info)
  info(): PlatformInfo {
    return this.publicConfigService.info();
  }
}
