import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecShareRows } from '@clusterdesk/tests/features/share-rows-fixture.js';
import { ShareVisits } from './share-visits.service.js';

const { shares } = endpoints;
const everything = ['/myDoc', '/myShare', '/receiveShare'];

let platform: SpecPlatform;
let spec: SpecShareRows;
let owner: SpecUser;
let receiver: SpecUser;
let other: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { runs: { lookMs: 20 } } });
  spec = new SpecShareRows(platform);
  owner = await platform.addUser('owner', everything);
  receiver = await platform.addUser('receiver', everything);
  other = await platform.addUser('other', everything);
});

afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await platform.query('DELETE FROM copy_task');
  await platform.query('DELETE FROM download_package');
  for (const user of [owner, receiver]) {
    await spec.clear(user);
  }
  await mkdir(join(owner.home, 'data'));
  await writeFile(join(owner.home, 'data/one.txt'), 'one');
  await writeFile(join(owner.home, 'data/two.txt'), 'two');
});

function download(
  id: string,
  paths: string[],
  user = receiver,
): ReturnType<typeof platform.call<typeof shares.getDownloadPath>> {
  return platform.call(user, shares.getDownloadPath, { id, paths });
}

const usedUp = { code: 403, result: { error: 'SHARE_USED_UP' } };

describe('a limit of downloads', () => {
  it('gives no more than so many, however many ask at the same time', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver], downloadLimit: 7 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => download(id, ['/data/one.txt'])),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(7);
    const refused = answers.filter(({ success }) => !success);
    refused.forEach((answer) => expect(answer).toMatchObject(usedUp));
    expect(await spec.downloads(id)).toBe(7);
    const [tickets] = await platform.query(
      'SELECT count(*)::int AS count FROM download_ticket WHERE space_id = $1',
      [id],
    );
    expect(tickets).toEqual({ count: 7 });
  });

  it('counts downloads, previews, packages and copies, and leaves the list to be seen', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver, other], downloadLimit: 4 });
    expect(await download(id, ['/data/one.txt'])).toMatchObject({ success: true });
    const preview = { id, path: '/data/two.txt' };
    expect(await platform.call(receiver, shares.getPreviewPath, preview)).toMatchObject({
      success: true,
    });
    expect(await download(id, ['/data'])).toMatchObject({ success: true });
    const save = { items: [{ shareId: id, path: '/data' }] };
    expect(await platform.call(receiver, shares.saveToMe, save)).toMatchObject({ success: true });
    expect(await download(id, ['/data/one.txt'])).toMatchObject(usedUp);
    expect(await download(id, ['/data/one.txt'], other)).toMatchObject(usedUp);
    expect(await platform.call(receiver, shares.getPreviewPath, preview)).toMatchObject(usedUp);
    expect(await download(id, ['/'])).toMatchObject(usedUp);
    expect(await platform.call(receiver, shares.saveToMe, save)).toMatchObject({ success: false });
    const again = { ...save, operation: '2' as const };
    expect(await platform.call(receiver, shares.saveToMe, again)).toMatchObject(usedUp);
    expect((await platform.call(receiver, shares.files, { id })).result).toHaveLength(1);
    expect(await spec.visits(id)).toEqual([
      { name: 'receiver', action: 'downloaded', paths: ['/data/one.txt'], entries: 1 },
      { name: 'receiver', action: 'previewed', paths: ['/data/two.txt'], entries: 1 },
      { name: 'receiver', action: 'downloaded', paths: ['/data'], entries: 1 },
      { name: 'receiver', action: 'saved', paths: ['/data'], entries: 1 },
      { name: 'receiver', action: 'opened', paths: ['/'], entries: 1 },
    ]);
  });

  it('is not used by what fails, nor by its owner', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver], downloadLimit: 1 });
    await writeFile(join(receiver.home, 'data'), 'in the way');
    const saved = { items: [{ shareId: id, path: '/data' }] };
    expect(await platform.call(receiver, shares.saveToMe, saved)).toMatchObject({ code: 409 });
    expect(await download(id, ['/data/none'])).toMatchObject({ code: 404 });
    expect(
      await platform.call(receiver, shares.getPreviewPath, { id, path: '/data' }),
    ).toMatchObject({ success: false });
    await platform.query('UPDATE user_account SET can_download = false WHERE id = $1', [
      receiver.id,
    ]);
    expect(await download(id, ['/data/one.txt'])).toMatchObject({ code: 403 });
    await platform.query('UPDATE user_account SET can_download = true');
    expect(await spec.downloads(id)).toBe(0);
    expect(await download(id, ['/data/one.txt'], owner)).toMatchObject({ success: true });
    expect(await download(id, ['/data'], owner)).toMatchObject({ success: true });
    expect(await spec.downloads(id)).toBe(0);
    expect(await spec.visits(id)).toEqual([]);
    expect(await download(id, ['/data/one.txt'])).toMatchObject({ success: true });
  });

  it('is not used by a ticket that could not be written down', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver], downloadLimit: 1 });
    const visits = platform.get(ShareVisits);
    const consume = visits.consume.bind(visits);
    const failing = jest.spyOn(visits, 'consume').mockImplementationOnce(async (...asked) => {
      await consume(...asked);
      throw new Error('The connection was lost.');
    });
    const silent = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await download(id, ['/data/one.txt'])).toMatchObject({ code: 500 });
    silent.mockRestore();
    failing.mockRestore();
    expect(await spec.downloads(id)).toBe(0);
    expect(await spec.visits(id)).toEqual([]);
  });

  it('counts a package once, however often its user asks while it is made', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver], downloadLimit: 10 });
    const ask = { id, paths: ['/'], async: true };
    await platform.call(receiver, shares.getDownloadPath, ask);
    // As a run of the worker that takes long would have it.
    await platform.query(
      `UPDATE download_package SET state = 'packing', lease = gen_random_uuid(),
         touched_at = now() + interval '1 hour'`,
    );
    const again = await platform.call(receiver, shares.getDownloadPath, ask);
    expect(again).toMatchObject({ result: { state: 'packing' } });
    expect(await spec.downloads(id)).toBe(1);
    expect(await platform.query('SELECT id FROM download_package')).toHaveLength(1);
  });
});

describe('the visits of a share', () => {
  it('are told to its owner only, the newest first', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver] });
    await platform.call(receiver, shares.files, { id });
    await download(id, ['/data/one.txt']);
    const { result } = await platform.call(owner, shares.visits, { id });
    const user = { id: receiver.id, userName: 'receiver', realName: null };
    const time = expect.stringMatching(/^\d{4}-/);
    expect(result).toEqual({
      data: [
        {
          id: expect.any(String),
          user,
          visitor: null,
          action: 'downloaded',
          paths: ['/data/one.txt'],
          entries: 1,
          time,
        },
        {
          id: expect.any(String),
          user,
          visitor: null,
          action: 'opened',
          paths: ['/'],
          entries: 1,
          time,
        },
      ],
      total: 2,
    });
    const page = await platform.call(owner, shares.visits, { id, pageNum: 1, size: 1 });
    expect(page.result).toMatchObject({ data: [{ action: 'opened' }], total: 2 });
    for (const user of [receiver, other]) {
      expect(await platform.call(user, shares.visits, { id })).toMatchObject({
        code: 404,
        result: { error: 'SHARE_NOT_FOUND' },
      });
    }
    expect(await platform.call(null, shares.visits, { id })).toMatchObject({ code: 401 });
    const guest = await platform.addUser('guest', ['/myDoc', '/receiveShare']);
    expect(await platform.call(guest, shares.visits, { id })).toMatchObject({ code: 403 });
  });

  it('have each opening once an hour for one user', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver, other] });
    const open = (user: SpecUser, path = '/'): Promise<unknown> =>
      platform.call(user, shares.files, { id, path });
    await Promise.all([open(receiver), open(receiver), open(receiver)]);
    await open(receiver, '/data');
    await open(owner);
    await open(other);
    await platform.call(other, shares.files, { id, pageNum: 1, size: 1 });
    const opened = async (): Promise<unknown[]> => (await spec.visits(id)).map(({ name }) => name);
    expect(await opened()).toEqual(['receiver', 'other']);
    await platform.query("UPDATE share_visit SET created_at = now() - interval '61 minutes'");
    await open(receiver);
    expect(await opened()).toEqual(['receiver', 'other', 'receiver']);
  });

  it('are kept up to a number, and without the name of one who is gone', async () => {
    const gone = await platform.addUser('gone', everything);
    const id = await spec.add(owner, ['/data'], { receivers: [receiver, gone] });
    await platform.query(
      `INSERT INTO share_visit (share_id, user_id, action, paths, entries)
       SELECT $1, $2, 'downloaded', '["/old"]', 1 FROM generate_series(1, $3::int)`,
      [id, gone.id, limits.shareVisitsKept],
    );
    await platform.query('UPDATE share_visit SET user_id = NULL');
    await download(id, ['/data/one.txt']);
    const { result } = await platform.call(owner, shares.visits, { id, size: 2 });
    expect(result.total).toBe(limits.shareVisitsKept);
    expect(result.data.map(({ user }) => user?.userName ?? null)).toEqual(['receiver', null]);
  });
});
