import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectAtMost } from '../support/speed/figures.js';
import { endpoints, limits } from '@clusterdesk/contracts';
import { medianMs } from '../support/speed/median-ms.js';
import { SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';
import { SpecSharing } from '../support/features/sharing-fixture.js';

const { shares } = endpoints;
const many = 10_000;
/** As the pages ask for them. */
const pageSize = 20;
/** What a list may take (issue: Shares). */
const withinMs = 100;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  const spec = new SpecSharing(platform);
  ann = await spec.addUser('ann');
  bob = await spec.addUser('bob');
  for (let n = 0; n < 20; n += 1) {
    await spec.write(ann, `/folder/file${n}.txt`);
  }
  await platform.query(
    `INSERT INTO share (id, owner_id, share_type, verification, expires_at, created_at)
     SELECT 'share-' || n, $1, 1 + n % 2, CASE WHEN n % 2 = 1 THEN 'ABC234' END,
            CASE WHEN n % 2 = 1 THEN now() + interval '30 days' END, now() - make_interval(mins => n)
     FROM generate_series(1, $2::int) n`,
    [ann.id, many],
  );
  await platform.query(
    `INSERT INTO share_path (share_id, "position", owner_id, path, is_directory, entry_id)
     SELECT 'share-' || n, place, $1, '/folder/' || name, false,
       ensure_space_entry('disk', $1::uuid::text, NULL, ARRAY['folder', name])
     FROM generate_series(1, $2::int) n, generate_series(0, 1) place,
       LATERAL (SELECT 'file' || (n + place) % 20 || '.txt' AS name)`,
    [ann.id, many],
  );
  await platform.query(
    `WITH others AS (
       INSERT INTO user_account (user_name, password_hash)
       SELECT 'other' || n, 'none' FROM generate_series(1, 20) n RETURNING id
     )
     INSERT INTO share_receiver (share_id, user_id, created_at)
     SELECT id, user_id, created_at FROM share,
       (SELECT $1::uuid AS user_id UNION ALL (SELECT id FROM others LIMIT 2)) receiver`,
    [bob.id],
  );
  await platform.query('ANALYZE');
});
afterAll(() => platform.close());

describe.each(['1', '2'] as const)('10,000 shares in the list isMe=%s', (isMe) => {
  const user = (): SpecUser => (isMe === '1' ? ann : bob);

  test.each([
    ['the first page', { pageNum: 0 }, many],
    ['the last page', { pageNum: many / pageSize - 1 }, many],
    ['a search', { pageNum: 0, search: 'file7' }, many / 10],
  ])('%s takes less than 100 ms', async (what, part, total) => {
    const input = { isMe, size: pageSize, ...part };
    const { result } = await platform.call(user(), shares.page, input);
    expect(result.total).toBe(total);
    expect(result.data).toHaveLength(pageSize);
    const ms = await medianMs(() => platform.call(user(), shares.page, input));
    expectAtMost(`${what} of 10,000 shares`, ms, withinMs);
  });

  test('all that one call gives take less than 100 ms', async () => {
    const { result } = await platform.call(user(), shares.list, { isMe });
    expect(result).toHaveLength(limits.maxPageSize);
    const ms = await medianMs(() => platform.call(user(), shares.list, { isMe }));
    expectAtMost('all shares that one call gives', ms, withinMs);
  });
});
