import { Injectable } from '@nestjs/common';
import type { BulkAnswer } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { answerEach } from '../../../platform/http/answer-each.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { UserEntity } from '../user.entity.js';

/** Answers calls about several users, and writes the refusals into the log; what is done, `decide` writes itself. */
@Injectable()
export class UserAnswers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  each(
    caller: Principal,
    ids: readonly string[],
    decide: (id: string) => Promise<unknown>,
  ): Promise<BulkAnswer[]> {
    return answerEach(ids, caller.language, decide, async (id, refusal) => {
      this.audit.noteRefusal(refusal, { type: 'user', id, name: await this.nameOf(id) });
    });
  }

  /** Empty for an id that nobody has. */
  private async nameOf(id: string): Promise<string> {
    const users = this.dataSource.getRepository(UserEntity);
    return (await users.findOneBy({ id }))?.userName ?? '';
  }
}
