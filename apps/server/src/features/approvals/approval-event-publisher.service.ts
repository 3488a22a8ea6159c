import { Injectable } from '@nestjs/common';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { spaceKeyText } from '../spaces/space-key.js';

/** Tells open windows of applications. Call after the commit. */
@Injectable()
export class ApprovalEventPublisher {
  constructor(private readonly realtime: Realtime) {}

  /** To the applicant and the approvers. @param applicationId null: several */
  changed(
    applicationId: string | null,
    projectId: string,
    userIds: readonly (string | null)[],
  ): void {
    const ids = new Set(userIds.flatMap((id) => id ?? []));
    if (ids.size > 0) {
      this.realtime.publish(
        'approvalsChanged',
        [...ids].map((id) => audience.user(id)),
        { applicationId, projectId },
      );
    }
  }

  /** What is taken of it at this moment is checked at once. */
  ended(applicationId: string): void {
    this.realtime.broadcastToServers('spaceAccessChanged', [
      spaceKeyText({ space: 'approval', spaceId: applicationId }),
    ]);
  }
}
