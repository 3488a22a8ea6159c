import { Injectable, type OnModuleInit } from '@nestjs/common';
import { endpoints } from '@clusterdesk/contracts';
import { isAllowed } from '../../platform/http/access/access.js';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';

/** Who may watch what the platform says of itself. */
@Injectable()
export class OperationsReactions implements OnModuleInit {
  constructor(private readonly consoles: ConsoleGateway) {}

  onModuleInit(): void {
    this.consoles.allowTopic('upgrade', (caller) =>
      isAllowed(endpoints.upgrades.state.access, caller),
    );
    // The login page shows as much to everybody.
    this.consoles.allowTopic('branding', () => true);
  }
}
