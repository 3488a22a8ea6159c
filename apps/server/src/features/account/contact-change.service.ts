import { Injectable } from '@nestjs/common';
import { sendVerificationCode } from '@clusterdesk/contracts';
import { DataSource, In } from 'typeorm';
import type { Principal } from '../../platform/http/access/principal.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { CodeSender } from './code-sender.service.js';
import {
  ContactUnchangedError,
  CurrentContactFirstError,
  NoCurrentContactError,
} from './account.errors.js';
import { OnlyOneselfError } from '../users/user.errors.js';
import { UserAccounts, type ContactKind } from '../users/user-accounts.service.js';
import { VerificationCodeEntity } from './verification-code.entity.js';
import { VerificationCodes } from './verification-codes.service.js';

/** `type` on the wire: 1 phone, 2 e-mail. */
export const contactKinds = { 1: 'mobile', 2: 'email' } as const satisfies Record<
  1 | 2,
  ContactKind
>;

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Changing one's mobile or e-mail: the code of the current one first, where there is one, then that of the new one. */
@Injectable()
export class ContactChangeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: UserAccounts,
    private readonly codes: VerificationCodes,
    private readonly sender: CodeSender,
    private readonly tasks: TaskQueue,
  ) {}

  /**
   * Sends a code: to the current contact for step one, to a new one for step two.
   * @returns whether anything sends; without a mail server or SMS gateway the operator finds the code in the log.
   */
  async sendCode(
    caller: Principal,
    kind: ContactKind,
    target: string,
  ): Promise<{ isSent: boolean }> {
    const current = await this.accounts.getContact(caller.userId, kind);
    const isCurrent = current !== null && isSame(current, target);
    if (!isCurrent) {
      await this.assertMayEnterNew(caller, kind, current);
    }
    const slot = {
      userId: caller.userId,
      purpose: isCurrent ? (`${kind}-old` as const) : (`${kind}-new` as const),
    };
    await this.codes.request(
      { ...slot, sessionId: caller.sessionId },
      isCurrent ? current : target,
    );
    const isSent = await this.sender.canSend(slot.purpose);
    await (isSent ? this.tasks.addOrFail(sendVerificationCode, slot) : this.sender.send(slot));
    return { isSent };
  }

  /** Step one. */
  async confirmCurrent(caller: Principal, kind: ContactKind, code: string): Promise<void> {
    const current = await this.accounts.getContact(caller.userId, kind);
    if (current === null) {
      throw new NoCurrentContactError();
    }
    await this.codes.use({ userId: caller.userId, purpose: `${kind}-old` }, current, code);
  }

  /** Step two. */
  async save(
    caller: Principal,
    kind: ContactKind,
    input: { userId: string; target: string; code: string },
  ): Promise<void> {
    if (input.userId !== caller.userId) {
      throw new OnlyOneselfError();
    }
    const current = await this.accounts.getContact(caller.userId, kind);
    if (current !== null && isSame(current, input.target)) {
      throw new ContactUnchangedError();
    }
    await this.assertMayEnterNew(caller, kind, current);
    await this.codes.use(
      { userId: caller.userId, purpose: `${kind}-new` },
      input.target,
      input.code,
    );
    await this.dataSource.transaction(async (manager) => {
      await this.accounts.setContact(manager, caller.userId, kind, input.target);
      // Used up: the next change begins with step one.
      const purpose = In([`${kind}-old`, `${kind}-new`]);
      const slots = { userId: caller.userId, purpose };
      await manager.update(VerificationCodeEntity, slots, { confirmedAt: null, codeHash: null });
    });
  }

  private async assertMayEnterNew(
    caller: Principal,
    kind: ContactKind,
    current: string | null,
  ): Promise<void> {
    const slot = { userId: caller.userId, purpose: `${kind}-old` as const };
    if (current !== null && !(await this.codes.isConfirmed(slot, current))) {
      throw new CurrentContactFirstError();
    }
  }
}
