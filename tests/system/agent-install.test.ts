import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ComputeNode, endpoints } from '@clusterdesk/contracts';
import type { ApiClient } from '../support/platform/api-client.js';
import { TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

let platform: TestPlatform;
let client: ApiClient;
let prefix: string;
let agent: ChildProcess | undefined;

beforeAll(async () => {
  platform = await TestPlatform.start({ env: { LOCAL_AGENT: 'false' } });
  client = await platform.signIn();
  prefix = mkdtempSync(join(tmpdir(), 'clusterdesk-installed-'));
});
afterAll(async () => {
  await stopAgent();
  await platform?.stop();
  rmSync(prefix, { recursive: true, force: true });
});

const at = (path: string): string => join(prefix, path);
const readSettings = (): string => readFileSync(at('etc/clusterdesk-agent/agent.env'), 'utf8');

/** Runs a line in a shell as a person would, and says what it printed. */
const shell = (line: string): string =>
  execFileSync('sh', ['-c', line], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Starts the agent by the line that the installer printed. */
function startAgent(said: string): void {
  const [, line = ''] = /Start it with:\n {2}\((.*)\)\n/.exec(said) ?? [];
  expect(line).toContain('exec ');
  agent = spawn('sh', ['-c', line], { stdio: 'ignore', env: { PATH: process.env['PATH'] } });
}

async function stopAgent(): Promise<void> {
  if (agent && agent.exitCode === null && agent.signalCode === null) {
    const exit = once(agent, 'exit');
    agent.kill('SIGTERM');
    await exit;
  }
}

async function nodeNow(): Promise<ComputeNode> {
  const { result } = await client.expectOk(endpoints.calculations.list, {});
  return result[0]!;
}

test('the command of a node’s page makes a host its node; the installer run again upgrades it', async () => {
  const { result } = await client.expectOk(endpoints.calculations.add, {
    calculationName: 'installed-host',
    lanIp: '127.0.0.1',
  });
  const command = result.enrolment?.command ?? '';
  expect(command).toMatch(/\| sudo sh$/);
  const trial = `sh -s -- --prefix '${prefix}'`;
  const said = shell(command.replace('sudo sh', trial));
  const [, token = ''] = /AGENT_TOKEN='([^']+)'/.exec(command) ?? [];
  expect(token.length).toBeGreaterThan(20);
  expect(said).not.toContain(token);

  startAgent(said);
  await waitFor('the agent', async () => (await nodeNow()).agent.state === 'connected');
  expect((await nodeNow()).agent.hostname).not.toBeNull();
  await waitFor('the token to be gone', () => !existsSync(at('etc/clusterdesk-agent/token')));
  expect(existsSync(at('var/lib/clusterdesk-agent/credentials.json'))).toBe(true);

  const before = readSettings();
  const again = shell(`curl -fsSL '${platform.url}/agent/install.sh' | ${trial}`);
  expect(readSettings()).toBe(before);
  await stopAgent();
  await waitFor('it to be away', async () => (await nodeNow()).agent.state === 'away');
  startAgent(again);
  await waitFor('the upgraded agent', async () => (await nodeNow()).agent.state === 'connected');
  expect((await nodeNow()).id).toBe(result.id);
});
