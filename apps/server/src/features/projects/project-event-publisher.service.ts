import { Injectable } from '@nestjs/common';
import { Hooks } from '../../platform/hooks/hooks.service.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { spaceKeyText } from '../spaces/space-key.js';
import { projectAccessChanged } from './access/access.hooks.js';
import { projectRef } from './space/project-ref.js';
import { ProjectPeopleRepository } from './members/project-people.repository.js';

/** Tells open windows of projects. Call after the commit. */
@Injectable()
export class ProjectEventPublisher {
  constructor(
    private readonly realtime: Realtime,
    private readonly people: ProjectPeopleRepository,
    private readonly hooks: Hooks,
  ) {}

  /** A project was created or changed. @param besides former members who have to know, too */
  async changed(projectId: string, besides: readonly string[] = []): Promise<void> {
    this.tell(projectId, [...(await this.people.listIds(projectId)), ...besides]);
  }

  /**
   * Users got or lost rights in it: what runs on it is checked at once, topics of its folders are no longer sent to who may not see
   * them, what other features give its people follows, and open windows reload it.
   */
  async accessChanged(projectId: string, besides: readonly string[] = []): Promise<void> {
    this.realtime.broadcastToServers('spaceAccessChanged', [spaceKeyText(projectRef(projectId))]);
    await this.hooks.notify(projectAccessChanged, { projectId });
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
