import { Injectable, type OnModuleInit } from '@nestjs/common';
import { endpoints } from '@clusterdesk/contracts';
import { isAllowed } from '../../platform/http/access/access.js';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';

/** What backups give to features below them: the list that pages may watch. */
@Injectable()
export class BackupsReactions implements OnModuleInit {
  constructor(private readonly gateway: ConsoleGateway) {}

  /** Users who may request the list may watch it. */
  onModuleInit(): void {
    const { access } = endpoints.backups.list;
    this.gateway.allowTopic('backups', (caller) => isAllowed(access, caller));
  }
}
