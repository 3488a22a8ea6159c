import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { isLongRun } from '@clusterdesk/tests/long-run.js';
import { compileScript, runScript } from '@clusterdesk/tests/jest/compiled-script.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { RoleEntity } from '../roles/role.entity.js';
import { UserTasks } from '../users.tasks.js';
import { UserRemovalSteps } from './user-removal-steps.service.js';
import { UserRemovals } from './user-removal.service.js';

const { users } = endpoints;
let server: TestServer;
let admin: ApiClient;
let script: string;
let number = 0;
let name: string;
let home: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = new ApiClient(server.baseUrl);
  await admin.signIn('admin', adminPassword);
  script = await compileScript('tests/support/children/removal-child.ts');
});
afterAll(async () => {
  await server.stop();
  await rm(script, { force: true });
});

async function addLeaver(): Promise<void> {
  number += 1;
  name = `leaver${number}`;
  home = join(server.config.filesDir, 'home', name);
  await createUser(server, name);
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'private.txt'), 'of the leaver');
}
beforeEach(addLeaver);

const listRemovals = (): Promise<{ id: string; steps_done: string[] }[]> =>
  server.dataSource.query('SELECT * FROM user_removal WHERE user_name = $1', [name]);
const listAside = async (): Promise<string[]> =>
  (await readdir(join(server.config.filesDir, 'home', '.retired')).catch(() => [])).filter(
    (folder) => folder.startsWith(`${name}.`),
  );

async function deleteUser(): Promise<string> {
  const { result } = await admin.expectOk(users.list, { search: name });
  await admin.expectOk(users.remove, { id: result.data[0]?.id ?? '' });
  return (await listRemovals())[0]?.id ?? '';
}

async function addAgain(): Promise<Awaited<ReturnType<ApiClient['call']>>> {
  const role = await server.dataSource
    .getRepository(RoleEntity)
    .findOneByOrFail({ isSystemAdministrator: false });
  return admin.call(users.add, {
    userName: name,
    password: await admin.encrypt(userPassword),
    roleId: role.id,
  });
}

/** An account of the worker's own, whom the database lets in: the one that it belongs to, where it listens on a Unix socket. */
async function findWorkerUid(): Promise<number> {
  const folder = new URL(server.config.databaseUrl).searchParams.get('host');
  return folder === null ? 65_534 : (await stat(folder)).uid;
}

/** As the worker does, in a process of its own that ends at that moment. */
const carryOutInChild = (
  id: string,
  moment: string,
  uid?: number,
): ReturnType<typeof runScript> => {
  const { databaseUrl, dataDir } = server.config;
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  return runScript(script, [id, moment], environment, uid);
};

/** A killed worker's lease is over after half a minute. */
const endLease = (id: string): Promise<unknown> =>
  server.dataSource.query('UPDATE user_removal SET leased_until = now() WHERE id = $1', [id]);

/**
 * When a worker is killed at a step. In the gate before the first and the last one only: before another one is as after the
 * step that it follows, but for its note.
 */
const momentsOf = (step: string, index: number, steps: string[]): [string, string][] => [
  ...(isLongRun || index % (steps.length - 1) === 0
    ? [[step, `before ${step}`] as [string, string]]
    : []),
  [step, `after ${step}`],
];

describe('removing a user', () => {
  it('ends with the folder put aside, whatever step a worker is killed at', async () => {
    const steps = [
      ...server
        .get(UserRemovalSteps)
        .list()
        .map((step) => step.name),
      'test.last',
    ];
    const id = await deleteUser();
    for (const [step, moment] of steps.flatMap(momentsOf)) {
      expect(await carryOutInChild(id, moment)).toMatchObject({ signal: 'SIGKILL' });
      const [removal] = await listRemovals();
      expect(removal?.steps_done).not.toContain(step);
      expect(await addAgain()).toMatchObject({
        code: 409,
        result: { error: 'USERS_NAME_LEAVING' },
      });
      // While the killed worker's lease holds, nobody else takes over.
      await server.get(UserRemovals).carryOut(id);
      expect(await listRemovals()).toHaveLength(1);
      await endLease(id);
    }
    await server.dataSource.query(
      `UPDATE user_removal SET created_at = now() - interval '1 minute'`,
    );
    await server.get(UserTasks).sweep();
    expect(await listRemovals()).toEqual([]);
    expect(existsSync(home)).toBe(false);
    expect(await listAside()).toHaveLength(1);
  });

  it('ends too where trashes are on another filesystem, and a worker is killed behind it', async () => {
    const elsewhere = await mkdtemp('/dev/shm/clusterdesk-spec-');
    const { filesDir } = server.config;
    await mkdir(join(filesDir, '.trash'), { recursive: true });
    await rename(join(filesDir, '.trash'), join(filesDir, '.trash-before'));
    await symlink(elsewhere, join(filesDir, '.trash'));
    await mkdir(join(elsewhere, 'disk', name), { recursive: true });
    try {
      expect((await stat(elsewhere)).dev).not.toBe((await stat(home)).dev);
      const id = await deleteUser();
      expect(await carryOutInChild(id, 'after disk.archive-home')).toMatchObject({
        signal: 'SIGKILL',
      });
      await endLease(id);
      await server.get(UserRemovals).carryOut(id);
      expect([await listRemovals(), existsSync(home)]).toEqual([[], false]);
      const beside = join(filesDir, 'home', '.retired');
      const [aside, ...more] = await listAside();
      expect(more).toEqual([]);
      expect(await readFile(join(beside, aside ?? '', 'private.txt'), 'utf8')).toBe(
        'of the leaver',
      );
      expect(await readdir(join(elsewhere, 'disk/.retired'))).toHaveLength(1);
      expect(await addAgain()).toMatchObject({ code: 200 });
    } finally {
      await rm(join(filesDir, '.trash'));
      await rename(join(filesDir, '.trash-before'), join(filesDir, '.trash'));
      await rm(elsewhere, { recursive: true });
    }
  });

  it('gives the next user of the name a folder of his own', async () => {
    const id = await deleteUser();
    await server.get(UserRemovals).carryOut(id);
    // Something on its way wrote once more after the folder was put aside.
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'late.txt'), 'late');
    expect(await addAgain()).toMatchObject({ code: 200 });
    const heir = new ApiClient(server.baseUrl);
    await heir.signIn(name, userPassword);
    const { result } = await heir.expectOk(endpoints.disk.list, { path: '/' });
    expect(result).toEqual([]);
    const [row]: { home_key: string }[] = await server.dataSource.query(
      'SELECT home_key FROM user_account WHERE user_name = $1',
      [name],
    );
    expect(row?.home_key).toMatch(new RegExp(`^${name}-[0-9a-f]{10}$`));
    expect(existsSync(join(server.config.filesDir, 'home', row?.home_key ?? ''))).toBe(true);
  });

  it('gives up what is known of entries of the disk', async () => {
    const known = (): Promise<unknown[]> =>
      server.dataSource.query(`SELECT FROM space_entry WHERE space = 'disk'`);
    await server.dataSource.query(
      `SELECT ensure_space_entry('disk', id::text, NULL, '{a,b}') FROM user_account WHERE user_name = $1`,
      [name],
    );
    const id = await deleteUser();
    expect(await known()).toHaveLength(1);
    await server.get(UserRemovals).carryOut(id);
    expect(await known()).toEqual([]);
  });

  it('leaves a folder that nobody has to nobody', async () => {
    const stray = join(server.config.filesDir, 'home', `stray-${name}`);
    await mkdir(stray, { recursive: true });
    name = `stray-${name}`;
    expect(await addAgain()).toMatchObject({ code: 200 });
    const [row]: { home_key: string | null }[] = await server.dataSource.query(
      'SELECT home_key FROM user_account WHERE user_name = $1',
      [name],
    );
    expect(row?.home_key).not.toBeNull();
  });

  it('puts folders aside that their owners closed', async () => {
    const names: string[] = [];
    const ids: string[] = [];
    for (const mode of [0o500, 0o000]) {
      await addLeaver();
      names.push(name);
      await chmod(home, mode);
      ids.push(await deleteUser());
    }
    if (process.geteuid?.() === 0) {
      // Root may move everything: the worker has an account of its own.
      const workerUid = await findWorkerUid();
      expect(workerUid).not.toBe(0);
      await promisify(execFile)('chown', ['-R', String(workerUid), server.config.dataDir]);
      expect(await carryOutInChild(ids.join(), 'never', workerUid)).toMatchObject({ code: 0 });
    } else {
      for (const id of ids) {
        await server.get(UserRemovals).carryOut(id);
      }
    }
    for (name of names) {
      expect(existsSync(join(server.config.filesDir, 'home', name))).toBe(false);
      const [aside] = await listAside();
      const file = join(server.config.filesDir, 'home', '.retired', aside ?? '', 'private.txt');
      expect(await readFile(file, 'utf8')).toBe('of the leaver');
    }
  });

  it('is tried again when a step fails, and does not put away what still runs', async () => {
    const steps = server.get(UserRemovalSteps);
    let runs = 0;
    steps.register({
      name: 'test.stubborn',
      phase: 'stop',
      run: () => {
        runs += 1;
        return runs === 1 ? Promise.reject(new Error('it still runs')) : Promise.resolve();
      },
    });
    const id = await deleteUser();
    await expect(server.get(UserRemovals).carryOut(id)).rejects.toThrow('it still runs');
    expect(existsSync(home)).toBe(true);
    await server.get(UserRemovals).carryOut(id);
    expect([runs, existsSync(home), await listRemovals()]).toEqual([2, false, []]);
  });

  it('is carried out once when several workers come at the same moment', async () => {
    const runs: string[] = [];
    server.get(UserRemovalSteps).register({
      name: 'test.counted',
      phase: 'stop',
      run: ({ userName }) => {
        runs.push(userName);
        return new Promise((resolve) => setTimeout(resolve, 50));
      },
    });
    const id = await deleteUser();
    await Promise.all([1, 2, 3].map(() => server.get(UserRemovals).carryOut(id)));
    expect(runs).toEqual([name]);
  });
});
