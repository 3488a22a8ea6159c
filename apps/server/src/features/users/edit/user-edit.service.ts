import { Injectable } from '@nestjs/common';
import type { EndpointParams, endpoints, UserRow, WireDate } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { readWireDate } from '../../../platform/http/time/read-wire-date.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { AccessRevocation, revocationReasons } from '../rights/access-revocation.js';
import { UserChanges } from '../rights/user-changes.service.js';
import { UserEntity } from '../user.entity.js';
import { DatesReversedError, NotOneselfError } from '../user.errors.js';
import { isUsablePeriod, mayBeSignedIn } from '../user.policy.js';
import { toUserRow } from '../user.presenter.js';

type EditInput = EndpointParams<typeof endpoints.users.edit>;

const textFields = ['realName', 'mobile', 'email', 'companyName', 'companyAddress'] as const;

type Editable = Pick<
  UserEntity,
  (typeof textFields)[number] | 'effectiveFrom' | 'expiresAt' | 'mustChangePassword'
>;

/** Changes what a user was entered with: names, contacts, unit, validity. */
@Injectable()
export class UserEditService {
  constructor(
    private readonly changes: UserChanges,
    private readonly revocation: AccessRevocation,
    private readonly config: Config,
  ) {}

  /**
   * Absent fields stay. Sessions are kept unless the validity ends the right to them.
   * @throws DomainError 403 for a user who holds more than the caller, 409 for shutting out oneself or the last administrator.
   */
  async edit(caller: Principal, input: EditInput): Promise<UserRow> {
    const lists = ['users', ...(input.realName === undefined ? [] : ['roles' as const])] as const;
    const edited = await this.changes.make(caller, input.id, lists, async (manager, user) => {
      const change = this.readChange(input, user);
      if (Object.keys(change).length === 0) {
        return [null, { user, staysIn: true }];
      }
      const before = pick(user, change);
      const wasIn = mayBeSignedIn(user, new Date());
      Object.assign(user, change);
      const staysIn = !wasIn || mayBeSignedIn(user, new Date());
      if (!staysIn && user.id === caller.userId) {
        throw new NotOneselfError();
      }
      await manager.update(UserEntity, { id: user.id }, change);
      const endedSessions = staysIn ? 0 : await this.revocation.deleteSessions(manager, user.id);
      const details = { before, after: change, ...(endedSessions > 0 ? { endedSessions } : {}) };
      return [details, { user, staysIn }];
    });
    const { user, staysIn } = edited;
    if (!staysIn) {
      this.revocation.announce(user, revocationReasons.outsideValidity);
    } else if (input.mustChangePassword) {
      // Open windows of the user stop receiving events.
      this.revocation.rightsChanged([user.id]);
    }
    return toUserRow(user, this.config.timeZone);
  }

  /** What the input makes different. @throws DomainError 400 for a period without a moment to come. */
  private readChange(input: EditInput, before: UserEntity): Partial<Editable> {
    const change: Partial<Editable> = {};
    for (const field of textFields) {
      const value = input[field];
      if (value !== undefined && (value || null) !== before[field]) {
        change[field] = value || null;
      }
    }
    const { mustChangePassword } = input;
    if (mustChangePassword !== undefined && mustChangePassword !== before.mustChangePassword) {
      change.mustChangePassword = mustChangePassword;
    }
    const effectiveFrom = this.readEdge(input.effectiveDate, before.effectiveFrom, 'start');
    const expiresAt = this.readEdge(input.expiredDate, before.expiresAt, 'end');
    if (effectiveFrom === before.effectiveFrom && expiresAt === before.expiresAt) {
      return change;
    }
    if (!isUsablePeriod({ effectiveFrom, expiresAt }, new Date())) {
      throw new DatesReversedError();
    }
    return {
      ...change,
      ...(effectiveFrom === before.effectiveFrom ? {} : { effectiveFrom }),
      ...(expiresAt === before.expiresAt ? {} : { expiresAt }),
    };
  }

  /** A time that is sent back as it was shown is the time that it was, to the millisecond. */
  private readEdge(
    wanted: WireDate | null | undefined,
    before: Date | null,
    edge: 'start' | 'end',
  ): Date | null {
    const { timeZone } = this.config;
    if (wanted === undefined || (before && wanted === wireTime(before, timeZone))) {
      return before;
    }
    const date = wanted === null || wanted === '' ? null : readWireDate(wanted, timeZone, edge);
    return date?.getTime() === before?.getTime() ? before : date;
  }
}

function pick(user: UserEntity, fields: Partial<Editable>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(fields).map((field) => [field, user[field as keyof Editable]]),
  );
}
