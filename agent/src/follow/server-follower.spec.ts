import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ServerFollower, whyNotFollow } from './server-follower.js';

const next = `console.log('0.2.0')`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: string;
let program: string;
let server: Server;
let served: string;
let asked: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-follow-'));
  program = join(folder, 'agent.cjs');
  writeFileSync(program, 'the old one');
  served = next;
  asked = 0;
  server = createServer((_, response) => {
    asked += 1;
    response.end(served);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const follower = (whyNot: string | null = null): ServerFollower =>
  new ServerFollower({
    ...{ authorities: null, version: '0.1.0', whyNot, program },
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });

it('takes the agent of the server, whole', async () => {
  expect(await follower().follow({ version: '0.2.0', sha256: sha256(next) })).toBe(true);
  expect(readFileSync(program, 'utf8')).toBe(next);
  expect(readdirSync(folder)).toEqual(['agent.cjs']);
});

it.each([
  ['of the same version', { version: '0.1.0', sha256: sha256(next) }, 0],
  ['of an older server, which says nothing', undefined, 0],
  ['that was altered on the way', { version: '0.2.0', sha256: sha256('another') }, 1],
  ['that is another version', { version: '0.3.0', sha256: sha256(next) }, 1],
])('leaves one %s, and asks for it once', async (_, offer, times) => {
  const one = follower();
  expect(await one.follow(offer)).toBe(false);
  expect(await one.follow(offer)).toBe(false);
  expect(asked).toBe(times);
  expect(readFileSync(program, 'utf8')).toBe('the old one');
  expect(readdirSync(folder)).toEqual(['agent.cjs']);
});

it('leaves one that does not run', async () => {
  served = 'throw new Error()';
  expect(await follower().follow({ version: '0.2.0', sha256: sha256(served) })).toBe(false);
  expect(readFileSync(program, 'utf8')).toBe('the old one');
});

it('fetches nothing where the host does not allow it, or nothing would start it again', async () => {
  expect(await follower('no').follow({ version: '0.2.0', sha256: sha256(next) })).toBe(false);
  expect(asked).toBe(0);
  const service = { INVOCATION_ID: 'x' };
  expect(whyNotFollow(['applications'], service, '/usr/lib/agent.cjs')).toBeNull();
  expect(whyNotFollow(['metrics', 'jobs'], service, '/usr/lib/agent.cjs')).toMatch(/AGENT_ALLOW/);
  expect(whyNotFollow(['applications'], {}, '/usr/lib/agent.cjs')).toMatch(/service/);
  expect(whyNotFollow(['applications'], service, '/usr/bin/clusterdesk-agent')).toMatch(/service/);
});
