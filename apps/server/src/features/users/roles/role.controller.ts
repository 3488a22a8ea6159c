import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type RoleRow } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { RoleService } from './role.service.js';

const calls = endpoints.roles;

@Controller()
export class RoleController {
  constructor(private readonly roles: RoleService) {}

  @Route(calls.list)
  list(): Promise<RoleRow[]> {
    return this.roles.list();
  }

  @Route(calls.add)
  add(@Input() input: EndpointParams<typeof calls.add>): Promise<RoleRow> {
    return this.roles.add(input.roleName, input.description);
  }

  @Route(calls.remove)
  async remove(@Input() input: EndpointParams<typeof calls.remove>): Promise<null> {
    await this.roles.remove(input.id);
    return null;
  }

  @Route(calls.setUsers)
  async setUsers(
    @Input() input: EndpointParams<typeof calls.setUsers>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.roles.setUsers(caller, input.roleId, input.userIds);
    return null;
  }

  @Route(calls.setMenus)
  async setMenus(@Input() input: EndpointParams<typeof calls.setMenus>): Promise<null> {
    await this.roles.setMenus(input.roleId, input.menuIds);
    return null;
  }
}
