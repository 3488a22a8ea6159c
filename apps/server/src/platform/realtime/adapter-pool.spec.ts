import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import type { Postgres } from '../database/postgres.js';
import { adapterPool } from './adapter-pool.js';

class FakeClient extends EventEmitter {
  isEnded = false;
  fault: Error | undefined;

  query(): Promise<void> {
    return this.fault ? Promise.reject(this.fault) : Promise.resolve();
  }

  end(): Promise<void> {
    this.isEnded = true;
    return Promise.resolve();
  }
}

function openPool(): { clients: FakeClient[]; connect(): Promise<Client> } {
  const clients: FakeClient[] = [];
  const connectSession = (): Promise<unknown> => {
    clients.push(new FakeClient());
    return Promise.resolve(clients.at(-1));
  };
  const { pool } = adapterPool(
    { pool: {}, connectSession } as unknown as Postgres,
    () => undefined,
  );
  return { clients, connect: () => pool.connect() as unknown as Promise<Client> };
}

/** Longer than all that is under way takes. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the connection that listens', () => {
  it('stays when the adapter comes for a second one', async () => {
    const { clients, connect } = openPool();
    const first = connect();
    void connect();
    await first;
    void connect();
    await settled();
    expect(clients.map(({ isEnded }) => isEnded)).toEqual([false]);
  });

  it('has another in its place once it has ended', async () => {
    const { clients, connect } = openPool();
    await connect();
    clients[0]?.emit('end');
    await connect();
    expect(clients).toHaveLength(2);
  });

  it('has another in its place when it cannot listen', async () => {
    const { clients, connect } = openPool();
    const client = await connect();
    clients[0]!.fault = new Error('no');
    await expect(client.query('LISTEN "a"')).rejects.toThrow('no');
    await connect();
    expect(clients.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });
});
