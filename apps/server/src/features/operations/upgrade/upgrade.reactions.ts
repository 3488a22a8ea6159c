import { Injectable, type OnModuleInit } from '@nestjs/common';
import { endpoints } from '@clusterdesk/contracts';
import { isAllowed } from '../../../platform/http/access/access.js';
import { ConsoleGateway } from '../../sessions/live/console-gateway.service.js';

/** What upgrades hear of others. */
@Injectable()
export class UpgradeReactions implements OnModuleInit {
  constructor(private readonly consoles: ConsoleGateway) {}

  onModuleInit(): void {
    this.consoles.allowTopic('upgrade', (caller) =>
      isAllowed(endpoints.upgrades.state.access, caller),
    );
  }
}
