import { Injectable } from '@nestjs/common';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { spaceKeyText } from '../spaces/space-key.js';
import { projectRef } from './space/project-ref.js';
import { ProjectPeopleRepository } from './members/project-people.repository.js';

/** Tells open windows of projects. Call after the commit. */
@Injectable()
export class ProjectEventPublisher {
  constructor(
    private readonly realtime: Realtime,
    private readonly people: ProjectPeopleRepository,
  ) {}

  /** A project is new or another one now. @param besides who is not in it any more, and has to know, too */
  async changed(projectId: string, besides: readonly string[] = []): Promise<void> {
    this.tell(projectId, [...(await this.people.listIds(projectId)), ...besides]);
  }

  /**
   * Somebody lost a right in it, or everybody did: what runs on it is checked at once, topics of its folders are heard no more, and
   * windows show it anew.
   */
  async accessChanged(projectId: string, besides: readonly string[] = []): Promise<void> {
    this.realtime.broadcastToServers('spaceAccessChanged', [spaceKeyText(projectRef(projectId))]);
    await this.changed(projectId, besides);
  }

  /** @param projectId null: several */
  tell(projectId: string | null, userIds: readonly string[]): void {
    const to = [...new Set(userIds)].map((userId) => audience.user(userId));
    if (to.length > 0) {
      this.realtime.publish('projectsChanged', to, { projectId });
    }
  }
}
