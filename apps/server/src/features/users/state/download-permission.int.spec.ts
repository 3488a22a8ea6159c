import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { largeBytes, SpecRunningWork } from '@clusterdesk/tests/features/running-work-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { noteStatements } from '@clusterdesk/tests/server/statements.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { allowAll, detail, save } = endpoints.downloadPermission;

let platform: SpecPlatform;
let manager: SpecUser;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    timings: { rights: { runningWorkMs: 3_600_000 } },
  });
  manager = await platform.addUser('manager', ['/systemeManagement']);
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.query('DELETE FROM download_switch_user');
  await platform.query(`DELETE FROM setting WHERE key = 'downloadSwitch'`);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const set = (allowDownload: boolean, ...userIds: string[]) =>
  platform.call(manager, save, { allowDownload, userIds });
const show = async (size?: number) =>
  (await platform.call(manager, detail, size === undefined ? {} : { size })).result;
const namesOf = (users: readonly { userName: string }[]): string[] =>
  users.map(({ userName }) => userName);
const mayDownload = async (user: SpecUser): Promise<boolean> =>
  (await platform.call(user, endpoints.account.detail, {})).result.permission.enableDowloadUserData;

describe('the download permission', () => {
  it('is on for everybody at first', async () => {
    expect(await show()).toMatchObject({
      allowDownload: true,
      allowDownloadOfNotAllowUsers: [],
      notAllowDownloadOfAllowUser: [],
      users: expect.arrayContaining([expect.objectContaining({ id: ann.id, userName: 'ann' })]),
    });
    expect(await mayDownload(ann)).toBe(true);
  });

  it('is for administrators of the system alone', async () => {
    for (const [user, code] of [
      [null, 401],
      [ann, 403],
    ] as const) {
      expect((await platform.call(user, detail, {})).code).toBe(code);
      const answer = await platform.call(user, save, { allowDownload: false, userIds: [ann.id] });
      expect(answer.code).toBe(code);
      expect((await platform.call(user, allowAll, {})).code).toBe(code);
    }
    expect((await show()).allowDownload).toBe(true);
  });

  it('goes back to everybody, and keeps the users of the other state', async () => {
    await set(true, ann.id);
    await set(false, bob.id);
    const window = await connectConsole(platform.baseUrl, ann.token);
    expect((await platform.call(manager, allowAll, {})).code).toBe(200);
    await waitFor('the window', () => window.menusChanged() === 1);
    window.close();
    expect([await mayDownload(ann), await mayDownload(bob)]).toEqual([true, true]);
    const chosen = await show(0);
    expect(chosen).toMatchObject({ allowDownload: true, allowDownloadOfNotAllowUsers: [] });
    expect(namesOf(chosen.notAllowDownloadOfAllowUser)).toEqual(['bob']);
  });

  it('keeps the users of each state while the other holds', async () => {
    await set(true, ann.id);
    expect([await mayDownload(ann), await mayDownload(bob)]).toEqual([false, true]);
    await set(false, bob.id);
    expect([await mayDownload(ann), await mayDownload(bob)]).toEqual([false, true]);
    const chosen = await show(0);
    expect(chosen.allowDownload).toBe(false);
    expect(namesOf(chosen.allowDownloadOfNotAllowUsers)).toEqual(['ann']);
    expect(namesOf(chosen.notAllowDownloadOfAllowUser)).toEqual(['bob']);
    expect(namesOf(chosen.users).sort()).toEqual(['ann', 'bob']);
    await set(false, ann.id);
    expect([await mayDownload(ann), await mayDownload(bob)]).toEqual([true, false]);
  });

  it.each([
    ['nobody is chosen', [], 'USERS_NOBODY_CHOSEN', 'Please select at least one user'],
    ['somebody is unknown', ['00000000-0000-4000-8000-000000000000'], 'USERS_USER_UNKNOWN', null],
  ])('changes nothing when %s', async (_, userIds, error, message) => {
    await set(true, ann.id);
    const answer = await set(false, ...(userIds.length ? [bob.id] : []), ...userIds);
    expect(answer.result).toMatchObject({ error });
    expect(message ?? answer.message).toBe(answer.message);
    expect(await show(0)).toMatchObject({ allowDownload: true, notAllowDownloadOfAllowUser: [] });
    expect(await mayDownload(ann)).toBe(false);
  });

  it('forgets a user who is deleted, and lets nobody else in by that', async () => {
    const gone = await platform.addUser('gone');
    await set(false, gone.id);
    await platform.query('DELETE FROM user_account WHERE id = $1', [gone.id]);
    expect(await show(0)).toMatchObject({ allowDownload: false, notAllowDownloadOfAllowUser: [] });
    expect(await mayDownload(ann)).toBe(false);
  });
});

describe('a changed download permission', () => {
  it('is told to the windows of those whose right changes, and to nobody else', async () => {
    await set(true, manager.id);
    const windows = await Promise.all(
      [ann, bob].map(({ token }) => connectConsole(platform.baseUrl, token)),
    );
    const heard = (): number[] => windows.map((window) => window.menusChanged());
    await set(true, ann.id);
    await waitFor('the window', () => heard()[0] === 1);
    // For both now; what was told to the other before would have come first.
    await set(false, manager.id);
    await set(true, manager.id);
    await waitFor('both windows', () => heard().every((count) => count > 0));
    await waitFor('all news', () => heard()[1] === 2);
    expect(heard()[0]).toBe(2);
    windows.forEach((window) => window.close());
  });

  it('ends what runs against it', async () => {
    const running = new SpecRunningWork(platform);
    const asked = endpoints.downloads.getDownloadPath;
    await mkdir(join(ann.home, 'folder'), { recursive: true });
    await writeFile(join(ann.home, 'large.bin'), Buffer.alloc(largeBytes));
    await writeFile(join(ann.home, 'folder/a.txt'), 'text');
    const { result: token } = await platform.call(ann, asked, { paths: ['/large.bin'] });
    const packed = await platform.call(ann, asked, { paths: ['/folder'], async: true });
    await running.expectDownloadToBreak(token, () => set(true, ann.id), 403);
    await set(true, bob.id);
    await running.expectPackageToFail(ann, packed.result, () => set(false, bob.id));
  });
});

describe('with 10,000 users', () => {
  const many = 10_000;
  beforeAll(async () => {
    for (let first = 0; first < many; first += 2_000) {
      await platform.query(
        `INSERT INTO user_account (user_name, password_hash)
         SELECT 'user' || lpad(n::text, 5, '0'), 'none' FROM generate_series($1::int, $1::int + 1999) n`,
        [first],
      );
    }
  });

  it('names those who are chosen, and the first 999', async () => {
    const [last] = await platform.query(
      `SELECT id FROM user_account WHERE user_name = 'user09999'`,
    );
    await set(true, String(last?.['id']));
    const { users } = await show(5_000);
    expect(users).toHaveLength(1_000);
    expect(namesOf(users)).toContain('user09999');
  });

  it('is decided and told by few statements, whoever it concerns', async () => {
    const noted = noteStatements();
    expect((await set(false, ann.id)).code).toBe(200);
    await waitFor('all to be numbered', () => {
      const told = noted.list.filter(({ text }) => text.includes('live_cursor'));
      return told.reduce((sum, { rows }) => sum + rows, 0) > many;
    });
    noted.stop();
    expect(noted.list.length).toBeLessThan(150);
  });

  it('takes no more of them than are kept', async () => {
    const ids = await platform.query('SELECT id FROM user_account LIMIT 5001');
    const userIds = ids.map(({ id }) => String(id));
    expect(await set(true, ...userIds)).toMatchObject({ code: 400 });
    expect((await set(true, ...userIds.slice(1))).code).toBe(200);
  });
});
