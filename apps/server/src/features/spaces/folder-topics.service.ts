import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Topic } from '@clusterdesk/contracts';
import { DomainError } from '../../platform/http/domain-error.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';
import { SpaceAccess } from './space-access.service.js';
import { spaceKeyText } from './space-key.js';

/** Who may watch a folder's changes: who may view it, asked when the watching begins and when rights change. */
@Injectable()
export class FolderTopics implements OnModuleInit {
  constructor(
    private readonly gateway: ConsoleGateway,
    private readonly access: SpaceAccess,
    private readonly realtime: Realtime,
  ) {}

  onModuleInit(): void {
    this.gateway.allowTopic('folder', (caller, topic) => this.mayWatch(caller, topic));
    // Also of those who are not in it: a switch may have let them in.
    this.realtime.console.on('spaceAccessChanged', (spaceKeys) => {
      const changed = new Set(spaceKeys);
      void this.gateway.recheckSafely(({ data }) =>
        [...data.topics.values()].some(
          (topic) => topic.topic === 'folder' && changed.has(spaceKeyText(topic)),
        ),
      );
    });
  }

  private async mayWatch(caller: Principal, topic: Topic): Promise<boolean> {
    if (topic.topic !== 'folder') {
      return false;
    }
    const { space, spaceId, dir } = topic;
    try {
      const opened = await this.access.openFor(caller, { space, spaceId }, 'view', [dir]);
      return (await opened.files.stat(dir)).isDirectory;
    } catch (error) {
      if (error instanceof DomainError) {
        return false;
      }
      throw error;
    }
  }
}
