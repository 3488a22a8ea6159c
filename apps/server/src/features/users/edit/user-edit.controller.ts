import { Controller } from '@nestjs/common';
import {
  endpoints,
  type BulkAnswer,
  type EndpointParams,
  type UserRow,
} from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { UserStateService } from '../state/user-state.service.js';
import { UserService } from '../user.service.js';
import { UserAnswers } from './user-answers.service.js';
import { UserEditService } from './user-edit.service.js';

const calls = endpoints.users;

/** Changes of one user's fields, and of several users at once: each is made, refused and logged as if it were the only one. */
@Controller()
export class UserEditController {
  constructor(
    private readonly editing: UserEditService,
    private readonly users: UserService,
    private readonly state: UserStateService,
    private readonly answers: UserAnswers,
  ) {}

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
