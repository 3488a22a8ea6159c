import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';

/** Who may watch what the platform says of itself. */
@Injectable()
export class OperationsReactions implements OnModuleInit {
  constructor(private readonly consoles: ConsoleGateway) {}

  onModuleInit(): void {
    // The login page shows as much to everybody.
    this.consoles.allowTopic('branding', () => true);
  }
}
