import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { endpoints, type CopyState, type PackageState } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Realtime } from './platform/realtime/realtime.service.js';
import { CopyRunner } from './features/copies/running/copy-runner.service.js';
import { PackageBuilder } from './features/downloads/packages/package-builder.service.js';
import { SpaceAccess } from './features/spaces/space-access.service.js';
import { Staging } from './features/spaces/storage/staging.js';

/** What is cut off here was told of: running work is not asked again while the tests run. */
const neverCheckedAgain = { rights: { runningWorkMs: 3_600_000 } };

let platform: SpecPlatform;
let tus: SpecTus;
let ann: SpecUser;
let count = 0;

/** No worker: its runs are the spec's. */
beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false, timings: neverCheckedAgain });
  tus = new SpecTus(platform);
});

afterAll(() => platform.close());

beforeEach(async () => {
  count += 1;
  ann = await platform.addUser(`ann${count}`);
  await mkdir(ann.home, { recursive: true });
  for (const name of await tus.staged()) {
    await rm(join(platform.get(Staging).uploadsDir, name));
  }
});

/** The row alone, as when the news of it was lost. */
async function freezeInSilence(): Promise<void> {
  await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [ann.id]);
}

async function freeze(): Promise<void> {
  await freezeInSilence();
  platform.get(Realtime).broadcastToServers('accessEnded', { userId: ann.id });
}

const inHome = (): Promise<string[]> => readdir(ann.home);

describe('freezing a user', () => {
  it('cuts off a tus upload, and nothing is placed', async () => {
    const content = randomBytes(4_000_000);
    const url = await tus.begin(ann, { fileName: 'big' }, content.length);
    const sending = await tus.sendPart(ann, url, content, 2_000_000);
    const closed = new Promise<void>((resolve) => sending.once('close', () => resolve()));
    await freeze();
    await closed;
    expect(await inHome()).toEqual([]);
  });

  it('refuses the last bytes of an upload though nobody was told', async () => {
    const content = randomBytes(4_000_000);
    const url = await tus.begin(ann, { fileName: 'big' }, content.length);
    const sending = await tus.sendPart(ann, url, content, 2_000_000);
    const status = new Promise<number>((resolve) =>
      sending.once('response', ({ statusCode }: IncomingMessage) => resolve(statusCode ?? 0)),
    );
    await freezeInSilence();
    sending.end(content.subarray(2_000_000));
    expect(await status).toBe(403);
    expect(await inHome()).toEqual([]);
  });

  it('cuts off a form, and nothing of it is placed', async () => {
    const { outgoing, rest } = beginForm(randomBytes(4_000_000));
    const closed = new Promise<void>((resolve) => outgoing.once('close', () => resolve()));
    await waitFor('bytes to arrive', async () => (await tus.staged()).length > 0);
    await freeze();
    await closed;
    expect(rest.length).toBeGreaterThan(0);
    expect(await inHome()).toEqual([]);
    await waitFor('the staged file to go', async () => (await tus.staged()).length === 0);
  });

  it('refuses a form at its end though nobody was told', async () => {
    const { outgoing, rest } = beginForm(randomBytes(4_000_000));
    await waitFor('bytes to arrive', async () => (await tus.staged()).length > 0);
    const answer = new Promise<string>((resolve) =>
      outgoing.once('response', (response: IncomingMessage) => {
        response.once('data', (data: Buffer) => resolve(data.toString()));
      }),
    );
    await freezeInSilence();
    outgoing.end(rest);
    expect(JSON.parse(await answer)).toMatchObject({ code: 403 });
    expect(await inHome()).toEqual([]);
  });

  it('cuts off a download', async () => {
    await writeFile(join(ann.home, 'large'), randomBytes(64_000_000));
    const token = await tokenFor('/large');
    const response = await open(token);
    const cut = new Promise<void>((resolve) => response.once('close', () => resolve()));
    response.on('error', () => undefined);
    response.once('data', () => response.pause());
    await new Promise((resolve) => response.once('pause', resolve));
    await freeze();
    response.resume();
    await cut;
    expect(response.complete).toBe(false);
    expect((await platform.download(token)).status).toBe(404);
  });

  it.each([
    ['and tells', freeze],
    ['in silence', freezeInSilence],
  ])('%s: a package that is being made is not put in place', async (_, end) => {
    await mkdir(join(ann.home, 'd'));
    await writeFile(join(ann.home, 'd/f'), randomBytes(100_000));
    const { packageId } = (
      await platform.call(ann, endpoints.downloads.getDownloadPath, { paths: ['/d'], async: true })
    ).result as PackageState;
    await duringRun(end, () => platform.get(PackageBuilder).work({}, new AbortController().signal));
    const [row] = await platform.query('SELECT state FROM download_package WHERE id = $1', [
      packageId,
    ]);
    expect(row?.['state']).toBe('failed');
    expect(await platform.get(Staging).hasPackage(packageId)).toBe(false);
  });

  it.each([
    ['and tells', freeze],
    ['in silence', freezeInSilence],
  ])('%s: a copy that runs places nothing', async (_, end) => {
    await writeFile(join(ann.home, 'a'), 'a');
    await writeFile(join(ann.home, 'b'), 'b');
    await mkdir(join(ann.home, 'to'));
    const { copyId } = (
      await platform.call(ann, endpoints.copies.copy, {
        paths: ['/a', '/b'],
        dir: '/to',
        async: true,
      })
    ).result as CopyState;
    await duringRun(end, () => platform.get(CopyRunner).work({}, new AbortController().signal));
    const [row] = await platform.query('SELECT state FROM copy_task WHERE id = $1', [copyId]);
    expect(row?.['state']).toBe('failed');
    expect(await readdir(join(ann.home, 'to'))).toEqual([]);
  });
});

describe('the end of a session', () => {
  it('cuts off its upload, and takes its download tickets with it', async () => {
    await writeFile(join(ann.home, 'f'), 'f');
    const token = await tokenFor('/f');
    expect((await platform.download(token)).status).toBe(200);
    const content = randomBytes(4_000_000);
    const url = await tus.begin(ann, { fileName: 'big' }, content.length);
    const sending = await tus.sendPart(ann, url, content, 2_000_000);
    const closed = new Promise<void>((resolve) => sending.once('close', () => resolve()));
    const [session] = await platform.query('SELECT id FROM user_session WHERE user_id = $1', [
      ann.id,
    ]);
    const sessionId = String(session?.['id']);
    await platform.query('DELETE FROM user_session WHERE id = $1', [sessionId]);
    platform.get(Realtime).broadcastToServers('accessEnded', { sessionId });
    await closed;
    expect(await inHome()).toEqual(['f']);
    expect((await platform.download(token)).status).toBe(404);
  });

  const endSession = () => platform.query('DELETE FROM user_session WHERE user_id = $1', [ann.id]);
  const { getDownloadPath } = endpoints.downloads;

  it('is the answer of a call that was let in before it', async () => {
    await writeFile(join(ann.home, 'f'), 'f');
    const access = platform.get(SpaceAccess);
    const openForDownload = access.openForDownload.bind(access);
    jest.spyOn(access, 'openForDownload').mockImplementationOnce(async (...what) => {
      await endSession();
      return openForDownload(...what);
    });
    const answer = await platform.call(ann, getDownloadPath, { paths: ['/f'] });
    expect(answer).toMatchObject({ code: 401, result: { error: 'SESSION_NOT_SIGNED_IN' } });
  });

  it('is the answer of a call that waits for a package', async () => {
    await mkdir(join(ann.home, 'folder'));
    await writeFile(join(ann.home, 'folder', 'f'), 'f');
    const waiting = platform.call(ann, getDownloadPath, { paths: ['/folder'] });
    await waitFor('the package', async () => {
      const [row] = await platform.query('SELECT id FROM download_package WHERE user_id = $1', [
        ann.id,
      ]);
      return row?.['id'];
    });
    await endSession();
    await platform.get(PackageBuilder).work({}, new AbortController().signal);
    expect((await waiting).code).toBe(401);
  });
});

describe('a change of rights tells the processes only what it says', () => {
  const { menus, projectFiles, projects, shares } = endpoints;
  const pages = ['/myDoc', '/myShare', '/receiveShare', '/managementProject', '/joinProject'];
  /** What every process was told of rights while something was done, and whose menus were told to be other ones. */
  async function toldOf(change: () => Promise<{ success: boolean }>): Promise<unknown[]> {
    const realtime = platform.get(Realtime);
    const broadcast = jest.spyOn(realtime, 'broadcastToServers');
    const published = jest.spyOn(realtime, 'publish');
    expect(await change()).toMatchObject({ success: true });
    const told = [
      ...broadcast.mock.calls.filter(([event]) => /Changed$/.test(event)),
      ...published.mock.calls.filter(([event]) => event === 'menusChanged'),
    ];
    jest.restoreAllMocks();
    return told;
  }

  it('of a space, or of accounts', async () => {
    const call = platform.call.bind(platform);
    const owner = await platform.addUser(`owner${count}`, [...pages, '/menuManagement']);
    const others = [
      await platform.addUser(`x${count}`, pages),
      await platform.addUser(`y${count}`, pages),
    ];
    const [one, other] = others.map(({ id }) => id);
    const { result: project } = await call(owner, projects.add, { projectName: 'p' });
    const projectId = project.id;
    const ofProject = [['spaceAccessChanged', [`project:${projectId}`]]];
    const added = () =>
      call(owner, projects.addUsers, { projectId, userId: [one, other].join(',') });
    expect(await toldOf(added)).toEqual(ofProject);
    const saved = () =>
      call(owner, projectFiles.setPermission, { projectId, file: '/', filePermission: null });
    expect(await toldOf(saved)).toEqual(ofProject);
    const removed = () => call(owner, projects.removeUser, { projectId, userId: one ?? '' });
    expect(await toldOf(removed)).toEqual(ofProject);

    await mkdir(join(owner.home, 'd'), { recursive: true });
    const share = await call(owner, shares.add, {
      patahs: ['/d'],
      shareType: 1,
      users: others.map(({ id }) => ({ id })),
    });
    const { id } = share.result;
    const edited = () => call(owner, shares.edit, { id, users: [{ id: other ?? '' }] });
    expect(await toldOf(edited)).toEqual([['spaceAccessChanged', [`share:${id}`]]]);

    const [menu] = await platform.query("SELECT * FROM menu WHERE menu_url = '/myDoc'");
    const renamed = () =>
      call(owner, menus.save, {
        id: String(menu?.['id']),
        menuName: 'other name',
        menuUrl: '/myDoc',
        menuType: Number(menu?.['menu_type']) as 1,
        parentId: String(menu?.['parent_id'] ?? '0'),
      });
    expect(await toldOf(renamed)).toEqual([['menusChanged', expect.anything()]]);
  });
});

/** Lets something happen when a run has begun with the rights of before, and has yet to put anything in place. */
async function duringRun(happening: () => Promise<void>, run: () => Promise<void>): Promise<void> {
  const staging = platform.get(Staging);
  const hasFreeSpace = staging.hasFreeSpace.bind(staging);
  staging.hasFreeSpace = async (bytes) => {
    staging.hasFreeSpace = hasFreeSpace;
    await happening();
    return hasFreeSpace(bytes);
  };
  try {
    await run();
  } finally {
    staging.hasFreeSpace = hasFreeSpace;
  }
}

async function tokenFor(path: string): Promise<string> {
  const { result } = await platform.call(ann, endpoints.downloads.getDownloadPath, {
    paths: [path],
  });
  return String(result);
}

function open(token: string): Promise<IncomingMessage> {
  const url = `${platform.baseUrl}/api/user/info/download?path=${token}`;
  return new Promise((resolve, reject) => {
    request(url, resolve).on('error', reject).end();
  });
}

/** Sends the first half of a form with one file; `rest` ends it. */
function beginForm(content: Buffer): { outgoing: ReturnType<typeof request>; rest: Buffer } {
  const body = Buffer.concat([
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="files"; filename="form"\r\n' +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    content,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const half = Math.floor(body.length / 2);
  const outgoing = request(`${platform.baseUrl}/api${endpoints.uploads.uploadFile.path}?dir=/`, {
    method: 'POST',
    headers: {
      Authorization: ann.token,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': body.length,
    },
  });
  outgoing.on('error', () => undefined);
  outgoing.write(body.subarray(0, half));
  return { outgoing, rest: body.subarray(half) };
}
