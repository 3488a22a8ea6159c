import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits, type EndpointInput } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';

const { shares } = endpoints;
let platform: SpecPlatform;
let spec: SpecSharing;
let ann: SpecUser;
let bob: SpecUser;
let eve: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecSharing(platform);
  [ann, bob, eve] = [
    await spec.addUser('ann'),
    await spec.addUser('bob'),
    await spec.addUser('eve'),
  ];
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.query('DELETE FROM share');
  for (const user of [ann, eve]) {
    await rm(user.home, { recursive: true, force: true });
    await spec.write(user, '/one/data.txt', '1');
    await spec.write(user, '/two/data.txt', '2');
    await spec.write(user, '/Report_100%.pdf');
  }
});

const page = (user: SpecUser, input: EndpointInput<typeof shares.page>) =>
  platform.call(user, shares.page, input);
const moveTime = (id: string, seconds: number) =>
  platform.query(
    'UPDATE share_receiver SET created_at = now() + make_interval(secs => $2) WHERE share_id = $1',
    [id, seconds],
  );

/** The row of an entry that lies in the trash, as SQL. */
const inTrash = `ensure_space_entry('disk', owner_id::text, 't', string_to_array(substr(path, 2), '/'))`;

describe('entries of a share', () => {
  it('with the same name are numbered, and keep their names when one of them is deleted', async () => {
    const paths = ['/one/data.txt', '/two/data.txt'];
    const { id } = await spec.share(ann, paths, [bob]);
    const names = async () => (await spec.list(bob, '2'))[0]?.fileVos.map(({ path }) => path);
    expect(await names()).toEqual(['/data.txt', '/data (1).txt']);
    await platform.query(
      `UPDATE share_path SET entry_id = ${inTrash} WHERE share_id = $1 AND "position" = 0`,
      [id],
    );
    const [row] = await spec.list(bob, '2');
    expect(row).toMatchObject({
      state: 'active',
      fileVos: [
        { path: '/data.txt', isMissing: true },
        { path: '/data (1).txt', isMissing: false },
      ],
    });
    expect((await spec.list(ann, '1'))[0]?.fileVos.map(({ path }) => path)).toEqual(paths);
  });

  it('are missing when something else than the platform moved them, until it moves them back', async () => {
    await spec.share(ann, ['/one', '/two/data.txt'], [bob]);
    const home = (path: string): string => join(ann.home, path);
    await rename(home('one'), home('elsewhere'));
    const missing = async (user: SpecUser, isMe: '1' | '2') => {
      const [row] = await spec.list(user, isMe);
      return [row?.state, ...(row?.fileVos.map(({ isMissing }) => isMissing) ?? [])];
    };
    expect(await missing(ann, '1')).toEqual(['active', true, false]);
    await rm(home('two'), { recursive: true });
    expect(await missing(ann, '1')).toEqual(['missing', true, true]);
    expect(await missing(bob, '2')).toEqual(['missing', true, true]);
    await rename(home('elsewhere'), home('one'));
    expect(await missing(bob, '2')).toEqual(['active', false, true]);
  });

  it('are counted where a list does not show all of them', async () => {
    const { id } = await spec.share(ann, ['/one/data.txt'], [bob]);
    await platform.query(
      `INSERT INTO share_path (share_id, "position", owner_id, path, is_directory)
       SELECT $1, n, $2, '/gone/' || n, false FROM generate_series(1, 249) n`,
      [id, ann.id],
    );
    const [row] = await spec.list(ann, '1');
    expect(row).toMatchObject({ entries: 250, state: 'active' });
    expect(row?.fileVos).toHaveLength(limits.shareFilesInList);
    const { result } = await platform.call(ann, shares.detail, { id });
    expect(result.fileVos).toHaveLength(250);
    await platform.query(`UPDATE share_path SET entry_id = ${inTrash} WHERE share_id = $1`, [id]);
    expect((await spec.list(ann, '1'))[0]?.state).toBe('missing');
  });
});

describe('users of a share', () => {
  it('are named by lists as far as they have room, and counted', async () => {
    const { id } = await spec.share(ann, ['/one'], [bob]);
    await platform.query(
      `WITH made AS (INSERT INTO user_account (user_name, password_hash)
         SELECT 'crowd' || n, 'none' FROM generate_series(1, 30) n RETURNING id)
       INSERT INTO share_receiver (share_id, user_id) SELECT $1, id FROM made`,
      [id],
    );
    const [row] = await spec.list(ann, '1');
    expect(row?.own?.users).toHaveLength(limits.shareUsersInList);
    expect(row?.own?.userCount).toBe(31);
    const { result } = await platform.call(ann, shares.detail, { id });
    expect(result.own?.users).toHaveLength(31);
    const received = (await spec.list(bob, '2'))[0];
    expect(JSON.stringify(received)).not.toContain('crowd');
  });
});

describe('the list of received shares', () => {
  it('has the newest first, and none that is over or was left', async () => {
    const made = [];
    for (const owner of [ann, eve, ann, eve, ann]) {
      made.push(await spec.share(owner, ['/one'], [bob]));
    }
    const [first, second, third, fourth, fifth] = made.map(({ id }) => id);
    await moveTime(first!, 100);
    await platform.call(bob, shares.leave, { id: second! });
    await platform.call(ann, shares.remove, { id: third! });
    await platform.query(`UPDATE share SET expires_at = now() WHERE id = $1`, [fourth]);
    expect(await spec.ids(bob, '2')).toEqual([first, fifth]);
    expect(await spec.ids(bob, '1')).toEqual([]);
  });

  it('has those that were taken as often as they may be', async () => {
    const link = await spec.link(ann, ['/one'], { downloadLimit: 2 });
    await spec.redeem(bob, link);
    await platform.query('UPDATE share SET downloads = 2');
    expect((await spec.list(bob, '2'))[0]?.state).toBe('usedUp');
  });
});

describe('a page', () => {
  it('is a part of the list, with the number of all', async () => {
    for (let n = 0; n < 5; n += 1) {
      await spec.share(ann, ['/one'], [bob]);
    }
    const all = await spec.ids(ann, '1');
    const second = await page(ann, { isMe: '1', pageNum: 1, size: 2 });
    expect(second.result.total).toBe(5);
    expect(second.result.data.map(({ id }) => id)).toEqual(all.slice(2, 4));
    expect((await page(bob, { isMe: 2, pageNum: 2, size: 2 })).result).toMatchObject({ total: 5 });
  });

  it('is of what a search finds: names of entries, and of received ones the sharer', async () => {
    await platform.query(`UPDATE user_account SET real_name = 'Anna Lee' WHERE id = $1`, [ann.id]);
    const folder = await spec.share(ann, ['/one'], [bob]);
    const report = await spec.share(ann, ['/two', '/Report_100%.pdf'], [bob]);
    const hers = await spec.share(eve, ['/one'], [bob]);
    const found = async (user: SpecUser, isMe: '1' | '2', search: string) => {
      const { result } = await page(user, { isMe, search });
      expect(result.total).toBe(result.data.length);
      return result.data.map(({ id }) => id).sort();
    };
    expect(await found(bob, '2', 'REPORT')).toEqual([report.id]);
    expect(await found(bob, '2', '_100%')).toEqual([report.id]);
    expect(await found(bob, '2', '100_')).toEqual([]);
    expect(await found(bob, '2', 'na lee')).toEqual([folder.id, report.id].sort());
    expect(await found(bob, '2', 'eve')).toEqual([hers.id]);
    expect(await found(ann, '1', 'one')).toEqual([folder.id]);
    // No folder above an entry: to receivers that would tell where it lies.
    await spec.share(ann, ['/two/data.txt'], [bob]);
    expect(await found(bob, '2', 'two')).toEqual([report.id]);
  });
});
