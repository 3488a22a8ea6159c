import {
  agentHelloSchema,
  applicationEndedSchema,
  applicationOutputSchema,
  jobEndedSchema,
  jobOutputSchema,
  jobStartedSchema,
  metricReportSchema,
  redeemCodeSchema,
  sessionReportSchema,
  type AgentAnswer,
  type AgentToServer,
  type NodeKind,
} from '@clusterdesk/contracts';
import type { z } from 'zod';
import type { AgentSession } from '../node.repository.js';

export type AgentEvent = keyof AgentToServer;

/** An event is not acknowledged on purpose, which its handler has logged: the agent resends it. */
export class LeftUnansweredError extends Error {
  override readonly name = 'LeftUnansweredError';
}

/** What an agent sends with an event. */
type PayloadOf<Event extends AgentEvent> = Parameters<AgentToServer[Event]>[0];

/** Every event of agents with the shape it is checked against. */
export const agentEventSchemas: {
  readonly [Event in AgentEvent]: z.ZodType<PayloadOf<Event>>;
} = {
  'node.hello': agentHelloSchema,
  'node.report-metrics': metricReportSchema,
  'sessions.report': sessionReportSchema,
  'sessions.redeem-code': redeemCodeSchema,
  'jobs.started': jobStartedSchema,
  'jobs.output': jobOutputSchema,
  'jobs.ended': jobEndedSchema,
  'applications.output': applicationOutputSchema,
  'applications.ended': applicationEndedSchema,
};

/** The agent that sent an event. Its `connectionId` is unique, also across servers. */
export interface ConnectedAgent extends AgentSession {
  nodeId: string;
  nodeKind: NodeKind;
  hostname: string;
  isConnected(): boolean;
  /** Makes this connection the one that commands to the node go to. */
  becomeCurrent(): Promise<void>;
}

/**
 * A handler for every event of agents. Each feature has those of its own events; where the server starts they are put
 * together, and the compiler refuses a map that misses one.
 */
export type AgentEventHandlers = {
  readonly [Event in AgentEvent]: (
    agent: ConnectedAgent,
    event: PayloadOf<Event>,
  ) => Promise<AgentAnswer<Event>>;
};
