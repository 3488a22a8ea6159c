import { Injectable, type OnModuleInit } from '@nestjs/common';
import { mailFeedback, sweepFeedbackMails, type TaskPayload } from '@clusterdesk/contracts';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { FeedbackMails } from './feedback-mails.service.js';
import { FeedbackRepository } from './feedback.repository.js';

/** The background work of messages. */
@Injectable()
export class FeedbackTasks implements OnModuleInit {
  constructor(
    private readonly mails: FeedbackMails,
    private readonly repository: FeedbackRepository,
    private readonly tasks: TaskQueue,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.watch(sweepFeedbackMails, this.repository.waitingCondition);
  }

  @OnTask(mailFeedback)
  async mail({ feedbackId }: TaskPayload<typeof mailFeedback>): Promise<void> {
    await this.mails.send(feedbackId);
  }

  @OnDue(sweepFeedbackMails)
  async sweep(): Promise<void> {
    for (const feedbackId of await this.repository.sweepMails()) {
      await this.tasks.add(mailFeedback, { feedbackId });
    }
  }
}
