import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecShareRows } from '@clusterdesk/tests/features/share-rows-fixture.js';
import { QuotaExceededError } from '../../spaces/space.errors.js';
import { CopyService } from '../../copies/copy.service.js';

const { shares } = endpoints;
const everything = ['/myDoc', '/myShare', '/receiveShare'];

let platform: SpecPlatform;
let spec: SpecShareRows;
let owner: SpecUser;
let other: SpecUser;
let receiver: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { runs: { lookMs: 20 } } });
  spec = new SpecShareRows(platform);
  owner = await platform.addUser('owner', everything);
  other = await platform.addUser('other', everything);
  receiver = await platform.addUser('receiver', everything);
});

afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await platform.query('DELETE FROM copy_task');
  for (const user of [owner, other, receiver]) {
    await spec.clear(user);
    await mkdir(join(user.home, 'data/deep'), { recursive: true });
    await writeFile(join(user.home, 'data/deep/file.txt'), user.name);
    await writeFile(join(user.home, `${user.name}.txt`), user.name);
  }
  await mkdir(join(receiver.home, 'to'));
});

const inTarget = async (): Promise<string[]> =>
  (await readdir(join(receiver.home, 'to'), { recursive: true })).sort();

const copiesBegun = async (): Promise<unknown> =>
  (
    await platform.query(
      "SELECT count(*)::int AS count FROM copy_task WHERE state IN ('waiting', 'copying', 'done')",
    )
  )[0]?.['count'];

describe('saving what others share', () => {
  it('copies entries of several shares, one copy for each, in the order of their coming', async () => {
    const one = await spec.add(owner, ['/data', '/owner.txt'], { receivers: [receiver] });
    const two = await spec.add(other, ['/other.txt'], { receivers: [receiver] });
    const items = [
      { shareId: two, path: '/other.txt' },
      { shareId: one, path: '/owner.txt' },
      { shareId: one, path: '/data/deep' },
    ];
    const answer = await platform.call(receiver, shares.saveToMe, { items, dir: '/to' });
    expect(answer).toMatchObject({
      success: true,
      result: [
        { state: 'done', from: { space: 'share', spaceId: two }, entries: 1, dir: '/to' },
        { state: 'done', from: { space: 'share', spaceId: one }, entries: 2, dir: '/to' },
      ],
    });
    expect(await inTarget()).toEqual(['deep', 'deep/file.txt', 'other.txt', 'owner.txt']);
    expect(await readFile(join(receiver.home, 'to/deep/file.txt'), 'utf8')).toBe('owner');
    expect(await spec.visits(one)).toEqual([
      { name: 'receiver', action: 'saved', paths: ['/data/deep', '/owner.txt'], entries: 2 },
    ]);
  });

  it('is for those who have a disk', async () => {
    const diskless = await platform.addUser('diskless', ['/receiveShare']);
    const id = await spec.add(owner, ['/data'], { receivers: [diskless] });
    const save = { items: [{ shareId: id, path: '/data' }] };
    expect(await platform.call(diskless, shares.saveToMe, save)).toMatchObject({ code: 403 });
    expect(await platform.call(null, shares.saveToMe, save)).toMatchObject({ code: 401 });
  });

  it('begins nothing when one of the shares or entries is not to be had', async () => {
    const one = await spec.add(owner, ['/data'], { receivers: [receiver] });
    const foreign = await spec.add(other, ['/other.txt'], { receivers: [owner] });
    const usedUp = await spec.add(other, ['/other.txt'], {
      receivers: [receiver],
      downloadLimit: 1,
    });
    await platform.query('UPDATE share SET downloads = 1 WHERE id = $1', [usedUp]);
    const save = (
      shareId: string,
      path: string,
      operation: '0' | '1' | '2' = '0',
    ): ReturnType<typeof platform.call<typeof shares.saveToMe>> =>
      platform.call(receiver, shares.saveToMe, {
        items: [
          { shareId: one, path: '/data' },
          { shareId, path },
        ],
        dir: '/to',
        operation,
      });
    expect(await save(foreign, '/other.txt')).toMatchObject({ code: 404 });
    expect(await save(usedUp, '/other.txt')).toMatchObject({ result: { error: 'SHARE_USED_UP' } });
    expect(await save(one, '/none')).toMatchObject({ code: 404 });
    expect(await save(one, '/')).toMatchObject({ success: false });
    const alike = await spec.add(other, ['/data'], { receivers: [receiver] });
    for (const operation of ['0', '1'] as const) {
      expect(await save(alike, '/data', operation)).toMatchObject({
        result: { error: 'COPY_SAME_NAME_TWICE' },
      });
    }
    await mkdir(join(receiver.home, 'to/other.txt'));
    const free = await spec.add(other, ['/other.txt'], { receivers: [receiver] });
    expect(await save(free, '/other.txt')).toMatchObject({ code: 409 });
    expect(await copiesBegun()).toBe(0);
    expect(await spec.downloads(one)).toBe(0);
    expect(await save(alike, '/data', '2')).toMatchObject({ success: true });
    expect(await inTarget()).toEqual(
      expect.arrayContaining(['data/deep/file.txt', 'data (1)/deep/file.txt']),
    );
  });

  it('stops what it began when a later copy cannot begin after all', async () => {
    const one = await spec.add(owner, ['/data'], { receivers: [receiver] });
    const two = await spec.add(other, ['/other.txt'], { receivers: [receiver] });
    const copies = platform.get(CopyService);
    const begin = copies.begin.bind(copies);
    const failing = jest.spyOn(copies, 'begin').mockImplementation((copy) => {
      failing.mockRejectedValueOnce(new QuotaExceededError(0, 1));
      return begin(copy);
    });
    const items = [
      { shareId: one, path: '/data' },
      { shareId: two, path: '/other.txt' },
    ];
    const cancelling = jest.spyOn(copies, 'cancel');
    const answer = await platform.call(receiver, shares.saveToMe, { items, dir: '/to' });
    expect(answer).toMatchObject({ result: { error: 'SPACE_QUOTA_EXCEEDED' } });
    expect(cancelling).toHaveBeenCalledTimes(1);
    failing.mockRestore();
    cancelling.mockRestore();
  });

  it('counts on the own quota', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver] });
    await platform.query(
      `INSERT INTO disk_account (user_id, quota_bytes, used_bytes, measured_at)
       VALUES ($1, 2, 0, now()) ON CONFLICT (user_id) DO UPDATE SET quota_bytes = 2`,
      [receiver.id],
    );
    const save = { items: [{ shareId: id, path: '/data' }], dir: '/to' };
    expect(await platform.call(receiver, shares.saveToMe, save)).toMatchObject({
      result: { error: 'SPACE_QUOTA_EXCEEDED' },
    });
    await platform.query('DELETE FROM disk_account');
    expect(await spec.downloads(id)).toBe(0);
  });

  it('leaves out links, and takes nothing into a folder that is none', async () => {
    await symlink('/etc', join(owner.home, 'data/etc'));
    const id = await spec.add(owner, ['/data'], { receivers: [receiver] });
    const save = { items: [{ shareId: id, path: '/data' }], dir: '/to' };
    expect(await platform.call(receiver, shares.saveToMe, save)).toMatchObject({ success: true });
    expect(await inTarget()).toEqual(['data', 'data/deep', 'data/deep/file.txt']);
    for (const dir of ['/none', '/receiver.txt', '/../owner', '/data/../..']) {
      const answer = await platform.call(receiver, shares.saveToMe, { ...save, dir });
      expect(answer.success).toBe(false);
    }
  });
});
