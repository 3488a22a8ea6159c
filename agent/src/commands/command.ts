import type { CommandReply, ServerToAgent } from '@clusterdesk/contracts';
import type { z } from 'zod';

export type CommandName = keyof ServerToAgent;
export type CommandPayload<E extends CommandName> = Parameters<ServerToAgent[E]>[0];

/** How the agent carries out one command of the server. */
export interface Command<E extends CommandName> {
  /** What the server must send. */
  schema: z.ZodType<CommandPayload<E>>;
  /** What the host's log says of it, beside its name; nothing of a job's script or a secret. */
  summary(payload: CommandPayload<E>): string;
  /** The answer to a payload that does not follow the schema; absent: such a command stays unanswered. */
  invalid?: CommandReply<E>;
  /** Gives the answer. When it rejects, the command stays unanswered, and the server says it again when it matters. */
  handle(payload: CommandPayload<E>): Promise<CommandReply<E>>;
}

/** Every command of the protocol: a missing one does not compile. */
export type Commands = { [E in CommandName]: Command<E> };
