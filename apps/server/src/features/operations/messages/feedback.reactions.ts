import { Injectable, type OnModuleInit } from '@nestjs/common';
import { endpoints } from '@clusterdesk/contracts';
import { isAllowed } from '../../../platform/http/access/access.js';
import { ConsoleGateway } from '../../sessions/live/console-gateway.service.js';

/** What messages contribute to lower features. */
@Injectable()
export class FeedbackReactions implements OnModuleInit {
  constructor(private readonly consoles: ConsoleGateway) {}

  onModuleInit(): void {
    this.consoles.allowTopic('feedback', (caller) =>
      isAllowed(endpoints.feedback.list.access, caller),
    );
  }
}
