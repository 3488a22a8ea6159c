import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, type CopyState, type PackageState } from '@clusterdesk/contracts';
import { SpecForms } from '@clusterdesk/tests/wire/multipart-forms.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';
import { CopyRunner } from '../../copies/running/copy-runner.service.js';
import { PackageBuilder } from '../../downloads/packages/package-builder.service.js';
import { Staging } from './staging.js';

const megabyte = 1024 * 1024;
/** A tenth of so small a disk is kept free. */
const diskBytes = 100 * megabyte;
const reserveBytes = diskBytes / 10;
const noSignal = new AbortController().signal;

let mount: string;
let platform: SpecPlatform;
let forms: SpecForms;
let tus: SpecTus;
let ann: SpecUser;

/** Needs root, for a disk of its own: a developer's run without it fails here. */
beforeAll(async () => {
  mount = await mkdtemp(join(tmpdir(), 'clusterdesk-room-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', mount]);
  platform = await SpecPlatform.open({
    withWorker: false,
    environment: { FILES_DIR: join(mount, 'files') },
  });
  forms = new SpecForms(platform);
  tus = new SpecTus(platform);
  ann = await platform.addUser('ann');
});

afterAll(async () => {
  await platform.close();
  execFileSync('umount', [mount]);
  await rm(mount, { recursive: true });
});

afterEach(async () => {
  await platform.query('DELETE FROM copy_task');
  await platform.query('DELETE FROM download_package');
  await platform.query('DELETE FROM upload');
  await rm(filler(), { force: true });
  await rm(ann.home, { recursive: true, force: true });
  for (const dir of ['uploads', 'packages', 'copies']) {
    await rm(join(mount, 'files/.staging', dir), { recursive: true });
    await mkdir(join(mount, 'files/.staging', dir));
  }
});

const filler = (): string => join(mount, 'filler');

async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(mount);
  return bavail * bsize;
}

/** Somebody else, a job say, leaves so much of the disk. */
async function fillUpTo(leftBytes: number): Promise<void> {
  await writeFile(filler(), Buffer.alloc((await freeBytes()) - leftBytes));
}

/** Fills the disk when what comes has just been found to fit. */
async function afterNextLook(leftBytes: number, work: () => Promise<void>): Promise<void> {
  const staging = platform.get(Staging);
  const hasFreeSpace = staging.hasFreeSpace.bind(staging);
  staging.hasFreeSpace = async (bytes) => {
    staging.hasFreeSpace = hasFreeSpace;
    const hasRoom = await hasFreeSpace(bytes);
    await fillUpTo(leftBytes);
    return hasRoom;
  };
  await work();
  staging.hasFreeSpace = hasFreeSpace;
}

async function fillHome(bytes: number): Promise<void> {
  await mkdir(join(ann.home, 'd'), { recursive: true });
  await mkdir(join(ann.home, 'to'));
  for (const name of ['one', 'two']) {
    await writeFile(join(ann.home, 'd', name), randomBytes(bytes / 2));
  }
}

const askForCopy = async () =>
  platform.call(ann, endpoints.copies.copy, { paths: ['/d'], dir: '/to', async: true });
const askForPackage = async (): Promise<string> => {
  const input = { paths: ['/d'], async: true };
  const { result } = await platform.call(ann, endpoints.downloads.getDownloadPath, input);
  return (result as PackageState).packageId;
};
const makePackage = async (packageId: string): Promise<PackageState> => {
  await platform.get(PackageBuilder).work({}, noSignal);
  return (await platform.call(ann, endpoints.downloads.packageState, { packageId })).result;
};

it('an upload that reaches the reserve stops, and goes on when there is room', async () => {
  const content = randomBytes(30 * megabyte);
  const url = await tus.begin(ann, { fileName: 'big' }, content.length);
  await fillUpTo(reserveBytes + 12 * megabyte);
  const refused = await tus.patch(ann, url, 0, content);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('upload-error-code')).toBe('SPACE_DISK_FULL');
  expect(await freeBytes()).toBeGreaterThanOrEqual(reserveBytes);
  await rm(filler());
  const offset = Number((await tus.send(ann, 'HEAD', url)).headers.get('upload-offset'));
  expect(offset).toBeGreaterThan(0);
  expect((await tus.patch(ann, url, offset, content.subarray(offset))).status).toBe(204);
  expect((await readFile(join(ann.home, 'big'))).equals(content)).toBe(true);
});

it('a disk that fills while an upload comes is noticed within a second or so', async () => {
  const content = randomBytes(30 * megabyte);
  const url = await tus.begin(ann, { fileName: 'slow' }, content.length);
  const sending = await tus.sendPart(ann, url, content, 2 * megabyte);
  const answered = new Promise<number>((resolve) =>
    sending.once('response', ({ statusCode }) => resolve(statusCode ?? 0)),
  );
  await fillUpTo(reserveBytes / 2);
  let sent = 2 * megabyte;
  const timer = setInterval(() => {
    if (sent < content.length) {
      sending.write(content.subarray(sent, sent + 64 * 1024));
      sent += 64 * 1024;
    } else {
      sending.end();
    }
  }, 20);
  expect(await answered.finally(() => clearInterval(timer))).toBe(503);
  sending.destroy();
  expect(await freeBytes()).toBeGreaterThan(0);
});

it.each([
  ['a form of files', {}],
  ['a chunk', { fileName: 'chunk', key: 'k', shardIndex: '1', shardSize: String(9 * megabyte) }],
])('%s does not come out of the reserve', async (name, fields) => {
  const content = randomBytes(9 * megabyte);
  const chunk = { shardTotal: '2', size: String(18 * megabyte), ...fields };
  await afterNextLook(reserveBytes - megabyte, async () => {
    const refused = await forms.send(
      ann,
      'uploadFile',
      [{ name: name === 'a chunk' ? 'file' : 'files', fileName: 'blob', content }],
      { dir: '/', ...(name === 'a chunk' && chunk) },
    );
    expect(refused).toMatchObject({ success: false, result: { error: 'SPACE_DISK_FULL' } });
  });
  expect(await freeBytes()).toBeGreaterThan(reserveBytes - 2 * megabyte);
  expect(await readdir(ann.home)).toEqual([]);
});

it('a copy that reaches the reserve ends, and leaves nothing', async () => {
  await fillHome(20 * megabyte);
  const { copyId } = (await askForCopy()).result as CopyState;
  await afterNextLook(reserveBytes + 12 * megabyte, () =>
    platform.get(CopyRunner).work({}, noSignal),
  );
  const { result } = await platform.call(ann, endpoints.copies.state, { copyId });
  expect(result).toMatchObject({ state: 'failed' });
  expect(await platform.query('SELECT error_code AS code FROM copy_task')).toEqual([
    { code: 'SPACE_DISK_FULL' },
  ]);
  expect(await freeBytes()).toBeGreaterThan(reserveBytes + 11 * megabyte);
  expect(await readdir(join(ann.home, 'to'))).toEqual([]);
});

it('a package that reaches the reserve ends, and leaves nothing', async () => {
  await fillHome(20 * megabyte);
  const packageId = await askForPackage();
  await afterNextLook(reserveBytes + 12 * megabyte, async () => {
    expect(await makePackage(packageId)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('too little disk space'),
    });
  });
  expect(await freeBytes()).toBeGreaterThan(reserveBytes + 11 * megabyte);
});

it('copies, packages and uploads under way count together', async () => {
  await fillHome(25 * megabyte);
  // 65 are left besides the reserve: for two of the three.
  const url = await tus.begin(ann, { fileName: 'up' }, 28 * megabyte);
  expect((await askForCopy()).code).toBe(200);
  expect(await askForCopy()).toMatchObject({ code: 503, result: { error: 'SPACE_DISK_FULL' } });
  expect((await tus.create(ann, { fileName: 'more' }, 28 * megabyte)).status).toBe(503);
  expect((await tus.send(ann, 'DELETE', url)).status).toBe(204);
  expect((await tus.create(ann, { fileName: 'more' }, 28 * megabyte)).status).toBe(201);
});

it('an upload that is only announced keeps nobody from the disk', async () => {
  const url = await tus.begin(ann, { fileName: 'announced' }, 80 * megabyte);
  expect((await tus.create(ann, { fileName: 'next' }, 20 * megabyte)).status).toBe(503);
  execFileSync('touch', ['-d', '-2 minutes', tus.stagedPath(url)]);
  expect((await tus.create(ann, { fileName: 'next' }, 20 * megabyte)).status).toBe(201);
});
