import { Injectable, Logger } from '@nestjs/common';
import {
  rooms,
  runScriptReplySchema,
  type RunScript,
  type RunScriptReply,
  type StopScript,
} from '@clusterdesk/contracts';
import { Realtime } from '../../../platform/realtime/realtime.service.js';

/** An agent that is there answers well within this time. */
const answerMs = 5_000;

/**
 * What became of a command. `absent`: no process has a connection of the node, so it was sent to nobody. `silent`: nobody
 * answered; it may or may not have arrived.
 */
export type Asked<Reply> = { state: 'answered'; reply: Reply } | { state: 'absent' | 'silent' };

/** Commands to agents, from any process. */
@Injectable()
export class AgentCommands {
  private readonly logger = new Logger('AgentCommands');

  constructor(private readonly realtime: Realtime) {}

  async runScript(nodeId: string, command: RunScript): Promise<Asked<RunScriptReply>> {
    const asked = await this.ask(nodeId, () =>
      this.to(nodeId).emitWithAck('jobs.run-script', command),
    );
    if (asked.state !== 'answered') {
      return asked;
    }
    const reply = runScriptReplySchema.safeParse(asked.reply);
    return reply.success ? { state: 'answered', reply: reply.data } : { state: 'silent' };
  }

  stopScript(nodeId: string, command: StopScript): Promise<Asked<{ isKnown: boolean }>> {
    return this.ask(nodeId, () => this.to(nodeId).emitWithAck('jobs.stop-script', command));
  }

  private to(nodeId: string) {
    return this.realtime.agents.to(rooms.node(nodeId)).timeout(answerMs);
  }

  private async ask<Reply>(nodeId: string, send: () => Promise<Reply[]>): Promise<Asked<Reply>> {
    try {
      const [reply] = await send();
      if (reply !== undefined) {
        return { state: 'answered', reply };
      }
      return { state: (await this.realtime.canSeeAgents()) ? 'absent' : 'silent' };
    } catch (error) {
      // A server that died a moment ago is still waited for; the agent itself may have answered through another.
      const [reply] = partialReplies<Reply>(error);
      if (reply === undefined) {
        this.logger.warn({ err: error, nodeId }, 'An agent did not answer');
        return { state: 'silent' };
      }
      return { state: 'answered', reply };
    }
  }
}

/** Socket.IO adds the answers that did come to its timeout error. */
function partialReplies<Reply>(error: unknown): Reply[] {
  return error instanceof Error && 'responses' in error && Array.isArray(error.responses)
    ? error.responses
    : [];
}
