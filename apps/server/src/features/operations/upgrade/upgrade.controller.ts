import { Controller, Req } from '@nestjs/common';
import { endpoints, type UpgradeState } from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { UpgradeService } from './upgrade.service.js';

@Controller()
export class UpgradeController {
  constructor(private readonly upgrades: UpgradeService) {}

  @Route(endpoints.upgrades.state)
  state(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<UpgradeState> {
    return this.upgrades.state(caller);
  }

  @Route(endpoints.upgrades.check)
  check(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<UpgradeState> {
    return this.upgrades.check(caller);
  }

  @Route(endpoints.upgrades.updateNow)
  updateNow(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<UpgradeState> {
    return this.upgrades.updateNow(caller);
  }

  @Route(endpoints.upgrades.updateOfManual)
  updateOfManual(
    @Input() _: object,
    @Req() request: Request,
    @CurrentPrincipal() caller: Principal,
  ): Promise<UpgradeState> {
    return this.upgrades.updateOfManual(request, caller);
  }
}
