import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SpecPlatform } from '@clusterdesk/tests/server/spec-platform.js';
import { ShareLifecycleRepository } from './share-lifecycle.repository.js';

let platform: SpecPlatform;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
});
afterAll(() => platform.close());

it('looks for links that have expired in their index, however many were told of or still run', async () => {
  const owner = await platform.addUser('owner', []);
  await platform.query(
    `INSERT INTO share (id, owner_id, share_type, expires_at, is_expiry_told)
     SELECT 'share-' || n, $1, 2, now() + (n - 10000) * interval '1 minute', n <= 10000
     FROM generate_series(1, 20000) n`,
    [owner.id],
  );
  await platform.query('ANALYZE share');
  const { endedCondition } = platform.get(ShareLifecycleRepository);
  const plan = await platform.query(`EXPLAIN SELECT ${endedCondition}`);
  const lines = plan.map((row) => String(row['QUERY PLAN']));
  expect(lines.filter((line) => line.includes('Seq Scan on share'))).toEqual([]);
  expect(lines.join('\n')).toContain('share_expiry_index');
  const isEnded = (): Promise<unknown> => platform.query(`SELECT ${endedCondition} AS "isEnded"`);
  await platform.query('UPDATE share SET is_expiry_told = expires_at <= now()');
  expect(await isEnded()).toEqual([{ isEnded: false }]);
  await platform.query("UPDATE share SET is_expiry_told = false WHERE id = 'share-1'");
  expect(await isEnded()).toEqual([{ isEnded: true }]);
  await platform.query('DELETE FROM share');
  expect(await isEnded()).toEqual([{ isEnded: false }]);
});
