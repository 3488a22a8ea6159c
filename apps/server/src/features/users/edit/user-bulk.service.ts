import { Injectable } from '@nestjs/common';
import type { BulkAnswer, EndpointParams, endpoints } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { UserStateService } from '../state/user-state.service.js';
import { UserService } from '../user.service.js';
import { UserAnswers } from './user-answers.service.js';

/** One decision for several users: each is made, refused and logged as if it were the only one. */
@Injectable()
export class UserBulkService {
  constructor(
    private readonly users: UserService,
    private readonly state: UserStateService,
    private readonly answers: UserAnswers,
  ) {}

  /** @throws DomainError 400 for dates that are wrong for everybody */
  freeze(
    caller: Principal,
    { ids, ...input }: EndpointParams<typeof endpoints.users.bulkFreeze>,
  ): Promise<BulkAnswer[]> {
    this.state.assertFreeze(input);
    return this.answers.each(caller, ids, (id) => this.state.freeze(caller, { ...input, id }));
  }

  addRole(caller: Principal, ids: readonly string[], roleId: string): Promise<BulkAnswer[]> {
    return this.answers.each(caller, ids, (id) => this.state.addRole(caller, id, roleId));
  }

  remove(caller: Principal, ids: readonly string[]): Promise<BulkAnswer[]> {
    return this.answers.each(caller, ids, (id) => this.users.remove(caller, id));
  }
}
