import type { z } from 'zod';
import { log, printable } from '../log.js';
import type { CommandName, Commands } from './command.js';

/** Where orders of the proved server come from. */
export interface OrderSource {
  /** @param carryOut answers an order; when it rejects, that is logged, and the order stays unanswered */
  onOrder(event: string, carryOut: (payload: unknown) => Promise<unknown>): void;
}

/** Answers every command of the server, and logs each. Payloads are checked here and nowhere else. */
export function listenForCommands(source: OrderSource, commands: Commands): void {
  const names = Object.keys(commands) as CommandName[];
  for (const name of names) {
    source.onOrder(name, (payload) => carryOut(name, commands, payload));
  }
}

async function carryOut<E extends CommandName>(
  name: E,
  commands: Commands,
  raw: unknown,
): Promise<unknown> {
  const command = commands[name];
  const payload = command.schema.safeParse(raw);
  if (payload.success) {
    log(`order ${name}: ${printable(command.summary(payload.data))}`);
    return command.handle(payload.data);
  }
  log(`order ${name} is malformed: ${printable(faultsOf(payload.error))}`);
  if (command.invalid === undefined) {
    throw new Error('does not follow the agent protocol and stays unanswered');
  }
  return command.invalid;
}

/** Which fields are wrong, and how: nothing of what is in them, which may be a script or a secret. */
function faultsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, code }) => `${String(path[0] ?? 'payload')} (${code})`).join(', ');
}
