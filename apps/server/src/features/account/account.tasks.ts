import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sendVerificationCode, sweepCodes, type TaskPayload } from '@clusterdesk/contracts';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { CodeSender } from './code-sender.service.js';
import { VerificationCodes } from './verification-codes.service.js';

/** The background work of accounts. */
@Injectable()
export class AccountTasks implements OnModuleInit {
  constructor(
    private readonly sender: CodeSender,
    private readonly codes: VerificationCodes,
    private readonly tasks: TaskQueue,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.watch(sweepCodes, this.codes.unsentCondition);
  }

  @OnTask(sendVerificationCode)
  async send(payload: TaskPayload<typeof sendVerificationCode>): Promise<void> {
    await this.sender.send(payload);
  }

  /** A code that was asked for while the queue was away is sent after all; what is over goes. */
  @OnDue(sweepCodes)
  async sweep(): Promise<void> {
    for (const key of await this.codes.listUnsent()) {
      await this.tasks.add(sendVerificationCode, key);
    }
    await this.codes.removeOld();
  }
}
