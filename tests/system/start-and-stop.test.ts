import { spawn } from 'node:child_process';
import { connect, createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { findFreePort, isAlive, listDescendants, readProcess } from '../support/host-processes.js';
import { ApiClient } from '../support/api-client.js';
import { makeDataDir, TestPlatform, workspace } from '../support/platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(120_000);

const isRoot = process.getuid?.() === 0;
const started: TestPlatform[] = [];
const folders: string[] = [];

const launch = async (...args: Parameters<typeof TestPlatform.launch>): Promise<TestPlatform> => {
  const platform = await TestPlatform.launch(...args);
  started.push(platform);
  return platform;
};
const start = async (...args: Parameters<typeof TestPlatform.launch>): Promise<TestPlatform> => {
  const platform = await launch(...args);
  await platform.waitUntilReady();
  return platform;
};
/** The password that a first start makes up; its line is the last of several, and each comes by itself. */
const passwordOf = (platform: TestPlatform): Promise<string> =>
  waitFor('the password', () => /^Password: (\S+) .*\n/m.exec(platform.output)?.[1]);
const newFolder = (): string => {
  const folder = makeDataDir();
  folders.push(folder);
  return folder;
};

afterEach(async () => {
  await Promise.all(started.splice(0).map((platform) => platform.stop()));
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe('a first start and the ones after it', () => {
  test('prints address, login and a password once, and the password works', async () => {
    const dataDir = newFolder();
    const first = await start({ dataDir, env: { ADMIN_PASSWORD: undefined } });
    const password = await passwordOf(first);
    const lines = first.output.trim().split('\n');
    expect(lines.slice(-3)).toEqual([
      `ClusterDesk is ready at http://localhost:${first.port}`,
      'Login: admin',
      expect.stringMatching(/^Password: \S{16} /),
    ]);
    const client = new ApiClient(first.url);
    await client.signIn('admin', password);
    expect(await first.stop()).toBe(0);

    const begin = performance.now();
    const second = await start({ dataDir, env: { ADMIN_PASSWORD: undefined } });
    expect(performance.now() - begin).toBeLessThan(15_000);
    await new ApiClient(second.url).signIn('admin', password);
    await second.stop();
    expect(second.output).not.toContain('Password');

    for (const name of readdirSync(join(dataDir, 'logs'))) {
      expect(readFileSync(join(dataDir, 'logs', name), 'utf8')).not.toContain(password);
    }
  });

  test('a first start that was killed before it was ready can be begun again', async () => {
    const dataDir = newFolder();
    const cut = await launch({ dataDir, env: { ADMIN_PASSWORD: undefined } });
    await waitFor('the server to start', () => existsSync(join(dataDir, 'logs/server.log')));
    cut.signal('SIGKILL');
    await cut.waitForEnd();

    const next = await start({ dataDir, env: { ADMIN_PASSWORD: undefined } });
    await new ApiClient(next.url).signIn('admin', await passwordOf(next));
  });

  (isRoot ? test : test.skip)('root gives server, worker and database away', async () => {
    const platform = await start();
    const owners = await Promise.all(
      (['server', 'worker', 'database', 'agent'] as const).map(
        async (name) => statSync(`/proc/${await platform.pidOf(name)}`).uid,
      ),
    );
    expect(owners.slice(0, 3)).not.toContain(0);
    expect(owners[3]).toBe(0);
  });

  (isRoot ? test : test.skip)('an ordinary user can start it too', async () => {
    const nobody = 65_534;
    const platform = await start({ uid: nobody, dataDir: makeDataDir(nobody) });
    folders.push(platform.dataDir);
    const owners = platform.listProcesses().map(({ pid }) => statSync(`/proc/${pid}`).uid);
    expect(new Set(owners)).toEqual(new Set([nobody]));
  });
});

describe('a start that cannot be', () => {
  const endOf = async (platform: TestPlatform): Promise<{ code: number | null; line: string }> => {
    const code = await platform.waitForEnd();
    return { code, line: platform.output.trim() };
  };

  test('a taken port', async () => {
    const holder: Server = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { code, line } = await endOf(await launch({ port }));
    holder.close();
    expect(code).toBe(1);
    expect(line).toBe(
      `ClusterDesk cannot start. Port ${port} is taken by another program: choose a free one with PORT=... npm start`,
    );
  });

  test('a data folder that cannot be written', async () => {
    const file = join(newFolder(), 'a-file');
    writeFileSync(file, '');
    const { code, line } = await endOf(await launch({ dataDir: join(file, 'data') }));
    expect(code).toBe(1);
    expect(line).toMatch(/^ClusterDesk cannot start\. DATA_DIR .* cannot be written.*$/);
  });

  test('wrong variables of the launcher: one line each', async () => {
    const env = { PORT: '80a', LOCAL_AGENT: 'maybe', DATABASE_URL: 'mysql://x' };
    const { code, line } = await endOf(await launch({ env }));
    expect(code).toBe(1);
    expect(line.split('\n')).toEqual([
      expect.stringContaining('PORT must be'),
      expect.stringContaining('DATABASE_URL must'),
      expect.stringContaining('LOCAL_AGENT must be'),
    ]);
  });

  test("a wrong variable of the server: the server's own line", async () => {
    const platform = await launch({ env: { TIME_ZONE: 'Mars/Olympus' } });
    const { code, line } = await endOf(platform);
    expect(code).toBe(1);
    expect(line).toContain('TIME_ZONE is wrong');
    expect(line.split('\n').length).toBeLessThanOrEqual(2);
  });

  test('a second one on the same data folder: one line, and the first is unharmed', async () => {
    const first = await start();
    const { code, line } = await endOf(await launch({ dataDir: first.dataDir }));
    expect(code).toBe(1);
    expect(line).toMatch(/^ClusterDesk cannot start\. Another ClusterDesk \(process \d+\) .*$/);
    expect(await first.isReady()).toBe(true);
    await first.signIn();
    expect(await first.pidOf('worker')).toBeGreaterThan(0);
  });
});

describe('while it runs', () => {
  test('killed children come back', async () => {
    const platform = await start();
    for (const name of ['agent', 'worker', 'server', 'database'] as const) {
      await platform.killAndWait(name);
      expect(platform.output).toContain(`The ${name} ended (SIGKILL); starting it again in 0.5 s.`);
    }
    await platform.signIn();
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends everything within 10 s', async (signal) => {
    const platform = await start();
    const processes = platform.listProcesses();
    expect(processes.length).toBeGreaterThan(4);
    const begin = performance.now();
    platform.signal(signal);
    expect(await platform.waitForEnd()).toBe(0);
    expect(performance.now() - begin).toBeLessThan(10_000);
    const left = processes.filter(
      ({ pid, startTicks }) => isAlive(pid) && readProcess(pid)?.startTicks === startTicks,
    );
    expect(left).toEqual([]);
  });

  test('a call that is under way is cut off, and the stop is clean', async () => {
    const platform = await start({ env: { STOP_NOTICE_MS: '60000' } });
    const call = connect(platform.port, '127.0.0.1').on('error', () => undefined);
    await once(call, 'connect');
    call.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    // One that was answered after it shows that the server has begun it.
    expect(await platform.isReady()).toBe(true);
    const begin = performance.now();
    platform.signal('SIGTERM');
    expect(await platform.waitForEnd()).toBe(0);
    expect(performance.now() - begin).toBeLessThan(10_000);
    expect(platform.output).not.toContain('was killed');
    call.destroy();
  });

  test('a stop that hangs ends, too, and says so: a line and exit code 1', async () => {
    const platform = await start();
    const processes = platform.listProcesses();
    process.kill(await platform.pidOf('server'), 'SIGSTOP');
    const begin = performance.now();
    platform.signal('SIGTERM');
    expect(await platform.waitForEnd()).toBe(1);
    expect(performance.now() - begin).toBeLessThan(10_000);
    expect(platform.output).toContain('The server did not stop within 4 s and was killed.');
    expect(processes.filter(({ pid }) => isAlive(pid))).toEqual([]);
  });

  test('only the launcher connects to the database as superuser', async () => {
    const platform = await start();
    await platform.signIn();
    const sessions = await platform.query(
      `SELECT DISTINCT usename, rolsuper FROM pg_stat_activity JOIN pg_roles ON rolname = usename
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    expect(sessions).toEqual([{ usename: 'clusterdesk_service', rolsuper: false }]);
    const password = join(platform.dataDir, 'launcher/database-password');
    expect(statSync(password).mode & 0o777).toBe(0o600);
    if (isRoot) {
      expect(statSync(password).uid).toBe(0);
      expect(statSync(dirname(password))).toMatchObject({ uid: 0 });
    }
  });

  test('SIGTERM for npm start ends everything, too', async () => {
    const dataDir = newFolder();
    const npm = spawn('npm', ['start'], {
      cwd: workspace,
      env: {
        ...process.env,
        PORT: String(await findFreePort()),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await waitFor('npm start to be ready', () => output.includes('is ready at'), 90_000);
    const processes = listDescendants(npm.pid ?? 0);
    expect(processes.length).toBeGreaterThan(5);
    npm.kill('SIGTERM');
    await waitFor('all of it to end', () => !processes.some(({ pid }) => isAlive(pid)), 10_000);
  });

  test('a killed launcher takes its children along, and the next start finds everything in order', async () => {
    const dataDir = newFolder();
    const killed = await start({ dataDir });
    const database = await killed.pidOf('database');
    const children = await Promise.all(
      (['server', 'worker', 'agent'] as const).map((name) => killed.pidOf(name)),
    );
    killed.signal('SIGKILL');
    await killed.waitForEnd();
    await waitFor('the children to end', () => !children.some((pid) => isAlive(pid)), 10_000);
    expect(isAlive(database)).toBe(true);

    const next = await start({ dataDir, port: killed.port });
    expect(isAlive(database)).toBe(false);
    await next.signIn();
  });
});
