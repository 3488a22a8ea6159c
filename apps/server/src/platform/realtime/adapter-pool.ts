import type { Client, Pool } from 'pg';
import type { Postgres } from '../database/postgres.js';

/** The process's pool as the Socket.IO adapter sees it, and how to end what it listens on. */
export interface AdapterPool {
  pool: Pool;
  close(): Promise<void>;
}

/**
 * The adapter asks its pool for one client, to LISTEN on. It gets a connection outside the pool, and one at a time: when a
 * LISTEN fails because its client dies, the adapter comes for two, and both would hear everything.
 */
export function adapterPool(postgres: Postgres, onListening: () => void): AdapterPool {
  let listener: Client | undefined;
  let isClosed = false;

  const drop = async (): Promise<void> => {
    const dropped = listener;
    listener = undefined;
    dropped?.removeAllListeners('end');
    dropped?.removeAllListeners('notification');
    await dropped?.end().catch(() => undefined);
  };
  const connect = async (): Promise<Client & { release(): void }> => {
    await drop();
    if (isClosed) {
      // Refused, the adapter would come again for ever.
      return new Promise(() => undefined);
    }
    const client = await postgres.connectSession('events');
    // Another call may have been under way.
    await drop();
    listener = client;
    onListening();
    return Object.assign(client, { release: () => void drop() });
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
