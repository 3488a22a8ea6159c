import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { disk, hiddenEntries, trash } = endpoints;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;
let guest: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    timings: { files: { firstMeasuringMs: 0 } },
  });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
  guest = await platform.addUser('guest', []);
  for (const user of [ann, bob]) {
    await mkdir(user.home, { recursive: true });
  }
});

afterAll(() => platform.close());

describe('who may not', () => {
  const calls: [Endpoint, unknown][] = [
    [disk.list, {}],
    [disk.find, { key: 'x' }],
    [disk.search, { key: 'x' }],
    [disk.recentFiles, {}],
    [disk.measure, { path: '/' }],
    [disk.checksum, { path: '/x' }],
    [disk.mkdir, { path: '/x' }],
    [disk.rename, { path: '/x', newPath: '/y' }],
    [hiddenEntries.list, {}],
    [hiddenEntries.rename, { path: '/', raw: 'ff', newName: 'x' }],
    [disk.remove, { paths: ['/x'] }],
    [disk.checkSameName, { path: '/', fileName: 'x' }],
    [disk.summary, {}],
    [disk.mkdirs, { paths: ['/x'] }],
    [disk.usage, {}],
    [disk.userUsage, { userId: 'x' }],
    [disk.setQuota, { userId: 'x', quotaBytes: 1 }],
    [disk.bulkSetQuota, { ids: ['x'], quotaBytes: 1 }],
    [trash.list, {}],
    [trash.restore, { ids: ['x'] }],
    [trash.purge, { ids: ['x'] }],
    [trash.empty, {}],
  ];

  it.each(calls.map(([endpoint, input]) => [endpoint.path, endpoint, input] as const))(
    '%s: nobody without a session or without the page',
    async (_, endpoint, input) => {
      expect((await platform.call(null, endpoint, input)).code).toBe(401);
      expect((await platform.call(guest, endpoint, input)).code).toBe(403);
    },
  );

  it('are tested for every call of the disk', () => {
    const all = [disk, hiddenEntries, trash]
      .flatMap((calls) => Object.values(calls))
      .map(({ path }) => path);
    expect(calls.map(([{ path }]) => path).sort()).toEqual(all.sort());
  });

  it('another user sees nothing of a disk, whatever the path', async () => {
    await writeFile(join(ann.home, 'private'), 'text');
    for (const path of ['/../ann', '/../ann/private', '/..', '/%2e%2e/ann', ann.home]) {
      const listed = await platform.call(bob, disk.list, { path });
      expect([400, 404]).toContain(listed.code);
      const moved = await platform.call(bob, disk.rename, { path, newPath: '/mine' });
      expect([400, 404]).toContain(moved.code);
    }
    expect((await platform.call(bob, disk.find, { key: 'private' })).result).toEqual([]);
    expect((await platform.call(bob, disk.search, {})).result.entries).toEqual([]);
    expect(await readdir(bob.home)).toEqual([]);
  });

  it('a user whose name is no folder name has no disk', async () => {
    const odd = await platform.addUser('../ann');
    expect(await platform.call(odd, disk.list, {})).toMatchObject({
      code: 403,
      result: { error: 'DISK_NO_HOME' },
    });
  });
});

/** Root may read what it likes: that the home is open again is seen by its mode, by another account also by the answers. */
describe.each([0o000, 0o500])('a home that a job closed (%o)', (mode) => {
  it('is opened again by whatever comes to it', async () => {
    await writeFile(join(bob.home, 'kept.txt'), 'kept');
    await chmod(bob.home, mode);
    const { result } = await platform.call(bob, disk.list, {});
    expect(result.map(({ path }) => path)).toContain('/kept.txt');
    expect((await stat(bob.home)).mode & 0o700).toBe(0o700);
    await chmod(bob.home, mode);
    expect((await platform.call(bob, disk.mkdir, { path: `/made-${mode}` })).code).toBe(200);
    await chmod(bob.home, mode);
    await platform.upload(bob, Buffer.from('up'), { fileName: `up-${mode}` });
    expect(await readdir(bob.home)).toEqual(expect.arrayContaining([`made-${mode}`, `up-${mode}`]));
  });
});
