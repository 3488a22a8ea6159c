import {
  agentHelloSchema,
  jobEndedSchema,
  jobOutputSchema,
  jobStartedSchema,
  metricReportSchema,
  type AgentToServer,
} from '@clusterdesk/contracts';
import type { z } from 'zod';

export type AgentEvent = keyof AgentToServer;

/** What an agent says with an event. */
type PayloadOf<Event extends AgentEvent> = Parameters<AgentToServer[Event]>[0];

/** Every event of agents with the shape it is checked against. */
export const agentEventSchemas: {
  readonly [Event in AgentEvent]: z.ZodType<PayloadOf<Event>>;
} = {
  'node.hello': agentHelloSchema,
  'node.report-metrics': metricReportSchema,
  'jobs.started': jobStartedSchema,
  'jobs.output': jobOutputSchema,
  'jobs.ended': jobEndedSchema,
};

/** The agent that said something. */
export interface ConnectedAgent {
  nodeId: string;
  hostname: string;
  /** Unlike that of any other connection, also of other servers. */
  connectionId: string;
  isConnected(): boolean;
  /** Makes this connection the one that commands to the node go to. */
  becomeCurrent(): Promise<void>;
}

/** What the agent is answered: the argument of the event's own answer. */
type AnswerOf<Event extends AgentEvent> =
  Parameters<Parameters<AgentToServer[Event]>[1]> extends []
    ? void
    : Parameters<Parameters<AgentToServer[Event]>[1]>[0];

/**
 * A handler for every event of agents. Each feature has those of its own events; where the server starts they are put
 * together, and the compiler refuses a map that misses one.
 */
export type AgentEventHandlers = {
  readonly [Event in AgentEvent]: (
    agent: ConnectedAgent,
    event: PayloadOf<Event>,
  ) => Promise<AnswerOf<Event>>;
};
