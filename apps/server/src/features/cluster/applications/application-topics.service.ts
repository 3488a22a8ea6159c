import { Injectable, type OnModuleInit } from '@nestjs/common';
import { endpoints } from '@clusterdesk/contracts';
import { isAllowed } from '../../../platform/http/access/access.js';
import { ConsoleGateway } from '../../sessions/live/console-gateway.service.js';
import { Applications } from './applications.service.js';

const { access } = endpoints.applications.list;

/** Users who may list applications may watch them. */
@Injectable()
export class ApplicationTopics implements OnModuleInit {
  constructor(
    private readonly consoles: ConsoleGateway,
    private readonly applications: Applications,
  ) {}

  onModuleInit(): void {
    this.consoles.allowTopic('applications', (caller) => isAllowed(access, caller));
    this.consoles.allowTopic('application-run', (caller, topic) =>
      topic.topic === 'application-run' && isAllowed(access, caller)
        ? this.applications.isRun(topic.runId)
        : false,
    );
  }
}
