import { connect, createServer, type Server } from 'node:net';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiClient } from '../support/platform/api-client.js';
import { expectCleanStop, patient } from '../support/platform/clean-stop.js';
import { TestPlatform } from '../support/platform/platform.js';
import { startedPlatforms } from '../support/platform/started-platforms.js';
import { waitFor } from '../support/wait-for.js';

const isRoot = process.getuid?.() === 0;
/** An ordinary account. */
const nobody = 65_534;
const { launch, start, newFolder } = startedPlatforms();

/** The password that a first start makes up; its line is the last of several, and each comes by itself. */
const passwordOf = (platform: TestPlatform): Promise<string> =>
  waitFor('the password', () => /^Password: (\S+) .*\n/m.exec(platform.output)?.[1]);

const endOf = async (platform: TestPlatform): Promise<{ code: number | null; line: string }> => {
  const code = await platform.waitForEnd();
  return { code, line: platform.output.trim() };
};

describe('a first start and the ones after it', () => {
  test('prints address, login and a password once, and the password works, also for an ordinary user; SIGINT ends it', async () => {
    const account = isRoot ? { uid: nobody } : {};
    const dataDir = newFolder(account.uid);
    const env = { ...patient, ADMIN_PASSWORD: undefined };
    const first = await start({ ...account, dataDir, env });
    if (isRoot) {
      const owners = first.listProcesses().map(({ pid }) => statSync(`/proc/${pid}`).uid);
      expect(new Set(owners)).toEqual(new Set([nobody]));
    }
    const password = await passwordOf(first);
    const lines = first.output.trim().split('\n');
    const begun = lines.findIndex((line) => line.startsWith('ClusterDesk is ready'));
    expect(lines.slice(begun, begun + 3)).toEqual([
      `ClusterDesk is ready at http://localhost:${first.port}`,
      'Login: admin',
      expect.stringMatching(/^Password: \S{16} /),
    ]);
    const client = new ApiClient(first.url);
    await client.signIn('admin', password);
    // What an aged server needs it for is measured by tests/long/aged-server.test.ts.
    const commandLine = readFileSync(`/proc/${await first.pidOf('server')}/cmdline`, 'utf8');
    expect(commandLine.split('\0')).toContain('--heap-growing-percent=100');
    expect(await first.stop()).toBe(0);

    const second = await start({ ...account, dataDir, env });
    await new ApiClient(second.url).signIn('admin', password);
    await expectCleanStop(second, 'SIGINT');
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
});

describe('a start that cannot be', () => {
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
});

// None but the last changes what it looks at: they share a platform.
describe('a platform that runs', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start({ env: { ...patient, STOP_NOTICE_MS: '60000' } });
  });
  afterAll(() => platform?.stop());

  test('says how jobs are kept apart, as the agent has tried it', async () => {
    const said = await waitFor(
      'the protections',
      () => /^Jobs on this host (.*)$/m.exec(platform.output)?.[1],
    );
    const { holds, missing } = JSON.parse(
      readFileSync(join(platform.dataDir, 'agent/protections.json'), 'utf8'),
    ) as { holds: string[]; missing: { cure: string }[] };
    expect(said.split(',')).toHaveLength(Math.max(1, holds.length));
    for (const { cure } of missing) {
      expect(platform.output).toContain(`: ${cure}.`);
    }
    const environment = readFileSync(`/proc/${await platform.pidOf('agent')}/environ`, 'utf8');
    const dataDir = realpathSync(platform.dataDir);
    expect(environment.split('\0')).toEqual(
      expect.arrayContaining([
        `AGENT_FILES_ROOT=${join(dataDir, 'files/home')}`,
        `AGENT_PROJECTS_ROOT=${join(dataDir, 'files/projects')}`,
        `AGENT_HIDDEN_DIRS=${platform.dataDir}:${join(dataDir, 'files')}`,
      ]),
    );
  });

  (isRoot ? test : test.skip)('root gives server, worker and database away', async () => {
    const owners = await Promise.all(
      (['server', 'worker', 'database', 'agent'] as const).map(
        async (name) => statSync(`/proc/${await platform.pidOf(name)}`).uid,
      ),
    );
    expect(owners.slice(0, 3)).not.toContain(0);
    expect(owners[3]).toBe(0);
  });

  test('a second one on the same data folder: one line, and the first is unharmed', async () => {
    const { code, line } = await endOf(await launch({ dataDir: platform.dataDir }));
    expect(code).toBe(1);
    expect(line).toMatch(/^ClusterDesk cannot start\. Another ClusterDesk \(process \d+\) .*$/);
    expect(await platform.isReady()).toBe(true);
    await platform.signIn();
    expect(await platform.pidOf('worker')).toBeGreaterThan(0);
  });

  test('connects to the database as superuser by its launcher alone', async () => {
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

  test('is ended by SIGTERM, which cuts off a call', async () => {
    const call = connect(platform.port, '127.0.0.1').on('error', () => undefined);
    await once(call, 'connect');
    call.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    // One that was answered after it shows that the server has begun it.
    expect(await platform.isReady()).toBe(true);
    await expectCleanStop(platform, 'SIGTERM');
    call.destroy();
  });
});
