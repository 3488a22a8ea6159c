import { Injectable, type OnModuleInit } from '@nestjs/common';
import { tellEndedShares, type TaskPayload } from '@clusterdesk/contracts';
import { LostWork } from '../../../platform/tasks/lost-work.service.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { ShareEndings } from './share-endings.service.js';

/** The background work of shares. */
@Injectable()
export class ShareTasks implements OnModuleInit {
  constructor(
    private readonly endings: ShareEndings,
    private readonly lostWork: LostWork,
  ) {}

  onModuleInit(): void {
    this.lostWork.watch(tellEndedShares, this.endings.endedCondition);
  }

  @OnTask(tellEndedShares)
  tellEnded(_: TaskPayload<typeof tellEndedShares>, signal: AbortSignal): Promise<void> {
    return this.endings.tellEnded(signal);
  }
}
