import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type RoleRow } from '@clusterdesk/contracts';
import type { Caller } from '../../platform/http/caller.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { RoleService } from './role.service.js';

const calls = endpoints.roles;

@Controller()
export class RolesController {
  constructor(private readonly roles: RoleService) {}

  @Handles(calls.list)
  list(): Promise<RoleRow[]> {
    return this.roles.list();
  }

  @Handles(calls.add)
  add(@Input() input: EndpointParams<typeof calls.add>): Promise<RoleRow> {
    return this.roles.add(input.roleName, input.description);
  }

  @Handles(calls.remove)
  async remove(@Input() input: EndpointParams<typeof calls.remove>): Promise<null> {
    await this.roles.remove(input.id);
    return null;
  }

  @Handles(calls.setUsers)
  async setUsers(
    @Input() input: EndpointParams<typeof calls.setUsers>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.roles.setUsers(caller, input.roleId, input.userIds);
    return null;
  }

  @Handles(calls.setMenus)
  async setMenus(@Input() input: EndpointParams<typeof calls.setMenus>): Promise<null> {
    await this.roles.setMenus(input.roleId, input.menuIds);
    return null;
  }
}
