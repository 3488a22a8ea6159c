import { Injectable, type OnModuleInit } from '@nestjs/common';
import { tellExpiredShares, type TaskPayload } from '@clusterdesk/contracts';
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
    this.lostWork.watch(tellExpiredShares, this.endings.expiredCondition);
  }

  @OnTask(tellExpiredShares)
  tellExpired(_: TaskPayload<typeof tellExpiredShares>, signal: AbortSignal): Promise<void> {
    return this.endings.tellExpired(signal);
  }
}
