export * from './envelope.js';
export * from './endpoint.js';
export * from './wire.js';
export * from './limits.js';
export * from './uploads-path.js';
export * from './monitor-step.js';
export * from './node-kinds.js';
export * from './host/disk-reserve.js';
export * from './file-kinds.js';
export * from './build-id.js';
export * from './scripts/script-text.js';
export * from './scripts/script-variables.js';
export * from './scripts/job-array.js';
export * from './scripts/job-graph.js';
export * from './scripts/sbatch-lines.js';
export * from './space-ref.js';
export * from './permissions.js';
export * from './tasks/backup-tasks.js';
export * from './tasks/cluster-tasks.js';
export * from './tasks/people-tasks.js';
export * from './tasks/space-tasks.js';
export {
  defineTask,
  taskQueueNames,
  type TaskDefinition,
  type TaskPayload,
  type TaskQueueName,
} from './tasks/task-definition.js';
export * from './tasks/backup-due-work.js';
export * from './tasks/due-work-definition.js';
export * from './tasks/due-work.js';
export { taskDefinitions } from './tasks/task-definitions.js';
export * from './live/console-events.js';
export * from './live/live-event-kinds.js';
export * from './live/live-mark.js';
export * from './agents/agent-handshake.js';
export * from './agents/agent-protocol.js';
export * from './agents/host-figures.js';
export * from './agents/disk-health.js';
export * from './agents/application-protocol.js';
export * from './agents/host-offers.js';
export * from './agents/session-protocol.js';
export * from './agents/sign-in-protocol.js';
export * from './agents/job-memory.js';
export * from './agents/run-protocol.js';
export * from './agents/run-refusals.js';
export * from './endpoints/registry.js';
export * from './time-zone.js';
export * from './notices/notice-choices-path.js';
export * from './notices/feedback-notices.js';
export * from './notices/backup-notices.js';
export * from './notices/job-notices.js';
export * from './notices/health-notices.js';
export * from './notices/node-notices.js';
export * from './notices/platform-notices.js';
export * from './notices/project-notices.js';
export * from './notices/share-notices.js';
export * from './notices/space-notices.js';
export * from './host/listen-addresses.js';
