import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/spec-platform.js';
import { SpecSharing } from '@clusterdesk/tests/spec-sharing.js';
import { Authenticator } from '../../../platform/http/access/principal.js';
import { ShareListService } from './share-list.service.js';

jest.setTimeout(60_000);

const { shares } = endpoints;
const many = 10_000;
/** What a list may take on the server (issue: Shares). */
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
    `INSERT INTO share_path (share_id, "position", owner_id, path, is_directory)
     SELECT 'share-' || n, place, $1, '/folder/file' || (n + place) % 20 || '.txt', false
     FROM generate_series(1, $2::int) n, generate_series(0, 1) place`,
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
}, 120_000);
afterAll(() => platform.close());

/** Rounds of calls: other suites may have the machine for a while. */
const rounds = 12;

/**
 * The median time of nine calls on the server; after the first round everything is warm.
 * The first round that is fast enough counts: one that is not was slowed down by something else, or all of them are slow.
 */
async function medianMs(call: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < rounds && best >= withinMs; round += 1) {
    const times: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const startedAt = performance.now();
      await call();
      times.push(performance.now() - startedAt);
    }
    best = Math.min(best, times.sort((one, other) => one - other)[4] ?? Infinity);
  }
  return best;
}

describe.each(['1', '2'] as const)('10,000 shares in the list isMe=%s', (isMe) => {
  const user = (): SpecUser => (isMe === '1' ? ann : bob);

  it.each([
    ['the first page', { pageNum: 0, size: 20 }, 20, many],
    ['the last page', { pageNum: many / 20 - 1, size: 20 }, 20, many],
    ['a search', { pageNum: 0, size: 20, search: 'file7' }, 20, many / 10],
    ['all that one call gives', {}, 1000, many],
  ])('%s takes less than 100 ms', async (_, input, rows, total) => {
    const answer = await platform.call(user(), shares.page, { isMe, ...input });
    expect(answer.result.total).toBe(total);
    expect(answer.result.data).toHaveLength(rows);
    const caller = await platform.get(Authenticator).authenticate(user().token);
    const ms = await medianMs(() =>
      platform.get(ShareListService).page(caller!, { isMe, ...input }),
    );
    expect(ms).toBeLessThan(withinMs);
  });
});
