import { Injectable, type OnModuleInit } from '@nestjs/common';
import { endpoints } from '@clusterdesk/contracts';
import { isAllowed } from '../../../platform/http/access/access.js';
import { ConsoleGateway } from '../../sessions/live/console-gateway.service.js';

/** Who may hear that settings changed. */
@Injectable()
export class SettingReactions implements OnModuleInit {
  constructor(private readonly consoles: ConsoleGateway) {}

  onModuleInit(): void {
    this.consoles.allowTopic('settings', (caller) =>
      isAllowed(endpoints.settings.list.access, caller),
    );
  }
}
