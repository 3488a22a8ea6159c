import { Module } from '@nestjs/common';
import { AgentHandshakeService } from './agents/agent-handshake.service.js';
import { AgentCommands } from './agents/agent-commands.service.js';
import { AgentCensus } from './agents/agent-census.service.js';
import { AgentGateway } from './agents/agent-gateway.service.js';
import { AgentRecheck } from './agents/agent-recheck.service.js';
import { AgentProgram } from './agent-files/agent-program.service.js';
import { NodeHello } from './agents/node-hello.service.js';
import { applicationProviders } from './applications/application-providers.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { ApplicationCatalogue } from './applications/catalogue/application-catalogue.service.js';
import { NodeAlertPublisher } from './alerts/node-alert-publisher.service.js';
import { NodeAlertRepository } from './alerts/node-alert.repository.js';
import { NodeAlerts } from './alerts/node-alerts.service.js';
import { ClusterController } from './cluster.controller.js';
import { ClusterReactions } from './cluster.reactions.js';
import { ClusterTasks } from './cluster.tasks.js';
import { EnrolmentService } from './agents/enrolment.service.js';
import { DiskHealthRepository } from './monitoring/disk-health.repository.js';
import { FigureRepository } from './monitoring/figure.repository.js';
import { HostHistories } from './monitoring/host-history.service.js';
import { HostWork } from './monitoring/host-work.service.js';
import { MetricDays } from './monitoring/metric-days.service.js';
import { MetricRepository } from './monitoring/metric.repository.js';
import { MetricSeriesRepository } from './monitoring/metric-series.repository.js';
import { MonitoringService } from './monitoring/monitoring.service.js';
import { ReportIntake } from './monitoring/report-intake.service.js';
import { NodeClones } from './draining/node-clones.service.js';
import { NodeDrain } from './draining/node-drain.service.js';
import { HostFaults } from './presence/host-faults.service.js';
import { NodeEventPublisher } from './presence/node-event-publisher.service.js';
import { NodePresence } from './presence/node-presence.service.js';
import { DesktopSessionRepository } from './desktop-sessions/desktop-session.repository.js';
import { DesktopSessionsController } from './desktop-sessions/desktop-sessions.controller.js';
import { DesktopSessions } from './desktop-sessions/desktop-sessions.service.js';
import { CodeRedemption } from './desktop-sessions/code-redemption.service.js';
import { SessionIntake } from './desktop-sessions/session-intake.service.js';
import { ComputeNodes } from './nodes/compute-nodes.service.js';
import { DesktopRepository } from './nodes/desktop.repository.js';
import { Desktops } from './nodes/desktops.service.js';
import { NodeAdmin } from './nodes/node-admin.service.js';
import { PlatformAddress } from './nodes/platform-address.service.js';
import { NodeUsageRegistry } from './nodes/node-usage-registry.service.js';
import { NodesController } from './nodes/nodes.controller.js';
import { RunEvents } from './runs/run-events.service.js';
import { NodeRepository } from './node.repository.js';

/** Nodes, their agents, monitoring. */
@Module({
  controllers: [
    ClusterController,
    NodesController,
    DesktopSessionsController,
    ApplicationsController,
  ],
  providers: [
    ...applicationProviders,
    NodeAlertRepository,
    NodeAlertPublisher,
    NodeAlerts,
    NodeRepository,
    NodeEventPublisher,
    NodePresence,
    NodeDrain,
    AgentProgram,
    NodeClones,
    RunEvents,
    NodeHello,
    NodeUsageRegistry,
    NodeAdmin,
    PlatformAddress,
    Desktops,
    DesktopRepository,
    ComputeNodes,
    DesktopSessionRepository,
    DesktopSessions,
    SessionIntake,
    CodeRedemption,
    EnrolmentService,
    AgentHandshakeService,
    AgentGateway,
    AgentRecheck,
    AgentCommands,
    AgentCensus,
    MetricDays,
    MetricRepository,
    MetricSeriesRepository,
    ReportIntake,
    MonitoringService,
    HostWork,
    FigureRepository,
    DiskHealthRepository,
    HostHistories,
    HostFaults,
    ClusterTasks,
    ClusterReactions,
  ],
  exports: [
    CodeRedemption,
    ApplicationCatalogue,
    RunEvents,
    AgentGateway,
    AgentRecheck,
    AgentCensus,
    AgentCommands,
    EnrolmentService,
    HostFaults,
    MonitoringService,
    NodeDrain,
    AgentProgram,
    NodeHello,
    NodePresence,
    NodeUsageRegistry,
    ReportIntake,
    SessionIntake,
  ],
})
export class ClusterModule {}
