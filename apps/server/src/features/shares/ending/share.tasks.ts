import { Injectable } from '@nestjs/common';
import { tellEndedShares } from '@clusterdesk/contracts';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { ShareLifecycle } from './share-lifecycle.service.js';

/** The background work of shares. */
@Injectable()
export class ShareTasks {
  constructor(private readonly endings: ShareLifecycle) {}

  @OnDue(tellEndedShares)
  tellEnded(signal: AbortSignal): Promise<void> {
    return this.endings.tellEnded(signal);
  }
}
