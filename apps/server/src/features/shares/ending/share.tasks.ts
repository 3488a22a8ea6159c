import { Injectable } from '@nestjs/common';
import { tellEndedShares, type TaskPayload } from '@clusterdesk/contracts';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { ShareEndings } from './share-endings.service.js';

/** The background work of shares. */
@Injectable()
export class ShareTasks {
  constructor(private readonly endings: ShareEndings) {}

  @OnTask(tellEndedShares)
  tellEnded(_: TaskPayload<typeof tellEndedShares>, signal: AbortSignal): Promise<void> {
    return this.endings.tellEnded(signal);
  }
}
