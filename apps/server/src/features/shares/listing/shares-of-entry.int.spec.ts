import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, limits } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';

const { shares, disk } = endpoints;
let platform: SpecPlatform;
let spec: SpecSharing;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecSharing(platform);
  [ann, bob] = [await spec.addUser('ann'), await spec.addUser('bob')];
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.query('DELETE FROM share');
  for (const user of [ann, bob]) {
    await spec.write(user, '/site/data/run.csv');
    await spec.write(user, '/site/other.csv');
  }
});

async function containing(path: string, user = ann) {
  const answer = await platform.call(user, shares.containing, { path });
  expect(answer.code).toBe(200);
  return answer.result;
}
const through = async (path: string, user = ann) =>
  (await containing(path, user)).data.map((share) => [share.id, share.through]);

describe('where an entry is shared', () => {
  it('names the shares of it and of the folders above it, the newest first, and no others', async () => {
    const folder = await spec.share(ann, ['/site/other.csv', '/site'], [bob], {
      canDownload: false,
    });
    const file = await spec.link(ann, ['/site/data/run.csv']);
    await spec.share(ann, ['/site/other.csv'], [bob]);
    expect(await through('/site/data/run.csv')).toEqual([
      [file.id, '/site/data/run.csv'],
      [folder.id, '/site'],
    ]);
    expect(await through('/site/data')).toEqual([[folder.id, '/site']]);
    expect(await through('/site/data/none')).toEqual([[folder.id, '/site']]);
    expect(await through('/')).toEqual([]);
    const { data } = await containing('/site');
    expect(data).toMatchObject([
      { canDownload: false, expirationTime: null, own: { users: [{ userName: 'bob' }] } },
    ]);
  });

  it('names the nearest where a share has several', async () => {
    await spec.write(ann, '/top.csv');
    const both = await spec.share(ann, ['/top.csv', '/site'], [bob]);
    await platform.call(ann, disk.rename, { path: '/top.csv', newPath: '/site/data/top.csv' });
    expect(await through('/site/data/top.csv')).toEqual([[both.id, '/site/data/top.csv']]);
    expect(await through('/site/data')).toEqual([[both.id, '/site']]);
  });

  it("tells nobody of another's shares, on a path of the same name neither", async () => {
    await spec.share(ann, ['/site'], [bob]);
    expect(await containing('/site', bob)).toEqual({ data: [], total: 0 });
  });

  it('forgets what is over, deleted or lies in the trash, and follows what is moved', async () => {
    const over = await spec.link(ann, ['/site']);
    const gone = await spec.share(ann, ['/site'], [bob]);
    const kept = await spec.share(ann, ['/site/data'], [bob]);
    await platform.query('UPDATE share SET expires_at = now() WHERE id = $1', [over.id]);
    await platform.call(ann, shares.remove, { id: gone.id });
    expect(await through('/site/data/run.csv')).toEqual([[kept.id, '/site/data']]);
    const renamed = await platform.call(ann, disk.rename, { path: '/site', newPath: '/place' });
    expect(renamed.code).toBe(200);
    expect(await through('/site/data/run.csv')).toEqual([]);
    expect(await through('/place/data/run.csv')).toEqual([[kept.id, '/place/data']]);
    await platform.call(ann, disk.remove, { paths: ['/place'] });
    expect(await through('/place/data/run.csv')).toEqual([]);
  });

  it('names the first of many, and counts all', async () => {
    await spec.share(ann, ['/site'], [bob]);
    await platform.query(
      `WITH made AS (INSERT INTO share (id, owner_id, share_type, is_drop_box)
         SELECT 'many' || n, $1::uuid, 1, false FROM generate_series(1, $2::int) n RETURNING id)
       INSERT INTO share_path (share_id, "position", owner_id, path, is_directory, entry_id)
       SELECT id, 0, $1::uuid, '/site', true, ensure_space_entry('disk', $1::text, NULL, ARRAY['site']) FROM made`,
      [ann.id, limits.sharesOfEntry],
    );
    const { data, total } = await containing('/site/data');
    expect([data.length, total]).toEqual([limits.sharesOfEntry, limits.sharesOfEntry + 1]);
  });
});
