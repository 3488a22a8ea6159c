import { Controller } from '@nestjs/common';
import { endpoints, type DownloadPermission, type EndpointParams } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../../platform/http/endpoint.decorator.js';
import { DownloadPermissionService } from './download-permission.service.js';

const calls = endpoints.downloadPermission;

@Controller()
export class DownloadPermissionController {
  constructor(private readonly permission: DownloadPermissionService) {}

  @Route(calls.detail)
  detail(@Input() input: EndpointParams<typeof calls.detail>): Promise<DownloadPermission> {
    return this.permission.get(input.size);
  }

  @Route(calls.save)
  save(
    @Input() input: EndpointParams<typeof calls.save>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.permission.save(caller, input);
  }

  @Route(calls.allowAll)
  allowAll(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<void> {
    return this.permission.allowAll(caller);
  }
}
