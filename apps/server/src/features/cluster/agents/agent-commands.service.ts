import { Injectable, Logger } from '@nestjs/common';
import {
  runApplicationReplySchema,
  runScriptReplySchema,
  signedAnswerSchema,
  stopScriptReplySchema,
  closeSessionsReplySchema,
  type CloseSessions,
  type CloseSessionsReply,
  type CommandReply,
  type RunApplication,
  type RunApplicationReply,
  type RunScript,
  type RunScriptReply,
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
 * What became of a command. `silent`: nobody answered. It may have arrived all the same: which servers a process has heard of,
 * and so waits for, says nothing about who got it.
 */
export type Asked<Reply> = { state: 'answered'; reply: Reply } | { state: 'silent' };

type CommandName = 'jobs.run-script' | 'jobs.stop-script' | 'sessions.close' | 'applications.run';
type CommandOf<Event extends CommandName> = Parameters<ServerToAgent[Event]>[0];

/**
 * Commands to agents, from any process. Each is signed for the connection that the node is held by, whose server passes it on:
 * nobody else can give an agent an order, nor give one twice (docs/decisions/agent-proof.md).
 */
@Injectable()
export class AgentCommands {
  private readonly logger = new Logger('AgentCommands');

  constructor(
    private readonly realtime: Realtime,
    private readonly nodes: NodeRepository,
    private readonly timings: Timings,
  ) {}

  /** Whether a command to this node would go to anybody. Only asked beforehand is that certain: what was not sent cannot arrive. */
  canReach(nodeId: string): Promise<boolean> {
    return this.nodes.isReachable(nodeId);
  }

  runScript(nodeId: string, command: RunScript): Promise<Asked<RunScriptReply>> {
    return this.ask(nodeId, 'jobs.run-script', command, runScriptReplySchema);
  }

  stopScript(nodeId: string, command: StopScript): Promise<Asked<StopScriptReply>> {
    return this.ask(nodeId, 'jobs.stop-script', command, stopScriptReplySchema);
  }

  runApplication(nodeId: string, command: RunApplication): Promise<Asked<RunApplicationReply>> {
    return this.ask(nodeId, 'applications.run', command, runApplicationReplySchema);
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

  /** A node that came back meanwhile by another connection is asked once more, by that. */
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

  /** @returns what the agent answered, unchecked; undefined when it did not. */
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
        // A server that died a moment ago is still waited for; the agent itself may have answered through another.
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

/** Socket.IO adds the answers that did come to its timeout error. */
function partialReplies(error: unknown): unknown[] {
  return error instanceof Error && 'responses' in error && Array.isArray(error.responses)
    ? error.responses
    : [];
}
