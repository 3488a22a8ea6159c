import type { AgentAnswer, AgentToServer } from '@clusterdesk/contracts';

type Payload<E extends keyof AgentToServer> = Parameters<AgentToServer[E]>[0];

/** The connection to the server, as the parts that send see it. */
export interface ServerConnection {
  /** Whether the server has answered our hello on the present connection. */
  readonly isReady: boolean;
  /** Sends and waits for the answer; rejects when the connection breaks or no answer comes in time. */
  ask<E extends keyof AgentToServer>(event: E, payload: Payload<E>): Promise<AgentAnswer<E>>;
}
