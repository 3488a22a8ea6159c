import { Injectable } from '@nestjs/common';
import { sendVerificationCode, sweepIdentity, type TaskPayload } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { CodeSender } from './code-sender.service.js';

/** Identity's work in the background. */
@Injectable()
export class AccountTasks {
  constructor(
    private readonly sender: CodeSender,
    private readonly dataSource: DataSource,
  ) {}

  @OnTask(sendVerificationCode)
  async send(payload: TaskPayload<typeof sendVerificationCode>): Promise<void> {
    await this.sender.send(payload);
  }

  /** What is over is of no use to anyone, and of some to a thief. */
  @OnTask(sweepIdentity)
  async sweep(): Promise<void> {
    await this.dataSource.query('DELETE FROM user_session WHERE expires_at < now()');
    await this.dataSource.query('DELETE FROM sign_in_code WHERE expires_at < now()');
    await this.dataSource.query(
      `DELETE FROM verification_code WHERE expires_at < now() AND requested_at < now() - interval '1 hour'`,
    );
    await this.dataSource.query('DELETE FROM attempt_limit WHERE expire < $1', [Date.now()]);
  }
}
