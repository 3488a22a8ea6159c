import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits, type EndpointInput } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { dayMs, SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';

const { notifications, shares } = endpoints;
let platform: SpecPlatform;
let spec: SpecSharing;
let ann: SpecUser;
let bob: SpecUser;
let eve: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecSharing(platform);
  ann = await spec.addUser('ann');
  bob = await spec.addUser('bob');
  eve = await spec.addUser('eve');
  await spec.write(ann, '/a.txt');
  await spec.write(ann, '/far/away/b.txt');
  await mkdir(join(ann.home, 'inbox'));
});
afterAll(() => platform.close());
beforeEach(() => platform.query('DELETE FROM share'));

const add = (input: Partial<EndpointInput<typeof shares.add>>, user = ann) =>
  platform.call(user, shares.add, {
    patahs: ['/a.txt'],
    shareType: 1,
    users: [{ id: bob.id }],
    ...input,
  });
const inDays = (days: number): number => Date.now() + days * dayMs;

describe('a share to users', () => {
  it('is there for its owner with the places of its entries, for its users with their names', async () => {
    const { result } = await add({ patahs: ['/far/away/b.txt', '/a.txt'] });
    expect(result).toMatchObject({
      id: expect.stringMatching(/^[\w-]{22}$/),
      shareType: 1,
      state: 'active',
      verification: null,
      expirationTime: null,
      isDropBox: false,
      entries: 2,
      fileVos: [
        { path: '/far/away/b.txt', localPath: 'b.txt', directory: false, isMissing: false },
        { path: '/a.txt', localPath: 'a.txt', directory: false, isMissing: false },
      ],
      sharePaths: [
        { sharePathKey: { path: '/far/away/b.txt' } },
        { sharePathKey: { path: '/a.txt' } },
      ],
      shareUser: { id: ann.id, userName: 'ann' },
      own: {
        users: [{ id: bob.id, userName: 'bob', realName: null }],
        userCount: 1,
        downloadLimit: null,
        downloads: 0,
        lastVisitTime: null,
      },
    });
    const [received] = await spec.list(bob, '2');
    expect(received).toMatchObject({
      id: result.id,
      fileVos: [{ path: '/b.txt' }, { path: '/a.txt' }],
      own: null,
    });
    expect(JSON.stringify(received)).not.toContain('away');
  });

  it('takes a folder with what is in it once, and its number of times a user counts once', async () => {
    const { result } = await add({
      patahs: ['/far/away', '/far/away/b.txt', '/far/away/'],
      users: [{ id: bob.id }, { id: bob.id }],
    });
    expect(result).toMatchObject({
      fileVos: [{ path: '/far/away', directory: true }],
      own: { userCount: 1 },
    });
  });

  it('is told to its users, live and among the notifications', async () => {
    const window = await spec.openWindow(bob);
    const { result } = await add({});
    await waitFor('the news', () =>
      window.heard.some(({ list, shareId }) => list === 'received' && shareId === result.id),
    );
    window.close();
    const listed = await platform.call(bob, notifications.list, {});
    expect(listed.result.content[0]).toMatchObject({
      kind: 'shares.received',
      payload: { shareId: result.id, sharer: 'ann', name: 'a.txt', entries: 1, isDropBox: false },
    });
  });
});

describe('what may not be shared', () => {
  const now = Date.now();
  const wrong: [
    what: string,
    input: Partial<EndpointInput<typeof shares.add>>,
    code: number,
    error: string,
  ][] = [
    ['with nobody', { users: [] }, 400, 'SHARE_USERS_MISSING'],
    ['with a user who is not there', { users: [{ id: 'nobody' }] }, 404, 'SHARE_USER_UNKNOWN'],
    ['nothing', { patahs: [] }, 400, 'INPUT_INVALID'],
    ['the whole disk', { patahs: ['/'] }, 400, 'SHARE_WHOLE_DISK'],
    ['the whole disk among others', { patahs: ['/a.txt', '//'] }, 400, 'SHARE_WHOLE_DISK'],
    ['what is not there', { patahs: ['/a.txt', '/none'] }, 404, 'FILE_NOT_FOUND'],
    ['a way out of the disk', { patahs: ['/../bob'] }, 400, 'FILE_INVALID_PATH'],
    ['users a number of times', { downloadLimit: 3 }, 400, 'SHARE_TYPE_DIFFERS'],
    ['a file as a drop box', { isDropBox: true }, 400, 'SHARE_DROP_BOX_NOT_FOLDER'],
    [
      'two folders as a drop box',
      { patahs: ['/inbox', '/far'], isDropBox: true },
      400,
      'SHARE_DROP_BOX_NOT_FOLDER',
    ],
    ['a link without an end', { shareType: 2 }, 400, 'SHARE_EXPIRATION_MISSING'],
    [
      'a link of the past',
      { shareType: 2, expirationTime: now - 1 },
      400,
      'SHARE_EXPIRATION_INVALID',
    ],
    [
      'a link for longer than permanent',
      { shareType: 2, expirationTime: now + (limits.sharePermanentDays + 2) * dayMs },
      400,
      'SHARE_EXPIRATION_INVALID',
    ],
    [
      'a link until a day that there is not',
      { shareType: 2, expirationTime: '2026-02-30' },
      400,
      'INPUT_DATE_WRONG',
    ],
    [
      'a link with a short code',
      { shareType: 2, expirationTime: now + dayMs, verification: 'abc' },
      400,
      'INPUT_INVALID',
    ],
    [
      'a link that gives nothing',
      { shareType: 2, expirationTime: now + dayMs, downloadLimit: 0 },
      400,
      'INPUT_INVALID',
    ],
  ];
  it.each(wrong)('%s', async (_, input, code, error) => {
    expect(await add(input)).toMatchObject({ code, result: { error } });
    expect(await platform.query('SELECT 1 FROM share')).toEqual([]);
  });

  it('with oneself', async () => {
    const users = [{ id: bob.id }, { id: ann.id }];
    expect(await add({ users })).toMatchObject({
      code: 400,
      result: { error: 'SHARE_WITH_ONESELF' },
    });
  });

  it('with a user who may not sign in', async () => {
    const gone = await spec.addUser('frozen');
    await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [gone.id]);
    expect(await add({ users: [{ id: bob.id }, { id: gone.id }] })).toMatchObject({
      code: 404,
      result: { error: 'SHARE_USER_UNKNOWN' },
    });
  });

  it('without a disk', async () => {
    const user = await platform.addUser('diskless', ['/myShare']);
    expect(await add({}, user)).toMatchObject({ code: 403 });
  });

  it('more than one user may have, also at the same moment', async () => {
    await platform.query(
      `INSERT INTO share (id, owner_id, share_type)
       SELECT 'many' || n, $1, 1 FROM generate_series(1, $2::int) n`,
      [ann.id, limits.sharesPerUser - 3],
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({})));
    expect(answers.filter(({ success }) => success)).toHaveLength(3);
    expect(answers.filter(({ success }) => !success)[0]).toMatchObject({
      code: 409,
      result: { error: 'SHARE_TOO_MANY' },
    });
  });
});

describe('a link', () => {
  it('has a code of easily read letters, or the one that was given', async () => {
    const made = await spec.link(ann, ['/a.txt'], { users: [{ id: bob.id }] });
    expect(made.verification).toMatch(/^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{6}$/);
    expect(made.own?.userCount).toBe(0);
    expect(await spec.ids(bob, '2')).toEqual([]);
    const given = await spec.link(ann, ['/a.txt'], { verification: 'Abc123' });
    expect(given.verification).toBe('Abc123');
  });

  it('may be good for as long as a permanent one, and be one folder as a drop box', async () => {
    const link = await spec.link(ann, ['/inbox'], {
      isDropBox: true,
      expirationTime: inDays(limits.sharePermanentDays),
      downloadLimit: 5,
    });
    expect(link).toMatchObject({ isDropBox: true, own: { downloadLimit: 5 } });
  });
});

describe('an edit', () => {
  it('replaces the users: the new ones are told, the old ones lose it', async () => {
    const { id } = await spec.share(ann, ['/a.txt'], [bob]);
    const window = await spec.openWindow(bob);
    await platform.query('DELETE FROM notification');
    const { result } = await platform.call(ann, shares.edit, { id, users: [{ id: eve.id }] });
    expect(result.own?.users.map(({ userName }) => userName)).toEqual(['eve']);
    expect(await spec.ids(bob, '2')).toEqual([]);
    expect(await spec.ids(eve, '2')).toEqual([id]);
    await waitFor('the news', () => window.heard.some(({ shareId }) => shareId === id));
    window.close();
    const told = await platform.query('SELECT user_id FROM notification');
    expect(told).toEqual([{ user_id: eve.id }]);
  });

  it('gives it back to one who left', async () => {
    const { id } = await spec.share(ann, ['/a.txt'], [bob, eve]);
    await platform.call(bob, shares.leave, { id });
    expect(await spec.ids(bob, '2')).toEqual([]);
    const users = [{ id: bob.id }, { id: eve.id }];
    expect(await platform.call(ann, shares.edit, { id, users })).toMatchObject({ code: 200 });
    expect(await spec.ids(bob, '2')).toEqual([id]);
  });

  it('makes an expired link good again, with the same code and those who had it', async () => {
    const link = await spec.link(ann, ['/a.txt']);
    await spec.redeem(bob, link);
    await platform.query(
      `UPDATE share SET expires_at = now() - interval '1 s', is_expiry_told = true`,
    );
    expect((await spec.list(ann, '1'))[0]?.state).toBe('expired');
    expect(await spec.ids(bob, '2')).toEqual([]);
    const { id } = link;
    const { result } = await platform.call(ann, shares.edit, { id, expirationTime: inDays(30) });
    expect(result).toMatchObject({ state: 'active', verification: link.verification });
    expect(await spec.ids(bob, '2')).toEqual([id]);
    expect(await platform.query('SELECT is_expiry_told FROM share')).toEqual([
      { is_expiry_told: false },
    ]);
  });

  it('takes a time as a date, which counts to its end', async () => {
    const { id } = await spec.link(ann, ['/a.txt']);
    const day = wireTime(new Date(inDays(30)), platform.config.timeZone).slice(0, 10);
    for (const expirationTime of [day, `${day} 23:59:59`]) {
      const { result } = await platform.call(ann, shares.edit, { id, expirationTime });
      const shown = wireTime(new Date(result.expirationTime ?? 0), platform.config.timeZone);
      expect(shown).toBe(`${day} 23:59:59`);
    }
  });

  it('of one thing keeps the others, also when two come at a time', async () => {
    const { id } = await spec.link(ann, ['/a.txt']);
    const expirationTime = inDays(15);
    await Promise.all([
      platform.call(ann, shares.edit, { id, downloadLimit: 7 }),
      platform.call(ann, shares.edit, { id, expirationTime }),
    ]);
    const { result } = await platform.call(ann, shares.detail, { id });
    expect(result).toMatchObject({ expirationTime, own: { downloadLimit: 7 } });
    await platform.call(ann, shares.edit, { id, downloadLimit: null });
    expect((await platform.call(ann, shares.detail, { id })).result.own?.downloadLimit).toBeNull();
  });

  it('of the users at a time leaves those of one of the two', async () => {
    const { id } = await spec.share(ann, ['/a.txt'], [bob]);
    const edits = [[bob.id, eve.id], [eve.id]].map((ids) =>
      platform.call(ann, shares.edit, { id, users: ids.map((userId) => ({ id: userId })) }),
    );
    expect((await Promise.all(edits)).map(({ code }) => code)).toEqual([200, 200]);
    expect(await spec.ids(eve, '2')).toEqual([id]);
    const told = await platform.query(
      'SELECT count(*)::int AS count FROM notification WHERE user_id = $1 AND payload @> $2',
      [eve.id, JSON.stringify({ shareId: id })],
    );
    expect(told).toEqual([{ count: 1 }]);
  });

  it('is refused for what the share has not', async () => {
    const link = await spec.link(ann, ['/a.txt']);
    const share = await spec.share(ann, ['/a.txt'], [bob]);
    const edit = (input: EndpointInput<typeof shares.edit>) =>
      platform.call(ann, shares.edit, input);
    expect(await edit({ id: link.id, users: [{ id: bob.id }] })).toMatchObject({ code: 400 });
    expect(await edit({ id: share.id, expirationTime: inDays(1) })).toMatchObject({ code: 400 });
    expect(await edit({ id: share.id, downloadLimit: 1 })).toMatchObject({ code: 400 });
    expect(await edit({ id: share.id, users: [] })).toMatchObject({
      result: { error: 'SHARE_USERS_MISSING' },
    });
    expect(await edit({ id: share.id, users: [{ id: ann.id }] })).toMatchObject({
      result: { error: 'SHARE_WITH_ONESELF' },
    });
    expect(await edit({ id: link.id, expirationTime: Date.now() })).toMatchObject({
      result: { error: 'SHARE_EXPIRATION_INVALID' },
    });
  });
});

describe('the end of a share', () => {
  it('is one for all who have it, and told to their windows', async () => {
    const first = await spec.share(ann, ['/a.txt'], [bob, eve]);
    const second = await spec.share(ann, ['/far'], [bob]);
    const windows = await Promise.all([bob, eve].map((user) => spec.openWindow(user)));
    const id = [first.id, second.id].join(',');
    expect(await platform.call(ann, shares.remove, { id })).toMatchObject({ code: 200 });
    expect(await spec.ids(bob, '2')).toEqual([]);
    for (const window of windows) {
      await waitFor('the news', () => window.heard.some(({ shareId }) => shareId === first.id));
      window.close();
    }
  });

  it('is all or nothing, and never that of others', async () => {
    const mine = await spec.share(ann, ['/a.txt'], [bob]);
    await spec.write(eve, '/e.txt');
    const hers = await spec.share(eve, ['/e.txt'], [bob]);
    const answer = await platform.call(ann, shares.remove, { id: `${mine.id},${hers.id}` });
    expect(answer).toMatchObject({ code: 404, result: { error: 'SHARE_NOT_FOUND' } });
    expect((await spec.ids(bob, '2')).sort()).toEqual([mine.id, hers.id].sort());
  });

  it('of one receiver is his own affair', async () => {
    const { id } = await spec.share(ann, ['/a.txt'], [bob, eve]);
    const window = await spec.openWindow(ann);
    expect(await platform.call(bob, shares.leave, { id })).toMatchObject({ code: 200 });
    expect(await platform.call(bob, shares.leave, { id })).toMatchObject({ code: 404 });
    expect(await spec.ids(eve, '2')).toEqual([id]);
    expect((await spec.list(ann, '1'))[0]?.own?.userCount).toBe(1);
    await waitFor('the news', () => window.heard.some(({ list }) => list === 'mine'));
    window.close();
  });
});
