import { Injectable, Logger } from '@nestjs/common';
import {
  runReplySchema,
  signedAnswerSchema,
  stopScriptReplySchema,
  closeSessionsReplySchema,
  type CloseSessions,
  type CloseSessionsReply,
  type CommandReply,
  type RunApplication,
  type RunReply,
  type RunScript,
  type ServerToAgent,
  type StopScript,
  type StopScriptReply,
} from '@clusterdesk/contracts';
import { AgentSigner } from '@clusterdesk/contracts/agent-proof';
import type { z } from 'zod';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';
import { NodeRepository } from '../node.repository.js';

/**
 * The outcome of a command. `silent`: nobody answered. The command may still have arrived: the servers that a process knows of,
 * and so waits for, are not necessarily those that received it.
 */
export type Asked<Reply> = { state: 'answered'; reply: Reply } | { state: 'silent' };

type CommandName = 'jobs.run-script' | 'jobs.stop-script' | 'sessions.close' | 'applications.run';
type CommandOf<Event extends CommandName> = Parameters<ServerToAgent[Event]>[0];

/**
 * Commands to agents, from any process. Each is signed for the node's current connection, whose server passes it on: nobody
 * else can give an agent an order, or repeat one (docs/decisions/agent-proof.md).
 */
@Injectable()
export class AgentCommands {
  private readonly logger = new Logger('AgentCommands');

  constructor(
    private readonly realtime: Realtime,
    private readonly nodes: NodeRepository,
    private readonly timings: Timings,
  ) {}

  /** Whether a command to this node would reach an agent. Ask before sending: only then is it certain that nothing arrived. */
  canReach(nodeId: string): Promise<boolean> {
    return this.nodes.isReachable(nodeId);
  }

  runScript(nodeId: string, command: RunScript): Promise<Asked<RunReply>> {
    return this.ask(nodeId, 'jobs.run-script', command, runReplySchema);
  }

  stopScript(nodeId: string, command: StopScript): Promise<Asked<StopScriptReply>> {
    return this.ask(nodeId, 'jobs.stop-script', command, stopScriptReplySchema);
  }

  runApplication(nodeId: string, command: RunApplication): Promise<Asked<RunReply>> {
    return this.ask(nodeId, 'applications.run', command, runReplySchema);
  }

  closeSessions(nodeId: string, command: CloseSessions): Promise<Asked<CloseSessionsReply>> {
    return this.ask(
      nodeId,
      'sessions.close',
      command,
      closeSessionsReplySchema,
      this.timings.nodes.closeSessionsMs,
    );
  }

  /** A node that reconnected meanwhile is asked once more, over its new connection. */
  private async ask<Event extends CommandName>(
    nodeId: string,
    event: Event,
    command: CommandOf<Event>,
    schema: z.ZodType<CommandReply<Event>>,
    withinMs = this.timings.nodes.commandMs,
  ): Promise<Asked<CommandReply<Event>>> {
    const session = await this.nodes.numberCommand(nodeId);
    const reply = session && (await this.send(nodeId, session, event, command, withinMs));
    const later = reply === undefined ? await this.nodes.numberCommand(nodeId) : null;
    const parsed = schema.safeParse(
      later && later.connectionId !== session?.connectionId
        ? await this.send(nodeId, later, event, command, withinMs)
        : reply,
    );
    return parsed.success ? { state: 'answered', reply: parsed.data } : { state: 'silent' };
  }

  /** @returns the agent's answer, unchecked; undefined when there was none. */
  private async send(
    nodeId: string,
    { connectionId, sessionKey, number }: Session,
    event: CommandName,
    command: CommandOf<CommandName>,
    withinMs: number,
  ): Promise<unknown> {
    const signer = new AgentSigner('server', sessionKey);
    const [raw] = await this.realtime.agents
      .to(connectionId)
      .timeout(withinMs)
      .emitWithAck(event, signer.sign(event, number, command))
      .catch((error: unknown) => {
        // The timeout may only be that of a server that has just died; the agent may have answered through another one.
        const replies = partialReplies(error);
        if (replies.length === 0) {
          this.logger.warn({ err: error, nodeId }, 'An agent did not answer');
        }
        return replies;
      });
    const answer = signedAnswerSchema.safeParse(raw);
    return answer.success ? signer.openAnswer(event, number, answer.data) : undefined;
  }
}

type Session = NonNullable<Awaited<ReturnType<NodeRepository['numberCommand']>>>;

/** Socket.IO adds the answers it received to its timeout error. */
function partialReplies(error: unknown): unknown[] {
  return error instanceof Error && 'responses' in error && Array.isArray(error.responses)
    ? error.responses
    : [];
}
