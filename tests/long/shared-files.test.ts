import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints, uploadsPath } from '@clusterdesk/contracts';
import { ApiClient } from '../support/platform/api-client.js';
import { TestPlatform, workspace } from '../support/platform/platform.js';
import { createTestDatabase, type TestDatabase } from '../support/server/test-database.js';
import { SharedFilesGuest } from '../support/shared-files/shared-files-guest.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(400_000);

const missing = SharedFilesGuest.findMissing();
if (missing !== null && process.env['CI'] === 'true') {
  throw new Error(`The shared files cannot be tested: ${missing}.`);
}
if (missing !== null) {
  process.stderr.write(`The shared files are not tested: ${missing}.\n`);
}

const password = 'Shared-Files-1';
const [deskUid, annUid] = [2000, 2001];
const [first, second] = [8081, 8082];
const home = '/srv/files/home/ann';

let guest: SharedFilesGuest;
let database: TestDatabase;
/** One user at both servers, and an administrator. */
let atFirst: ApiClient;
let atSecond: ApiClient;
let admin: ApiClient;

/** Starts a program of the platform in a host; the rest of its life is the guest's. */
async function launch(
  host: string,
  name: string,
  program: string,
  env: Record<string, string>,
  uid?: number,
): Promise<void> {
  const assigned = Object.entries(env).map(([key, value]) => `${key}='${value}'`);
  const start = `env -i PATH="$PATH" TMPDIR=/run/tmp ${assigned.join(' ')} ${process.execPath} ${workspace}/${program}`;
  await guest.run(host, `(setsid ${start} </dev/null >/run/log/${name} 2>&1 &)`, uid);
}

/** What a program said last, for who looks why a test failed. */
const lastWords = (name: string): Promise<string> => guest.run(null, `tail -n 20 /run/log/${name}`);

async function waitUntilReady(port: number, name: string): Promise<void> {
  const isReady = (): Promise<boolean> =>
    fetch(`${guest.url(port)}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor(`${name} to be ready`, isReady, 300_000, 300).catch(async (error: unknown) => {
    throw new Error(`${String(error)}\n${await lastWords(name)}`);
  });
}

const serverEnv = (port: number): Record<string, string> => ({
  HOST: '0.0.0.0',
  PORT: String(port),
  DATA_DIR: `/srv/state/${port}`,
  FILES_DIR: '/srv/files',
  DATABASE_URL: guest.databaseUrl(database.url),
  ADMIN_PASSWORD: TestPlatform.adminPassword,
});

async function addAnn(): Promise<void> {
  const roles = (await admin.expectOk(endpoints.roles.list, {})).result;
  await admin.expectOk(endpoints.users.add, {
    userName: 'ann',
    password: await admin.encrypt(password),
    roleId: roles.find(({ builtIn }) => builtIn === 'users')?.id ?? '',
    mustChangePassword: false,
  });
  // As docs/operations/shared-files.md says: after the user, whose home would else have another name.
  await guest.run(null, `install -d -o ${deskUid} -g ${annUid} -m 2770 /mnt/disk/files/home/ann`);
  for (const client of [atFirst, atSecond]) {
    await client.signIn('ann', password);
  }
}

async function addNode(): Promise<void> {
  const { result } = await admin.expectOk(endpoints.calculations.add, {
    calculationName: 'compute',
    lanIp: '198.18.77.2',
  });
  const token = /AGENT_TOKEN='([\w-]+)'/.exec(result.enrolment?.command ?? '')?.[1] ?? '';
  await launch('compute', 'agent', 'agent/dist/agent.cjs', {
    AGENT_SERVER: `http://127.0.0.1:${first}`,
    AGENT_TOKEN: token,
    AGENT_STATE_DIR: '/srv/state/agent',
    AGENT_FILES_ROOT: '/srv/files/home',
    AGENT_RUN_AS: 'mapped',
    AGENT_ALLOW: 'metrics,jobs',
  });
  await admin.expectOk(endpoints.jobs.queueAdd, {
    queueName: 'compute',
    network: 'none',
    isOpenToEveryone: true,
    calculations: [{ id: result.id, cpus: 1 }],
  });
}

const tusHeaders = (client: ApiClient): Record<string, string> => ({
  Authorization: client.token ?? '',
  'Tus-Resumable': '1.0.0',
});

async function beginUpload(client: ApiClient, name: string, size: number): Promise<string> {
  const created = await fetch(client.url + uploadsPath, {
    method: 'POST',
    headers: {
      ...tusHeaders(client),
      'Upload-Length': String(size),
      'Upload-Metadata': `fileName ${Buffer.from(name).toString('base64')}`,
    },
  });
  expect(created.status).toBe(201);
  return new URL(created.headers.get('location') ?? '', client.url).pathname;
}

const lengthAt = async (client: ApiClient, path: string): Promise<number> => {
  const answer = await fetch(client.url + path, { method: 'HEAD', headers: tusHeaders(client) });
  return Number(answer.headers.get('upload-offset'));
};

const append = (
  client: ApiClient,
  path: string,
  offset: number,
  bytes: Buffer,
): Promise<Response> =>
  fetch(client.url + path, {
    method: 'PATCH',
    headers: {
      ...tusHeaders(client),
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: Uint8Array.from(bytes),
  });

async function upload(client: ApiClient, name: string, content: Buffer): Promise<void> {
  const path = await beginUpload(client, name, content.length);
  expect((await append(client, path, 0, content)).status).toBe(204);
}

async function download(client: ApiClient, token: unknown): Promise<Buffer> {
  const query = new URLSearchParams({ path: String(token) });
  const answer = await fetch(`${client.url}/api/user/info/download?${query.toString()}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const ticketFor = async (client: ApiClient, paths: string[]): Promise<unknown> =>
  (await client.expectOk(endpoints.downloads.getDownloadPath, { paths, async: false })).result;

const namesAt = async (client: ApiClient, path = '/'): Promise<string[]> =>
  (await client.expectOk(endpoints.disk.list, { path })).result.map((item) =>
    item.path.slice(item.path.lastIndexOf('/') + 1),
  );

/** What the file server has, asked of its disk. */
const sumOf = async (path: string): Promise<string> =>
  (await guest.run(null, `sha256sum < /mnt/disk/files/home/ann/${path}`)).slice(0, 64);

const sumOfBytes = async (bytes: Buffer): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))).toString('hex');

(missing === null ? describe : describe.skip)('files on a share (NFS, squashed root)', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    guest = await SharedFilesGuest.start(database.url);
    for (const host of ['one', 'two', 'compute']) {
      await guest.join(host);
    }
    const dirs = `/srv/state/${first} /srv/state/${second} /run/log /run/tmp`;
    await guest.run(
      null,
      `mkdir -p ${dirs} && chown ${deskUid} ${dirs} && chmod 1777 /run/tmp /run/log`,
    );
    await launch('one', 'server-one', 'apps/server/dist/main.js', serverEnv(first), deskUid);
    await waitUntilReady(first, 'server-one');
    await launch('one', 'worker', 'apps/server/dist/worker.js', serverEnv(first), deskUid);
    await launch('two', 'server-two', 'apps/server/dist/main.js', serverEnv(second), deskUid);
    await waitUntilReady(second, 'server-two');
    [admin, atFirst] = [new ApiClient(guest.url(first)), new ApiClient(guest.url(first))];
    atSecond = new ApiClient(guest.url(second));
    await admin.signIn('admin', TestPlatform.adminPassword);
    await addAnn();
    await addNode();
  }, 900_000);

  afterAll(async () => {
    await guest?.stop();
    await database?.drop();
  });

  test('an upload goes on at the other server, which knows how much of it there is', async () => {
    const content = randomBytes(4 * 1024 * 1024);
    const quarter = content.length / 4;
    const path = await beginUpload(atFirst, 'turns.bin', content.length);
    for (const [index, client] of [atFirst, atSecond, atFirst, atSecond].entries()) {
      // Both look, so that each remembers what it saw.
      expect(await lengthAt(atFirst, path)).toBe(index * quarter);
      expect(await lengthAt(atSecond, path)).toBe(index * quarter);
      const piece = content.subarray(index * quarter, (index + 1) * quarter);
      expect((await append(client, path, index * quarter, piece)).status).toBe(204);
    }
    expect(await namesAt(atFirst)).toContain('turns.bin');
    expect(await sumOf('turns.bin')).toBe(await sumOfBytes(content));
  });

  test('what was granted at one server is given by the other, and is what it was', async () => {
    const content = randomBytes(100_000);
    await upload(atFirst, 'granted.bin', content);
    const token = await ticketFor(atFirst, ['/granted.bin']);
    expect((await download(atSecond, token)).equals(content)).toBe(true);
    // Packed by the worker, which is a third process.
    const both = await ticketFor(atSecond, ['/granted.bin', '/turns.bin']);
    expect((await download(atSecond, both)).subarray(0, 2).toString()).toBe('PK');
  });

  test('an account of the cluster has what is uploaded for it, and the platform what the account makes', async () => {
    await upload(atSecond, 'for-ann.txt', Buffer.from('for ann'));
    expect(await guest.run('compute', `cat ${home}/for-ann.txt`, annUid)).toBe('for ann');
    await guest.run('compute', `umask 007; mkdir ${home}/made; echo mine > ${home}/made/f`, annUid);
    expect(await namesAt(atSecond)).toContain('made');
    const input = { path: '/made/f', newPath: '/made/renamed' };
    await atFirst.expectOk(endpoints.disk.rename, input);
    expect(await guest.run('compute', `cat ${home}/made/renamed`, annUid)).toBe('mine\n');
    // Root of a host is nobody on the share.
    await expect(guest.run('compute', `ls ${home}`)).rejects.toThrow('Permission denied');
    await atSecond.expectOk(endpoints.disk.remove, { paths: ['/made'] });
    expect(await namesAt(atFirst)).not.toContain('made');
  });

  test('a job runs as the account, and what it made is found', async () => {
    const { result } = await atFirst.expectOk(endpoints.jobs.run, {
      jobName: 'made',
      queueName: 'compute',
      scriptContent: 'id -un; umask; echo result > result.txt; mkdir out; echo more > out/more.txt',
    });
    const { jobId } = result;
    const ended = await waitFor(
      'the job to end',
      async () => {
        const detail = (await atSecond.expectOk(endpoints.jobs.detail, { jobId })).result;
        return detail.endTime === null ? null : detail;
      },
      120_000,
      300,
    ).catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${await lastWords('agent')}`);
    });
    expect(ended.status).toBe('COMPLETED');
    const log = (await atSecond.expectOk(endpoints.jobs.log, { jobId, offset: 0 })).result;
    expect(log.text).toBe('ann\n0007\n');
    expect(await namesAt(atSecond)).toContain('result.txt');
    await atSecond.expectOk(endpoints.disk.remove, { paths: ['/out', '/result.txt'] });
    expect(await namesAt(atFirst)).not.toContain('out');
  });

  test('a folder that another host removes is gone, and no fault', async () => {
    await guest.run('compute', `umask 007; mkdir -p ${home}/going/deep`, annUid);
    expect(await namesAt(atSecond, '/going')).toEqual(['deep']);
    await guest.run('compute', `rm -r ${home}/going`, annUid);
    const answer = await atSecond.call(endpoints.disk.list, { path: '/going/deep' });
    expect(answer.code).toBe(404);
  });

  test('a file server that is silent is told of within 10 s, and nothing is lost', async () => {
    const content = randomBytes(2 * 1024 * 1024);
    const half = content.length / 2;
    const path = await beginUpload(atFirst, 'through.bin', content.length);
    expect((await append(atFirst, path, 0, content.subarray(0, half))).status).toBe(204);
    await guest.run(null, 'rpc.nfsd 0');
    const during = append(atFirst, path, half, content.subarray(half));
    const answers = await Promise.all([
      atSecond.call(endpoints.disk.list, {}),
      atFirst.call(endpoints.disk.list, {}),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([503, 503]);
    expect(answers[0].result).toMatchObject({ error: 'FILE_STORAGE_AWAY' });
    expect((await during).status).toBe(503);
    // What needs no files goes on.
    expect((await admin.call(endpoints.roles.list, {})).code).toBe(200);

    await guest.run(null, 'rpc.nfsd -N 3 8');
    await waitFor(
      'the files to be back',
      async () => (await atSecond.call(endpoints.disk.list, {})).code === 200,
      120_000,
      500,
    );
    const offset = await waitFor(
      'the upload to be free',
      async () => ((await lengthAt(atSecond, path)) >= half ? lengthAt(atSecond, path) : null),
      60_000,
      300,
    );
    if (offset < content.length) {
      const rest = await append(atSecond, path, offset, content.subarray(offset));
      expect(rest.status).toBe(204);
    }
    expect(await namesAt(atFirst)).toContain('through.bin');
    expect(await sumOf('through.bin')).toBe(await sumOfBytes(content));
  });
});
