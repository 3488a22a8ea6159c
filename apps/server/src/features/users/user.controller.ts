import { Controller } from '@nestjs/common';
import {
  endpoints,
  type BulkAnswer,
  type EndpointParams,
  type UserOption,
  type UserRow,
} from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../platform/http/endpoint.decorator.js';
import { UserAnswers } from './edit/user-answers.service.js';
import { UserEditService } from './edit/user-edit.service.js';
import { PasswordResetService } from './passwords/password-reset.service.js';
import { UserStateService } from './state/user-state.service.js';
import { UserService } from './user.service.js';

const calls = endpoints.users;

/** The user list: one user, or several at once, each changed, refused and logged as if it were the only one. */
@Controller()
export class UserController {
  constructor(
    private readonly users: UserService,
    private readonly state: UserStateService,
    private readonly passwords: PasswordResetService,
    private readonly editing: UserEditService,
    private readonly answers: UserAnswers,
  ) {}

  @Route(calls.list)
  list(
    @Input() input: EndpointParams<typeof calls.list>,
  ): Promise<{ data: UserRow[]; total: number }> {
    return this.users.list(input);
  }

  @Route(calls.get)
  get(@Input() input: EndpointParams<typeof calls.get>): Promise<UserRow> {
    return this.users.get(input.id);
  }

  @Route(calls.listAll)
  listAll(@Input() input: EndpointParams<typeof calls.listAll>): Promise<UserOption[]> {
    return this.users.listAll(input.name, input.exceptRoleId);
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
  remove(
    @Input() input: EndpointParams<typeof calls.remove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.users.remove(caller, input.id);
  }

  @Route(calls.changePassword)
  changePassword(
    @Input() input: EndpointParams<typeof calls.changePassword>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.passwords.reset(caller, input);
  }

  @Route(calls.freeze)
  freeze(
    @Input() input: EndpointParams<typeof calls.freeze>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.state.freeze(caller, input);
  }

  @Route(calls.setRoles)
  setRoles(
    @Input() input: EndpointParams<typeof calls.setRoles>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<void> {
    return this.state.setRoles(caller, input);
  }

  @Route(calls.edit)
  edit(
    @Input() input: EndpointParams<typeof calls.edit>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<UserRow> {
    return this.editing.edit(caller, input);
  }

  @Route(calls.bulkFreeze)
  bulkFreeze(
    @Input() { ids, ...input }: EndpointParams<typeof calls.bulkFreeze>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<BulkAnswer[]> {
    // Dates that are wrong for every user refuse the whole call.
    this.state.readFreeze(input);
    return this.answers.each(caller, ids, (id) => this.state.freeze(caller, { ...input, id }));
  }

  @Route(calls.bulkAddRole)
  bulkAddRole(
    @Input() input: EndpointParams<typeof calls.bulkAddRole>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<BulkAnswer[]> {
    return this.answers.each(caller, input.ids, (id) =>
      this.state.addRole(caller, id, input.roleId),
    );
  }

  @Route(calls.bulkRemove)
  bulkRemove(
    @Input() input: EndpointParams<typeof calls.bulkRemove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<BulkAnswer[]> {
    return this.answers.each(caller, input.ids, (id) => this.users.remove(caller, id));
  }
}
