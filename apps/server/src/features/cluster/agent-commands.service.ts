import { Injectable, Logger } from '@nestjs/common';
import { rooms, type RunScript, type StopScript } from '@clusterdesk/contracts';
import { Realtime } from '../../platform/realtime/realtime.service.js';

/** An agent that is there answers well within this time. */
const answerMs = 5_000;

/** Commands to agents, from any process. Null means nobody answered: the command may or may not have arrived. */
@Injectable()
export class AgentCommands {
  private readonly logger = new Logger('AgentCommands');

  constructor(private readonly realtime: Realtime) {}

  async runScript(
    nodeId: string,
    command: RunScript,
  ): Promise<{ isAccepted: boolean; reason?: string } | null> {
    return this.ask(nodeId, () => this.to(nodeId).emitWithAck('jobs.run-script', command));
  }

  async stopScript(nodeId: string, command: StopScript): Promise<{ isKnown: boolean } | null> {
    return this.ask(nodeId, () => this.to(nodeId).emitWithAck('jobs.stop-script', command));
  }

  private to(nodeId: string) {
    return this.realtime.agents.to(rooms.node(nodeId)).timeout(answerMs);
  }

  private async ask<Reply>(nodeId: string, send: () => Promise<Reply[]>): Promise<Reply | null> {
    try {
      const [reply] = await send();
      return reply ?? null;
    } catch (error) {
      // A server that died a moment ago is still waited for; the agent itself may have answered through another.
      const [reply] = partialReplies<Reply>(error);
      if (reply === undefined) {
        this.logger.warn({ err: error, nodeId }, 'An agent did not answer');
      }
      return reply ?? null;
    }
  }
}

/** Socket.IO adds the answers that did come to its timeout error. */
function partialReplies<Reply>(error: unknown): Reply[] {
  return error instanceof Error && 'responses' in error && Array.isArray(error.responses)
    ? error.responses
    : [];
}
