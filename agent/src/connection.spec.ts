import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { agentNamespace } from '@clusterdesk/contracts';
import { Server } from 'socket.io';
import { AgentBench } from '../testing/agent-bench.js';
import { until } from '../testing/agent-process.js';
import { Connection } from './connection.js';
import { CredentialStore } from './enrolment/credentials.js';

/** A connection below Socket.IO, on which anything can be said. */
interface EngineSocket {
  send(text: string): void;
  once(event: 'close', listener: (reason: unknown) => void): void;
}

const metricsOnly = { AGENT_ALLOW: 'metrics' };

const bench = new AgentBench();

beforeEach(() => {
  bench.addHost(metricsOnly);
});

const credentials = (): string => join(bench.host.stateDir, 'credentials.json');
const readCredentials = (): { nodeId: string; secret: string } =>
  JSON.parse(readFileSync(credentials(), 'utf8'));
/** Whose key each connection showed; null for keys that are good no more. */
const who = () => bench.server.handshakes.map((handshake) => bench.server.whoIs(handshake));

describe('enrolment', () => {
  it('trades the token for credentials, keeps them to itself and comes back with them', async () => {
    bench.host.start(bench.server.url);
    await until('the hello', () => bench.server.isConnected);
    expect(bench.server.tokens.size).toBe(0);
    expect(statSync(credentials()).mode & 0o777).toBe(0o600);
    await bench.host.end();
    bench.host.start(bench.server.url);
    await until('the second hello', () => bench.server.hellos.length === 2);
    expect(who()).toEqual([null, 'node-1', 'node-1']);
    const { secret } = readCredentials();
    expect(bench.host.lines).not.toContain('token-1');
    expect(bench.host.lines).not.toContain(secret);
    expect(JSON.stringify(bench.server.heard)).not.toContain(secret);
  });

  it('falls back to the token when the server does not know the credentials any more', async () => {
    writeFileSync(credentials(), JSON.stringify({ nodeId: 'gone', secret: 'forgotten' }));
    bench.host.start(bench.server.url);
    await until('the hello', () => bench.server.isConnected);
    expect(readCredentials().nodeId).toBe('node-1');
    expect(bench.host.lines).toContain("does not know this node's secret");
  });

  it('tells the operator of another protocol and goes on trying', async () => {
    bench.server.refusal = 'AGENT_PROTOCOL';
    bench.host.start(bench.server.url);
    await until('the second try', () => bench.server.handshakes.length >= 2);
    expect(bench.host.lines.match(/install the agent that came with it/g)).toHaveLength(1);
    bench.server.refusal = null;
    await until('the hello', () => bench.server.isConnected);
  });

  it('gives way for a while when the server puts it out for another', async () => {
    bench.host.start(bench.server.url);
    await until('the hello', () => bench.server.isConnected);
    const before = bench.server.handshakes.length;
    const putOutAt = performance.now();
    bench.server.putOut();
    await until('the next try', () => bench.server.handshakes.length > before);
    expect(performance.now() - putOutAt).toBeGreaterThan(2_000);
    expect(bench.host.lines).toContain('does another agent use these credentials?');
    await until('the next hello', () => bench.server.hellos.length === 2);
  });

  it('stops with one line when it has neither token nor credentials', async () => {
    bench.addHost({ ...metricsOnly, AGENT_TOKEN: '' });
    const child = bench.host.start(bench.server.url);
    await until('the exit', () => child.exitCode !== null);
    expect(child.exitCode).toBe(2);
    expect(bench.host.lines).toMatch(/^agent: AGENT_TOKEN is missing.*\n$/);
  });
});

describe('the hello', () => {
  it('says what the host is and allows', async () => {
    bench.addHost({ ...metricsOnly, AGENT_HOSTNAME: 'node-07' });
    bench.host.start(bench.server.url);
    await until('the hello', () => bench.server.isConnected);
    expect(bench.server.hellos[0]).toMatchObject({
      hostname: 'node-07',
      allow: ['metrics'],
      acceptsJobs: false,
      jobs: [],
    });
    expect(bench.server.hellos[0]?.platform).toMatch(/^linux \w+ \d/);
    const reply = await bench.server.run(bench.host.command('j1', 'echo no'));
    expect(reply).toEqual({
      isAccepted: false,
      fault: 'node',
      reason: expect.stringMatching(/^AGENT_JOBS_NOT_ALLOWED/),
    });
  });
});

describe('metrics', () => {
  it('come on the beat the server asked for, and those of an outage come later, none lost', async () => {
    bench.addHost(metricsOnly, { timings: { retry: { firstMs: 400, mostMs: 400 } } });
    bench.host.start(bench.server.url);
    await until('three samples', () => bench.server.samples.length >= 3);
    await bench.server.stop();
    const lastBefore = bench.server.samples.at(-1)?.time ?? 0;
    // The server is back and lets nobody in; an agent that comes for the fourth time has waited for many beats.
    const tries = bench.server.handshakes.length;
    bench.server.refusal = 'AGENT_BUSY';
    await bench.server.start();
    await until('the fourth try', () => bench.server.handshakes.length >= tries + 4);
    const backAt = Date.now();
    bench.server.refusal = null;
    await until('new samples', () => (bench.server.samples.at(-1)?.time ?? 0) > backAt + 200);
    const ofOutage = bench.server.samples.filter(({ time }) => time > lastBefore && time < backAt);
    // How many a busy host takes in that time is not said; that none is lost is proved by reporter.spec.ts.
    expect(ofOutage.length).toBeGreaterThanOrEqual(2);
    const times = bench.server.samples.map(({ time }) => time);
    expect([...new Set(times)].sort((one, other) => one - other)).toEqual(times);
    for (const { cpu, mem } of bench.server.samples) {
      expect(cpu).toBeGreaterThanOrEqual(0);
      expect(cpu).toBeLessThanOrEqual(100);
      expect(mem).toBeGreaterThan(0);
      expect(mem).toBeLessThan(100);
    }
  });
});

describe('the state folder', () => {
  it('belongs to one agent at a time', async () => {
    bench.host.start(bench.server.url);
    await until('the hello', () => bench.server.isConnected);
    const first = bench.host.pid;
    const second = bench.twinOfHost(metricsOnly);
    const child = second.start(bench.server.url);
    await until('the exit of the second', () => child.exitCode !== null);
    expect(child.exitCode).toBe(2);
    expect(second.lines).toContain(`in use by the agent with process number ${String(first)}`);
    expect(bench.server.isConnected).toBe(true);
  });
});

describe('a stranger on the address of the server', () => {
  it.each([
    ['many words', (): string[] => Array.from({ length: 200 }, () => 'x'.repeat(1_000))],
    ['one long word', (): string[] => ['x'.repeat(20 * 1024 * 1024)]],
  ])('fills nobody’s memory with %s before a proof', async (_name, makeWords) => {
    const http = createServer();
    const stranger = new Server(http);
    // Lets nobody in, and refuses nobody.
    stranger.of(agentNamespace).use(() => undefined);
    const left: Promise<unknown>[] = [];
    stranger.engine.on('connection', (connection: EngineSocket) => {
      left.push(new Promise((resolve) => connection.once('close', resolve)));
      makeWords().forEach((word) => connection.send(`2${agentNamespace},["word","${word}"]`));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const events = { onConnected: async () => undefined, onLost: () => undefined };
    const store = new CredentialStore(bench.host.stateDir);
    const url = `http://127.0.0.1:${String(port)}`;
    // It would wait for a proof for as long as this.
    const options = { server: url, token: 'token-1', connectTimeoutMs: 60_000 };
    const connection = new Connection(options, store, events);
    try {
      connection.open();
      await until('the agent to turn away and come again', () => left.length === 2);
      await left[0];
    } finally {
      connection.close();
      await stranger.close();
    }
  });
});

describe('a server that cannot be reached', () => {
  it('is tried again and again, and told of once', async () => {
    let tries = 0;
    const wall = createServer()
      .on('upgrade', (_, socket) => {
        tries += 1;
        socket.end('HTTP/1.1 503 Busy\r\nConnection: close\r\n\r\n');
      })
      .listen(0, '127.0.0.1');
    await once(wall, 'listening');
    bench.host.start(`http://127.0.0.1:${String((wall.address() as AddressInfo).port)}`);
    try {
      await until('the fourth try', () => tries >= 4);
      expect(bench.host.lines.match(/cannot reach/g)).toHaveLength(1);
      expect(await bench.host.end('SIGTERM')).toBe(0);
    } finally {
      wall.close();
    }
  });

  it('is given up when it takes the connection and decides nothing, and tried anew', async () => {
    bench.server.isSilent = true;
    const store = new CredentialStore(bench.host.stateDir);
    bench.server.secrets.set('node-1', 'secret-1');
    store.save({ nodeId: 'node-1', secret: 'secret-1' });
    let connections = 0;
    const onConnected = async (): Promise<void> => void (connections += 1);
    const events = { onConnected, onLost: () => undefined };
    const options = { server: bench.server.url, token: 'token-1', connectTimeoutMs: 200 };
    const connection = new Connection(options, store, events);
    connection.open();
    await until('the third try', () => bench.server.handshakes.length >= 3);
    bench.server.isSilent = false;
    await until('the connection', () => connections === 1);
    connection.close();
  });
});

describe('the end', () => {
  it('comes at once on SIGTERM, and when the process that started it is gone', async () => {
    bench.host.start(bench.server.url);
    await until('the hello', () => bench.server.isConnected);
    expect(await bench.host.end('SIGTERM')).toBe(0);
    const child = bench.host.start(bench.server.url);
    await until('the second hello', () => bench.server.hellos.length === 2);
    child.disconnect();
    await until('the exit', () => child.exitCode !== null);
    expect(child.exitCode).toBe(0);
  });
});
