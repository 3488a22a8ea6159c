import { Controller } from '@nestjs/common';
import {
  endpoints,
  type EndpointParams,
  type SessionListRow,
  type UserOption,
  type UserRow,
} from '@clusterdesk/contracts';
import type { Caller } from '../../platform/http/caller.js';
import { CurrentCaller, Handles, Input } from '../../platform/http/endpoint.decorator.js';
import { PasswordChangeService } from './password-change.service.js';
import { SessionService } from './session.service.js';
import { UserStateService } from './user-state.service.js';
import { UserService } from './user.service.js';

const calls = endpoints.users;

/** The user list, and what people change of themselves. */
@Controller()
export class UsersController {
  constructor(
    private readonly users: UserService,
    private readonly state: UserStateService,
    private readonly passwordChange: PasswordChangeService,
    private readonly ownSessions: SessionService,
  ) {}

  @Handles(calls.list)
  list(
    @Input() input: EndpointParams<typeof calls.list>,
  ): Promise<{ data: UserRow[]; total: number }> {
    return this.users.list(input);
  }

  @Handles(calls.listAll)
  listAll(@Input() input: EndpointParams<typeof calls.listAll>): Promise<UserOption[]> {
    return this.users.listAll(input.name);
  }

  @Handles(calls.listShareUsers)
  listShareUsers(
    @Input() input: EndpointParams<typeof calls.listShareUsers>,
    @CurrentCaller() caller: Caller,
  ): Promise<UserOption[]> {
    return this.users.listShareUsers(caller, input.name);
  }

  @Handles(calls.add)
  add(
    @Input() input: EndpointParams<typeof calls.add>,
    @CurrentCaller() caller: Caller,
  ): Promise<UserRow> {
    return this.users.add(caller, input);
  }

  @Handles(calls.remove)
  async remove(
    @Input() input: EndpointParams<typeof calls.remove>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.users.remove(caller, input.id);
    return null;
  }

  @Handles(calls.changePassword)
  async changePassword(
    @Input() input: EndpointParams<typeof calls.changePassword>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.passwordChange.change(caller, input.id, input.password);
    return null;
  }

  @Handles(calls.updatePassword)
  async updatePassword(
    @Input() input: EndpointParams<typeof calls.updatePassword>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.passwordChange.update(caller, input);
    return null;
  }

  @Handles(calls.updateRealName)
  async updateRealName(
    @Input() input: EndpointParams<typeof calls.updateRealName>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.state.setRealName(caller, input.userId, input.realName);
    return null;
  }

  @Handles(calls.freeze)
  async freeze(
    @Input() input: EndpointParams<typeof calls.freeze>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.state.freeze(caller, input);
    return null;
  }

  @Handles(calls.setRoles)
  async setRoles(
    @Input() input: EndpointParams<typeof calls.setRoles>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.state.setRoles(caller, input.userId, input.roleIds);
    return null;
  }

  @Handles(calls.sessions)
  sessions(@Input() _: object, @CurrentCaller() caller: Caller): Promise<SessionListRow[]> {
    return this.ownSessions.listOwn(caller);
  }

  @Handles(calls.endSession)
  async endSession(
    @Input() input: EndpointParams<typeof calls.endSession>,
    @CurrentCaller() caller: Caller,
  ): Promise<null> {
    await this.ownSessions.endOwn(caller, input.id);
    return null;
  }
}
