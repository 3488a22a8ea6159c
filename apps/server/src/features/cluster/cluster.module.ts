import { Module, type OnModuleInit } from '@nestjs/common';
import { ConsoleGateway } from '../sessions/console-gateway.service.js';
import { AgentAdmission } from './agents/agent-admission.service.js';
import { AgentCommands } from './agents/agent-commands.service.js';
import { AgentGateway } from './agents/agent-gateway.service.js';
import { NodeHello } from './agents/node-hello.service.js';
import { applicationProviders } from './applications/application-providers.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { ApplicationCatalogue } from './applications/catalogue/application-catalogue.service.js';
import { ApplicationRunEvents } from './applications/runs/run-events.service.js';
import { ClusterController } from './cluster.controller.js';
import { maySeeHosts } from './cluster.policy.js';
import { ClusterTasks } from './cluster.tasks.js';
import { EnrolmentService } from './enrolment.service.js';
import { MetricRepository } from './monitoring/metric.repository.js';
import { MonitoringService } from './monitoring/monitoring.service.js';
import { ReportIntake } from './monitoring/report-intake.service.js';
import { NodeDrain } from './node-drain.service.js';
import { NodePresence } from './node-presence.service.js';
import { NodeRepository } from './node.repository.js';

/** Nodes, their agents, monitoring. */
@Module({
  controllers: [ClusterController, ApplicationsController],
  providers: [
    ...applicationProviders,
    NodeRepository,
    NodePresence,
    NodeDrain,
    NodeHello,
    EnrolmentService,
    AgentAdmission,
    AgentGateway,
    AgentCommands,
    MetricRepository,
    ReportIntake,
    MonitoringService,
    ClusterTasks,
  ],
  exports: [
    ApplicationCatalogue,
    ApplicationRunEvents,
    AgentGateway,
    AgentCommands,
    EnrolmentService,
    MonitoringService,
    NodeDrain,
    NodeHello,
    NodePresence,
    ReportIntake,
  ],
})
export class ClusterModule implements OnModuleInit {
  constructor(private readonly gateway: ConsoleGateway) {}

  onModuleInit(): void {
    this.gateway.allowTopic('monitoring', maySeeHosts);
  }
}
