import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ComputeNode, endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '../support/platform/api-client.js';
import { TestPlatform, workspace } from '../support/platform/platform.js';
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

/** Starts the agent of a desktop with a socket for the program that signs people in, and waits for it. */
async function startDesktopAgent(token: string): Promise<string> {
  mkdirSync(at('sign-in'), { mode: 0o750 });
  writeFileSync(at('desktop-token'), token, { mode: 0o600 });
  const socketPath = at('sign-in/agent.sock');
  agent = spawn(process.execPath, [join(workspace, 'agent/dist/agent.cjs')], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      AGENT_SERVER: platform.url,
      AGENT_TOKEN_FILE: at('desktop-token'),
      AGENT_STATE_DIR: at('desktop-state'),
      AGENT_ALLOW: 'metrics',
      AGENT_SIGN_IN_SOCKET: socketPath,
    },
  });
  await waitFor('the desktop', async () => {
    const { result } = await client.expectOk(endpoints.desktops.list, {});
    return result[0]?.agent.state === 'connected' && existsSync(socketPath);
  });
  return socketPath;
}

/** What the agent answers the program that signs people in. */
async function redeem(socketPath: string, code: string): Promise<[number | undefined, unknown]> {
  const asking = request({ socketPath, path: '/redeem', method: 'POST', agent: false });
  asking.end(JSON.stringify({ code }));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return [answer.statusCode, await json(answer)];
}

test('a desktop’s host opens a session for who opens the desktop, by its agent’s socket, and once', async () => {
  await stopAgent();
  const { result: self } = await client.expectOk(endpoints.account.detail, {});
  const { result } = await client.expectOk(endpoints.desktops.add, {
    desktopName: 'desk',
    lanIp: '127.0.0.1',
    wanIp: 'desk.example.org',
    userInfos: [{ id: self.id }],
  });
  const [, token = ''] = /AGENT_TOKEN='([^']+)'/.exec(result.enrolment?.command ?? '') ?? [];
  const socketPath = await startDesktopAgent(token);
  const { result: own } = await client.expectOk(endpoints.desktops.mine, {});
  const opened = await client.expectOk(endpoints.sessions.jumpTarget, {
    url: own[0]?.openUrl ?? '',
  });
  const code = new URL(opened.result.url).searchParams.get('code') ?? '';

  const [status, session] = await redeem(socketPath, code);
  expect([status, session]).toEqual([
    200,
    expect.objectContaining({ user: expect.objectContaining({ userName: 'admin' }) }),
  ]);
  expect(await redeem(socketPath, code)).toMatchObject([403, { error: 'SESSIONS_WRONG_CODE' }]);
  const onDesktop = new ApiClient(platform.url);
  onDesktop.token = (session as { token: string }).token;
  expect(await onDesktop.call(endpoints.account.detail, {})).toMatchObject({ code: 200 });
  expect(await onDesktop.call(endpoints.users.list, {})).toMatchObject({ code: 403 });
  // It ends with the session that drew it.
  await client.expectOk(endpoints.sessions.logout, {});
  expect(await onDesktop.call(endpoints.account.detail, {})).toMatchObject({ code: 401 });
});
