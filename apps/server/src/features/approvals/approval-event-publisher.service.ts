import { Injectable } from '@nestjs/common';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { spaceKeyText } from '../spaces/space-key.js';
import { ApplicationListRepository } from './listing/application-list.repository.js';

/** Tells open windows of applications. Call after the commit. */
@Injectable()
export class ApprovalEventPublisher {
  constructor(
    private readonly realtime: Realtime,
    private readonly lists: ApplicationListRepository,
  ) {}

  /** Applications in a project are new or have changed: tells the applicants and the approvers. */
  async changed(projectId: string, ids: readonly string[]): Promise<void> {
    const [id = null, ...others] = ids;
    this.tell(others.length === 0 ? id : null, projectId, await this.lists.listConcerned(ids));
  }

  /** Applications have ended, or may have: running downloads of them are checked at once. */
  async ended(projectId: string, ids: readonly string[]): Promise<void> {
    const keys = ids.map((spaceId) => spaceKeyText({ space: 'approval', spaceId }));
    this.realtime.broadcastToServers('spaceAccessChanged', keys);
    await this.changed(projectId, ids);
  }

  /** @param applicationId null: several */
  tell(applicationId: string | null, projectId: string, userIds: readonly (string | null)[]): void {
    const ids = new Set(userIds.flatMap((id) => id ?? []));
    if (ids.size > 0) {
      this.realtime.publish(
        'approvalsChanged',
        [...ids].map((id) => audience.user(id)),
        { applicationId, projectId },
      );
    }
  }
}
