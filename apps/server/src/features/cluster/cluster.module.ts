import { Module, type OnModuleInit } from '@nestjs/common';
import { ConsoleGateway } from '../sessions/console-gateway.service.js';
import { AgentCommands } from './agent-commands.service.js';
import { AgentGateway } from './agent-gateway.service.js';
import { ClusterController } from './cluster.controller.js';
import { ClusterTasks } from './cluster.tasks.js';
import { EnrolmentService } from './enrolment.service.js';
import { MonitoringService } from './monitoring.service.js';
import { NodePresence } from './node-presence.service.js';
import { NodeRepository } from './node.repository.js';

/** Nodes, their agents, monitoring. */
@Module({
  controllers: [ClusterController],
  providers: [
    NodeRepository,
    EnrolmentService,
    NodePresence,
    AgentGateway,
    AgentCommands,
    MonitoringService,
    ClusterTasks,
  ],
  exports: [AgentGateway, AgentCommands, EnrolmentService, NodePresence],
})
export class ClusterModule implements OnModuleInit {
  constructor(private readonly gateway: ConsoleGateway) {}

  onModuleInit(): void {
    this.gateway.allowTopic(
      'monitoring',
      (caller) => caller.isSystemAdministrator || caller.menuUrls.has('/platformMonitoring'),
    );
  }
}
