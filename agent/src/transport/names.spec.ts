import dns from 'node:dns';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Connection } from '../connection.js';
import { CredentialStore } from '../enrolment/credentials.js';
import { AgentBench } from '../../testing/agent-bench.js';
import { until } from '../../testing/agent-process.js';
import { Backoff } from './backoff.js';

const bench = new AgentBench();

afterEach(() => {
  jest.restoreAllMocks();
});

/** What a name server says at the moment: an address, or that there is no such name. */
function mockNames(addressOf: () => string | null): void {
  jest.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
    const answer = rest.at(-1) as (error: Error | null, found?: unknown, family?: number) => void;
    const options = rest[0] as { all?: boolean };
    const address = addressOf();
    if (address === null) {
      answer(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }));
    } else if (options.all) {
      answer(null, [{ address, family: 4 }]);
    } else {
      answer(null, address, 4);
    }
  }) as never);
}

/** A connection to the server of this test by a name, with short waits. */
function connect(onConnected: () => void): Connection {
  const { server } = bench;
  bench.addHost();
  const store = new CredentialStore(bench.host.stateDir);
  server.secrets.set('node-1', 'secret-1');
  store.save({ nodeId: 'node-1', secret: 'secret-1' });
  const backoff = new Backoff({ firstMs: 300, mostMs: 400 });
  return new Connection(
    { server: server.urlBy('platform.test'), token: undefined, backoff },
    store,
    { onConnected: async () => onConnected(), onLost: () => undefined },
  );
}

describe('the name of the server', () => {
  it('is looked up anew with each try, and found when the name server is back', async () => {
    const lines = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    let looked = 0;
    mockNames(() => ((looked += 1) <= 3 ? null : '127.0.0.1'));
    let connections = 0;
    const connection = connect(() => (connections += 1));
    connection.open();
    try {
      await until('the connection', () => connections === 1);
    } finally {
      connection.close();
    }
    const said = lines.mock.calls.map(([line]) => String(line)).join('');
    lines.mockRestore();
    expect(looked).toBeGreaterThanOrEqual(4);
    expect(said.match(/getaddrinfo ENOTFOUND platform.test/g)).toHaveLength(1);
  });

  it('may lead to another address after a cut', async () => {
    let address = '127.0.0.1';
    mockNames(() => address);
    let connections = 0;
    const connection = connect(() => (connections += 1));
    connection.open();
    try {
      await until('the connection', () => connections === 1);
      await bench.server.stop();
      address = '127.0.0.2';
      await bench.server.start('127.0.0.2');
      await until('the connection by the new address', () => connections === 2);
    } finally {
      connection.close();
    }
  });
});
