import {
  agentHelloSchema,
  metricReportSchema,
  olderApplicationEndedSchema,
  olderApplicationOutputSchema,
  redeemCodeSchema,
  runEndedSchema,
  runOutputSchema,
  runStartedSchema,
  sessionReportSchema,
  type AgentAnswer,
  type AgentToServer,
  type NodeKind,
} from '@clusterdesk/contracts';
import type { z } from 'zod';
import type { AgentSession } from '../node.repository.js';

export type AgentEvent = keyof AgentToServer;

/** An event is left unacknowledged on purpose, so that the agent resends it; the handler has logged why. */
export class LeftUnansweredError extends Error {
  override readonly name = 'LeftUnansweredError';
}

/** What an agent sends with an event. */
type PayloadOf<Event extends AgentEvent> = Parameters<AgentToServer[Event]>[0];

/** The schema of every event that agents send. */
export const agentEventSchemas: {
  readonly [Event in AgentEvent]: z.ZodType<PayloadOf<Event>>;
} = {
  'node.hello': agentHelloSchema,
  'node.report-metrics': metricReportSchema,
  'sessions.report': sessionReportSchema,
  'sessions.redeem-code': redeemCodeSchema,
  'jobs.started': runStartedSchema,
  'jobs.output': runOutputSchema,
  'jobs.ended': runEndedSchema,
  'applications.output': olderApplicationOutputSchema,
  'applications.ended': olderApplicationEndedSchema,
};

/** The agent that sent an event. Its `connectionId` is unique, also across servers. */
export interface ConnectedAgent extends AgentSession {
  nodeId: string;
  nodeKind: NodeKind;
  hostname: string;
  isConnected(): boolean;
  /** Makes this the connection that receives the node's commands. */
  becomeCurrent(): Promise<void>;
}

/**
 * A handler for every event that agents send. Each feature has those for its own events; the start of the server puts them
 * together, and the compiler refuses an incomplete map.
 */
export type AgentEventHandlers = {
  readonly [Event in AgentEvent]: (
    agent: ConnectedAgent,
    event: PayloadOf<Event>,
  ) => Promise<AgentAnswer<Event>>;
};
