import { consoleNamespace } from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { waitFor } from '../wait-for.js';

/** A browser's socket, with what it was told; connected, or the promise fails with the server's reason. */
export interface TestConsole {
  socket: Socket;
  /** Asks again while the server answers with null ("too much at once"), as the console does; what it says then. */
  ask<T>(question: 'watch', about: unknown): Promise<T>;
  /** Resolves with the reason of `sessionRevoked` once the server has also closed the socket. */
  revoked: Promise<string>;
  /** How often the menus were said to have changed. */
  menusChanged(): number;
  close(): void;
}

export function connectConsole(baseUrl: string, token: string): Promise<TestConsole> {
  const socket = io(`${baseUrl}${consoleNamespace}`, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  let changes = 0;
  let reason = '';
  socket.on('menusChanged', () => {
    changes += 1;
  });
  socket.on('sessionRevoked', (event: { reason: string }) => {
    reason = event.reason;
  });
  const revoked = new Promise<string>((resolve) => {
    socket.on('disconnect', (cause) => {
      if (cause === 'io server disconnect') {
        resolve(reason);
      }
    });
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () =>
      resolve({
        socket,
        ask: (question, about) => ask(socket, question, about),
        revoked,
        menusChanged: () => changes,
        close: () => void socket.disconnect(),
      }),
    );
    socket.once('connect_error', reject);
  });
}

async function ask<T>(socket: Socket, question: string, about: unknown): Promise<T> {
  const { answer } = await waitFor(`an answer to ${question}`, async () => {
    const answer = (await socket.timeout(5_000).emitWithAck(question, about)) as T | null;
    return answer === null ? null : { answer };
  });
  return answer;
}
