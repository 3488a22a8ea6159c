import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Bench, createBench, removeBench, TestHost, until } from './testing/agent-process.js';
import { Connection } from './connection.js';
import { CredentialStore } from './credentials.js';
import { FakeServer } from './testing/fake-server.js';

const metricsOnly = { AGENT_ALLOW: 'metrics' };

let bench: Bench;
let server: FakeServer;
let host: TestHost;
let count = 0;

beforeAll(() => {
  bench = createBench();
});
afterAll(() => removeBench(bench));

beforeEach(async () => {
  server = new FakeServer();
  await server.start();
  count += 1;
  host = new TestHost(bench, `host-${String(count)}`, metricsOnly);
});
afterEach(async () => {
  await host.end();
  await server.stop();
});

const credentials = (): string => join(host.stateDir, 'credentials.json');

describe('enrolment', () => {
  it('trades the token for credentials, keeps them to itself and comes back with them', async () => {
    host.start(server.url);
    await until('the hello', () => server.isConnected);
    expect(server.handshakes[0]).toEqual({ protocol: 1, enrolToken: 'token-1' });
    await until('the token to be spent', () => server.tokens.size === 0);
    expect(statSync(credentials()).mode & 0o777).toBe(0o600);
    await host.end();
    host.start(server.url);
    await until('the second hello', () => server.hellos.length === 2);
    expect(server.handshakes.at(-1)).toEqual({
      protocol: 1,
      nodeId: 'node-1',
      secret: 'secret-of-node-1',
    });
    expect(host.lines).not.toMatch(/token-1|secret-of/);
  });

  it('falls back to the token when the server does not know the credentials any more', async () => {
    writeFileSync(credentials(), JSON.stringify({ nodeId: 'gone', secret: 'forgotten' }));
    host.start(server.url);
    await until('the hello', () => server.isConnected);
    expect(server.handshakes.map(({ nodeId }) => nodeId)).toEqual(['gone', undefined]);
    expect(JSON.parse(readFileSync(credentials(), 'utf8'))).toMatchObject({ nodeId: 'node-1' });
    expect(host.lines).toContain('the server does not know this node');
  });

  it('tells the operator of another protocol and goes on trying', async () => {
    server.refusal = 'AGENT_PROTOCOL';
    host.start(server.url);
    await until('the second try', () => server.handshakes.length >= 2);
    expect(host.lines.match(/install the agent that came with it/g)).toHaveLength(1);
    server.refusal = null;
    await until('the hello', () => server.isConnected);
  });

  it('gives way for a while when the server puts it out for another', async () => {
    host.start(server.url);
    await until('the hello', () => server.isConnected);
    const before = server.handshakes.length;
    const putOutAt = performance.now();
    server.putOut();
    await until('the next try', () => server.handshakes.length > before);
    expect(performance.now() - putOutAt).toBeGreaterThan(2_000);
    expect(host.lines).toContain('does another agent use these credentials?');
    await until('the next hello', () => server.hellos.length === 2);
  });

  it('stops with one line when it has neither token nor credentials', async () => {
    host = new TestHost(bench, 'no-token', { ...metricsOnly, AGENT_TOKEN: '' });
    const child = host.start(server.url);
    await until('the exit', () => child.exitCode !== null);
    expect(child.exitCode).toBe(2);
    expect(host.lines).toMatch(/^agent: AGENT_TOKEN is missing.*\n$/);
  });
});

describe('the hello', () => {
  it('says what the host is and allows', async () => {
    host = new TestHost(bench, 'named', { ...metricsOnly, AGENT_HOSTNAME: 'node-07' });
    host.start(server.url);
    await until('the hello', () => server.isConnected);
    expect(server.hellos[0]).toMatchObject({
      hostname: 'node-07',
      allow: ['metrics'],
      acceptsJobs: false,
      jobs: [],
    });
    expect(server.hellos[0]?.platform).toMatch(/^linux \w+ \d/);
    const reply = await server.run(host.command('j1', 'echo no'));
    expect(reply).toEqual({
      isAccepted: false,
      fault: 'node',
      reason: expect.stringMatching(/^AGENT_JOBS_NOT_ALLOWED/),
    });
  });
});

describe('metrics', () => {
  it('come on the beat the server asked for, and those of an outage come later, none lost', async () => {
    host.start(server.url);
    await until('three samples', () => server.samples.length >= 3);
    await server.stop();
    const lastBefore = server.samples.at(-1)?.time ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const backAt = Date.now();
    await server.start();
    await until('new samples', () => (server.samples.at(-1)?.time ?? 0) > backAt + 200);
    const ofOutage = server.samples.filter(({ time }) => time > lastBefore && time < backAt);
    expect(ofOutage.length).toBeGreaterThanOrEqual(7);
    const times = server.samples.map(({ time }) => time);
    expect([...new Set(times)].sort((one, other) => one - other)).toEqual(times);
    for (const { cpu, mem } of server.samples) {
      expect(cpu).toBeGreaterThanOrEqual(0);
      expect(cpu).toBeLessThanOrEqual(100);
      expect(mem).toBeGreaterThan(0);
      expect(mem).toBeLessThan(100);
    }
  });
});

describe('the state folder', () => {
  it('belongs to one agent at a time', async () => {
    host.start(server.url);
    await until('the hello', () => server.isConnected);
    const first = host.pid;
    const second = new TestHost(bench, `host-${String(count)}`, metricsOnly);
    const child = second.start(server.url);
    await until('the exit of the second', () => child.exitCode !== null);
    expect(child.exitCode).toBe(2);
    expect(second.lines).toContain(`in use by the agent with process number ${String(first)}`);
    expect(server.isConnected).toBe(true);
  });
});

describe('a server that cannot be reached', () => {
  it('is tried again and again, and told of once', async () => {
    host.start('http://no-such-host.invalid:8080');
    await until('the line', () => host.lines.includes('cannot reach'));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(host.lines.match(/cannot reach/g)).toHaveLength(1);
    expect(await host.end('SIGTERM')).toBe(0);
  });

  it('is given up when it takes the connection and decides nothing, and tried anew', async () => {
    server.isSilent = true;
    const store = new CredentialStore(host.stateDir);
    let connections = 0;
    const onConnected = async (): Promise<void> => void (connections += 1);
    const events = { onConnected, onLost: () => undefined, onForgotten: () => undefined };
    const connection = new Connection(server.url, 'token-1', store, events, 200);
    connection.open();
    await until('the third try', () => server.handshakes.length >= 3);
    server.isSilent = false;
    await until('the connection', () => connections === 1);
    connection.close();
  });
});

describe('the end', () => {
  it('comes at once on SIGTERM, and when the process that started it is gone', async () => {
    host.start(server.url);
    await until('the hello', () => server.isConnected);
    expect(await host.end('SIGTERM')).toBe(0);
    const child = host.start(server.url);
    await until('the second hello', () => server.hellos.length === 2);
    child.disconnect();
    await until('the exit', () => child.exitCode !== null);
    expect(child.exitCode).toBe(0);
  });
});
