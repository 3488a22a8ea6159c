import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits, type PackageState } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { CopyRunner } from '../../copies/running/copy-runner.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { packageBytesSetting } from './package.service.js';
import { PackageBuilder } from './package-builder.service.js';

const { getDownloadPath, packageState } = endpoints.downloads;
const noSignal = new AbortController().signal;

let platform: SpecPlatform;
let ann: SpecUser;

/** No worker: its runs are the spec's. */
beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
});

afterAll(() => platform.close());

afterEach(async () => {
  await platform.query('DELETE FROM download_package');
  await platform.get(Settings).set(packageBytesSetting, limits.packageBytesPerUser);
  await rm(ann.home, { recursive: true, force: true });
});

async function makeFolder(name: string, bytes: number): Promise<void> {
  await mkdir(join(ann.home, name), { recursive: true });
  await writeFile(join(ann.home, name, 'f'), Buffer.alloc(bytes, name));
}

const ask = async (name: string): Promise<{ code: number; result: PackageState }> => {
  const answer = await platform.call(ann, getDownloadPath, { paths: [`/${name}`], async: true });
  return { code: answer.code, result: answer.result as PackageState };
};

async function make(name: string): Promise<string> {
  const { packageId } = (await ask(name)).result;
  await platform.get(PackageBuilder).work({}, noSignal);
  return packageId;
}

const zips = async (): Promise<string[]> =>
  (await readdir(platform.get(Staging).packagesDir)).sort();

it('as many as may be are made at a time; one more is refused', async () => {
  for (let index = 0; index < 10; index += 1) {
    await makeFolder(`d${index}`, 1);
    expect((await ask(`d${index}`)).code).toBe(200);
  }
  await makeFolder('more', 1);
  expect(await ask('more')).toMatchObject({
    code: 409,
    result: { error: 'DOWNLOAD_TOO_MANY_PACKAGES' },
  });
  // What was asked for before is not another one.
  expect((await ask('d3')).code).toBe(200);
});

it('the bytes of one user are bounded: the ready one used longest ago gives way', async () => {
  await platform.get(Settings).set(packageBytesSetting, 1000);
  for (const name of ['a', 'b', 'c']) {
    await makeFolder(name, 400);
  }
  const [first, second] = [await make('a'), await make('b')];
  expect(await zips()).toEqual([`${first}.zip`, `${second}.zip`].sort());
  await ask('a');
  const third = await make('c');
  expect(await zips()).toEqual([`${first}.zip`, `${third}.zip`].sort());
  await makeFolder('large', 1001);
  expect(await ask('large')).toMatchObject({
    code: 409,
    result: { error: 'DOWNLOAD_PACKAGE_TOO_LARGE' },
  });
});

it('a ready package whose file is gone is made anew', async () => {
  await makeFolder('d', 10);
  const packageId = await make('d');
  await rm(platform.get(Staging).packagePath(packageId));
  expect((await ask('d')).result).toMatchObject({ packageId, state: 'waiting', token: null });
  await platform.get(PackageBuilder).work({}, noSignal);
  const { token } = (await platform.call(ann, packageState, { packageId })).result;
  expect((await platform.download(token ?? '')).status).toBe(200);
});

it('asking how far it is gives the same ticket each time', async () => {
  await makeFolder('d', 10);
  const packageId = await make('d');
  const tokens = new Set<string | null>();
  for (let index = 0; index < 5; index += 1) {
    tokens.add((await platform.call(ann, packageState, { packageId })).result.token);
  }
  expect(tokens.size).toBe(1);
  expect(await platform.query('SELECT 1 FROM download_ticket')).toHaveLength(1);
});

it('a file of holes fills neither a package nor a copy', async () => {
  const sizeBytes = 300_000_000;
  await mkdir(join(ann.home, 'd'), { recursive: true });
  await mkdir(join(ann.home, 'to'));
  // By its name it would be stored as it is.
  const sparse = await open(join(ann.home, 'd/sparse.zip'), 'w');
  await sparse.truncate(sizeBytes);
  await sparse.write('end', sizeBytes - 3);
  await sparse.close();
  const packageId = await make('d');
  const { size } = await stat(platform.get(Staging).packagePath(packageId));
  expect(size).toBeLessThan(5_000_000);
  const input = { paths: ['/d'], dir: '/to', async: true };
  await platform.call(ann, endpoints.copies.copy, input);
  await platform.get(CopyRunner).work({}, noSignal);
  const copied = await stat(join(ann.home, 'to/d/sparse.zip'));
  expect(copied.size).toBe(sizeBytes);
  expect(copied.blocks * 512).toBeLessThan(5_000_000);
});
