import { Injectable, type OnModuleInit } from '@nestjs/common';
import { tellEndedShares } from '@clusterdesk/contracts';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { ShareEndings } from './share-endings.service.js';

/** The background work of shares. */
@Injectable()
export class ShareTasks implements OnModuleInit {
  constructor(
    private readonly endings: ShareEndings,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.watch(tellEndedShares, this.endings.endedCondition);
  }

  @OnDue(tellEndedShares)
  tellEnded(signal: AbortSignal): Promise<void> {
    return this.endings.tellEnded(signal);
  }
}
