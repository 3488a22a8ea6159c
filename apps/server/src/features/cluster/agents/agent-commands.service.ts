import { Injectable, Logger } from '@nestjs/common';
import {
  rooms,
  runScriptReplySchema,
  type RunScript,
  type RunScriptReply,
  type StopScript,
} from '@clusterdesk/contracts';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { NodeRepository } from '../node.repository.js';

/** An agent that is there answers well within this time. */
const answerMs = 5_000;

/**
 * What became of a command. `silent`: nobody answered. It may have arrived all the same: which servers a process has heard of,
 * and so waits for, says nothing about who got it.
 */
export type Asked<Reply> = { state: 'answered'; reply: Reply } | { state: 'silent' };

/** Commands to agents, from any process. */
@Injectable()
export class AgentCommands {
  private readonly logger = new Logger('AgentCommands');

  constructor(
    private readonly realtime: Realtime,
    private readonly nodes: NodeRepository,
  ) {}

  /** Whether a command to this node would go to anybody. Only asked beforehand is that certain: what was not sent cannot arrive. */
  canReach(nodeId: string): Promise<boolean> {
    return this.nodes.isReachable(nodeId);
  }

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
      return reply === undefined ? { state: 'silent' } : { state: 'answered', reply };
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
