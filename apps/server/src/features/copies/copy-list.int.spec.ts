import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecCopies, type CopyAnswer } from '@clusterdesk/tests/features/copies-fixture.js';
import { zipByHand } from '@clusterdesk/tests/features/zip-by-hand.js';
import type { SpecPlatform, SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { copies } = endpoints;

let spec: SpecCopies;
let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  spec = await SpecCopies.open({ runs: { lookMs: 20 } });
  ({ platform, ann, bob } = spec);
});

afterAll(() => spec.close());

beforeEach(() => spec.reset());

const listed = async (user = ann): Promise<CopyAnswer[]> =>
  (await platform.call(user, copies.list, {})).result;

it('has what its user began, the newest first, until it is cleared', async () => {
  const first = await spec.copy(['/a.txt']);
  const second = await spec.copy(['/数据']);
  expect((await listed()).map(({ copyId }) => copyId)).toEqual([
    second.result.copyId,
    first.result.copyId,
  ]);
  expect((await listed())[0]).toMatchObject({ state: 'done', placedPath: '/to/数据' });
  expect(await listed(bob)).toEqual([]);
  const copyIds = [first.result.copyId];
  expect(await platform.call(bob, copies.clear, { copyIds })).toMatchObject({ code: 404 });
  expect(await listed()).toHaveLength(2);
  expect(await platform.call(ann, copies.clear, { copyIds })).toMatchObject({ success: true });
  // A second window clears it, too.
  expect(await platform.call(ann, copies.clear, { copyIds })).toMatchObject({ success: true });
  expect((await listed()).map(({ copyId }) => copyId)).toEqual([second.result.copyId]);
  expect(await platform.call(null, copies.list, {})).toMatchObject({ code: 401 });
});

it('begins anew what failed, and only that', async () => {
  const path = join(ann.home, 'to/data.zip');
  await writeFile(path, zipByHand([{ name: 'a', data: 'text', claims: { crc: 1 } }]));
  await platform.call(ann, copies.unzip, { path: '/to/data.zip' });
  const [failed] = await listed();
  const copyId = failed?.copyId ?? '';
  expect(failed).toMatchObject({ kind: 'unzip', state: 'failed' });
  expect(await platform.call(bob, copies.retry, { copyId })).toMatchObject({ code: 404 });
  await writeFile(path, zipByHand([{ name: 'a', data: 'text' }]));
  const { result } = await platform.call(ann, copies.retry, { copyId });
  expect(await spec.ended(result.copyId)).toMatchObject({ state: 'done', placedPath: '/to/data' });
  // The new one stands in its place.
  expect((await listed()).map((item) => item.copyId)).toEqual([result.copyId]);
  expect(await platform.call(ann, copies.retry, { copyId: result.copyId })).toMatchObject({
    result: { error: 'COPY_NOT_FAILED' },
  });
});
