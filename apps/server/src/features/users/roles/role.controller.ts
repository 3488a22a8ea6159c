import { Controller } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type RoleRow,
  type UserOption,
} from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { RoleService } from './role.service.js';
import { RoleUsers } from './role-users.service.js';

const calls = endpoints.roles;

@Controller()
export class RoleController {
  constructor(
    private readonly roles: RoleService,
    private readonly roleUsers: RoleUsers,
  ) {}

  @Route(calls.list)
  list(
    @Input() _: EndpointParams<typeof calls.list>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<RoleRow[]> {
    return this.roles.list(caller);
  }

  @Route(calls.add)
  add(@Input() input: EndpointParams<typeof calls.add>): Promise<RoleRow> {
    return this.roles.add(input.roleName, input.description);
  }

  @Route(calls.remove)
  remove(
    @Input() input: EndpointParams<typeof calls.remove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.roles.remove(caller, input.id);
  }

  @Route(calls.listUsers)
  listUsers(
    @Input() input: EndpointParams<typeof calls.listUsers>,
  ): Promise<{ data: UserOption[]; total: number }> {
    return this.roleUsers.list(input);
  }

  @Route(calls.setUsers)
  setUsers(
    @Input() input: EndpointParams<typeof calls.setUsers>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.roleUsers.change(caller, 'replace', input);
  }

  @Route(calls.addUsers)
  addUsers(
    @Input() input: EndpointParams<typeof calls.addUsers>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.roleUsers.change(caller, 'add', input);
  }

  @Route(calls.removeUsers)
  removeUsers(
    @Input() input: EndpointParams<typeof calls.removeUsers>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.roleUsers.change(caller, 'remove', input);
  }

  @Route(calls.setMenus)
  setMenus(
    @Input() input: EndpointParams<typeof calls.setMenus>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.roles.setMenus(caller, input.roleId, input.menuIds);
  }
}
