import { Controller } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type SessionListRow,
  type UserOption,
  type UserRow,
} from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { PasswordChangeService } from '../account/password-change.service.js';
import { SessionService } from '../sessions/session.service.js';
import { UserStateService } from './user-state.service.js';
import { UserService } from './user.service.js';

const calls = endpoints.users;

/** The user list, and what people change of themselves. */
@Controller()
export class UserController {
  constructor(
    private readonly users: UserService,
    private readonly state: UserStateService,
    private readonly passwordChange: PasswordChangeService,
    private readonly ownSessions: SessionService,
  ) {}

  @Route(calls.list)
  list(
    @Input() input: EndpointParams<typeof calls.list>,
  ): Promise<{ data: UserRow[]; total: number }> {
    return this.users.list(input);
  }

  @Route(calls.listAll)
  listAll(@Input() input: EndpointParams<typeof calls.listAll>): Promise<UserOption[]> {
    return this.users.listAll(input.name);
  }

  @Route(calls.listShareUsers)
  listShareUsers(
    @Input() input: EndpointParams<typeof calls.listShareUsers>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<UserOption[]> {
    return this.users.listShareUsers(caller, input.name);
  }

  @Route(calls.add)
  add(
    @Input() input: EndpointParams<typeof calls.add>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<UserRow> {
    return this.users.add(caller, input);
  }

  @Route(calls.remove)
  async remove(
    @Input() input: EndpointParams<typeof calls.remove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.users.remove(caller, input.id);
    return null;
  }

  @Route(calls.changePassword)
  async changePassword(
    @Input() input: EndpointParams<typeof calls.changePassword>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.passwordChange.change(caller, input.id, input.password);
    return null;
  }

  @Route(calls.updatePassword)
  async updatePassword(
    @Input() input: EndpointParams<typeof calls.updatePassword>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.passwordChange.update(caller, input);
    return null;
  }

  @Route(calls.updateRealName)
  async updateRealName(
    @Input() input: EndpointParams<typeof calls.updateRealName>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.state.setRealName(caller, input.userId, input.realName);
    return null;
  }

  @Route(calls.freeze)
  async freeze(
    @Input() input: EndpointParams<typeof calls.freeze>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.state.freeze(caller, input);
    return null;
  }

  @Route(calls.setRoles)
  async setRoles(
    @Input() input: EndpointParams<typeof calls.setRoles>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.state.setRoles(caller, input.userId, input.roleIds);
    return null;
  }

  @Route(calls.sessions)
  sessions(@Input() _: object, @CurrentPrincipal() caller: Principal): Promise<SessionListRow[]> {
    return this.ownSessions.listOwn(caller);
  }

  @Route(calls.endSession)
  async endSession(
    @Input() input: EndpointParams<typeof calls.endSession>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<null> {
    await this.ownSessions.endOwn(caller, input.id);
    return null;
  }
}
