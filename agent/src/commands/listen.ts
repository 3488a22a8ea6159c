import { log, printable } from '../log.js';
import type { CommandName, Commands } from './command.js';

/** Where orders of the proved server come from. */
export interface OrderSource {
  /** @param carryOut answers an order; when it rejects, that is logged, and the order stays unanswered */
  onOrder(event: string, carryOut: (payload: unknown) => Promise<unknown>): void;
}

/** Answers every command of the server. Payloads are checked here and nowhere else. */
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
  if (command.invalid === undefined) {
    throw new Error('does not follow the agent protocol');
  }
  return command.invalid;
}
