import { afterAll, beforeAll, expect, it } from '@jest/globals';
import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { Authenticator } from '../../platform/http/access/principal.js';
import { SpaceDetails } from '../spaces/details/space-details.service.js';
import { DiskSpaceProvider } from './disk-space-provider.service.js';

const { disk } = endpoints;

/** 测试.txt in GBK, as unzip leaves it. */
const gbkName = Buffer.from('b2e2cad42e747874', 'hex');

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
  await mkdir(join(ann.home, 'run/deep'), { recursive: true });
  await mkdir(bob.home, { recursive: true });
  await writeFile(join(ann.home, 'run/a.txt'), 'abc');
  await writeFile(join(ann.home, 'run/deep/b.txt'), '1234');
  await writeFile(join(bob.home, 'secret'), 'secret');
  await symlink(bob.home, join(ann.home, 'run/out'));
  await writeFile(Buffer.concat([Buffer.from(`${ann.home}/run/`), gbkName]), 'not counted');
});

afterAll(() => platform.close());

it('measures what is below a folder, follows no link out of it, and counts what cannot be shown', async () => {
  expect((await platform.call(ann, disk.measure, { path: '/run' })).result).toEqual({
    bytes: 7,
    files: 2,
    folders: 1,
    hidden: 2,
    isWhole: true,
  });
  const summary = await platform.call(ann, disk.summary, { path: '/run' });
  expect(summary.result).toEqual({ total: 2, folders: 1, hidden: 2 });
  expect((await platform.call(ann, disk.measure, { path: '/run/a.txt' })).result.files).toBe(1);
  expect((await platform.call(ann, disk.measure, { path: '/gone' })).code).toBe(404);
});

it('tells the SHA-256 of a file, and of nothing else', async () => {
  const { result } = await platform.call(ann, disk.checksum, { path: '/run/a.txt' });
  expect(result.sha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect((await platform.call(ann, disk.checksum, { path: '/run' })).success).toBe(false);
  expect((await platform.call(ann, disk.checksum, { path: '/run/out/secret' })).success).toBe(
    false,
  );
});

it('stops for a caller who has gone, and serves the next one', async () => {
  const details = platform.get(SpaceDetails);
  const caller = await platform.get(Authenticator).authenticate(ann.token);
  assert(caller);
  const space = await platform.get(DiskSpaceProvider).openWithoutQuota(caller);
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(details.checksum(space, '/run/a.txt', gone)).rejects.toThrow('gone');
  await expect(details.measure(space, '/run', gone)).rejects.toThrow('gone');
  expect((await platform.call(ann, disk.measure, { path: '/run' })).result.bytes).toBe(7);
});
