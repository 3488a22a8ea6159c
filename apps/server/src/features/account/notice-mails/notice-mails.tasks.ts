import { Injectable, type OnModuleInit } from '@nestjs/common';
import { mailNotices } from '@clusterdesk/contracts';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { NoticeMailQueue } from '../../notifications/notice-mail-queue.service.js';
import { NoticeMails } from './notice-mails.service.js';

/** Mails of notices go in workers, when they are due. */
@Injectable()
export class NoticeMailTasks implements OnModuleInit {
  constructor(
    private readonly mails: NoticeMails,
    private readonly queue: NoticeMailQueue,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.watch(mailNotices, this.queue.dueCondition);
  }

  @OnDue(mailNotices)
  async send(signal: AbortSignal): Promise<void> {
    await this.mails.sendDue(signal);
  }
}
