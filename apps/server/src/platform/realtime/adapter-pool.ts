import type { Client, Pool } from 'pg';
import type { Postgres } from '../database/postgres.js';

/**
 * The process's pool as the Socket.IO adapter sees it, and how to end what it listens on.
 *
 * The adapter asks its pool for one client, to LISTEN on. It gets a connection outside the pool, and one at a time: when a
 * LISTEN fails because its client dies, the adapter comes for two. The later request never gets one: in the place of
 * the first it would end what listens by then, and what is told meanwhile would be lost.
 */
export function adapterPool(
  postgres: Postgres,
  onListening: () => void,
): { pool: Pool; close(): Promise<void> } {
  let listener: Client | undefined;
  let isConnecting = false;
  let isClosed = false;

  const drop = async (): Promise<void> => {
    const dropped = listener;
    listener = undefined;
    dropped?.removeAllListeners('end');
    dropped?.removeAllListeners('notification');
    await dropped?.end().catch(() => undefined);
  };
  const connect = async (): Promise<Client & { release(): void }> => {
    if (isClosed || isConnecting || listener) {
      // Refused, the adapter would try again without end.
      return new Promise(() => undefined);
    }
    isConnecting = true;
    const client = await postgres.connectSession('events').finally(() => (isConnecting = false));
    listener = client;
    client.on('end', () => {
      listener = undefined;
    });
    onListening();
    const query = client.query.bind(client) as (text: string) => Promise<unknown>;
    return Object.assign(client, {
      release: () => void drop(),
      /** The adapter comes again when a LISTEN fails, also with a client that lives: it gets another. */
      query: (text: string) =>
        query(text).catch(async (error: unknown) => {
          await drop();
          throw error;
        }),
    }) as unknown as Client & { release(): void };
  };

  return {
    pool: new Proxy(postgres.pool, {
      get(pool, key) {
        if (key === 'connect') {
          return connect;
        }
        const value: unknown = Reflect.get(pool, key);
        return typeof value === 'function' ? value.bind(pool) : value;
      },
    }),
    close: async () => {
      isClosed = true;
      await drop();
    },
  };
}
