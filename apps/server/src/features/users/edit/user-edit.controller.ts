import { Controller } from '@nestjs/common';
import {
  endpoints,
  type BulkAnswer,
  type EndpointParams,
  type UserRow,
} from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { CurrentPrincipal, Route, Input } from '../../../platform/http/endpoint.decorator.js';
import { UserBulkService } from './user-bulk.service.js';
import { UserEditService } from './user-edit.service.js';

const calls = endpoints.users;

/** Changes of one user's fields, and of several users at once. */
@Controller()
export class UserEditController {
  constructor(
    private readonly editing: UserEditService,
    private readonly bulk: UserBulkService,
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
    @Input() input: EndpointParams<typeof calls.bulkFreeze>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<BulkAnswer[]> {
    return this.bulk.freeze(caller, input);
  }

  @Route(calls.bulkAddRole)
  bulkAddRole(
    @Input() input: EndpointParams<typeof calls.bulkAddRole>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<BulkAnswer[]> {
    return this.bulk.addRole(caller, input.ids, input.roleId);
  }

  @Route(calls.bulkRemove)
  bulkRemove(
    @Input() input: EndpointParams<typeof calls.bulkRemove>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<BulkAnswer[]> {
    return this.bulk.remove(caller, input.ids);
  }
}
