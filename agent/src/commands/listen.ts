import type { Socket } from 'socket.io-client';
import { log, messageOf } from '../log.js';
import type { CommandName, Commands } from './command.js';

/** Answers every command that arrives on a socket. Payloads are checked here and nowhere else. */
export function listenForCommands(socket: Socket, commands: Commands): void {
  const names = Object.keys(commands) as CommandName[];
  for (const name of names) {
    listen(socket, name, commands);
  }
}

function listen<E extends CommandName>(socket: Socket, name: E, commands: Commands): void {
  const command = commands[name];
  const event: string = name;
  socket.on(event, (raw: unknown, answer: unknown) => {
    if (typeof answer !== 'function') {
      log(`${name} came without a way to answer it`);
      return;
    }
    const payload = command.schema.safeParse(raw);
    if (!payload.success) {
      log(`${name} does not follow the agent protocol`);
      if (command.invalid !== undefined) {
        answer(command.invalid);
      }
      return;
    }
    command.handle(payload.data).then(
      (reply) => void answer(reply),
      (error: unknown) => log(`${name}: ${messageOf(error)}`),
    );
  });
}
