import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(900_000);

const rows = 1_000_000;
/** What server and worker together may take for it, however many rows there are; the rows themselves are 169 MB. */
const grownMb = 120;

let platform: SpecPlatform;
let manager: SpecUser;
let most = 0;
let watch: NodeJS.Timeout;

const residentMb = (): number => process.memoryUsage().rss / 2 ** 20;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { tasks: { dueWorkMs: 500 } } });
  manager = await platform.addUser('manager', ['/systemeManagement']);
  for (let begun = 0; begun < rows; begun += 10_000) {
    await platform.query(
      `INSERT INTO audit_log (log_level, log_model, method_name, user_name, target_type, target_id, details)
       SELECT 'INFO', 'disk', '/call/' || number % 100, 'person-' || number % 1000, 'user', gen_random_uuid()::text,
              jsonb_build_object('paths', jsonb_build_array('/a/b/' || number)) FROM generate_series(1, 10000) number`,
    );
  }
  watch = setInterval(() => (most = Math.max(most, residentMb())), 100);
});
afterAll(async () => {
  clearInterval(watch);
  await platform.close();
});

test('a backup of a million rows and its drill take little memory', async () => {
  globalThis.gc?.();
  const before = residentMb();
  most = before;
  const { result } = await platform.call(manager, endpoints.backups.add, { withFiles: false });
  await waitFor(
    'the backup',
    async () => (await platform.query(`SELECT FROM backup WHERE state = 'done'`)).length === 1,
    600_000,
  );
  await platform.call(manager, endpoints.backups.prove, { id: result.id });
  await waitFor(
    'the drill',
    async () => (await platform.query('SELECT FROM backup WHERE proved_at IS NOT NULL')).length > 0,
    600_000,
  );
  const proof = await platform.call(manager, endpoints.backups.proofState, {});
  expect(proof.result).toMatchObject({ state: 'fresh', last: { passed: true } });
  process.stdout.write(`a backup and its drill grew by ${(most - before).toFixed(0)} MB\n`);
  expect(most - before).toBeLessThan(grownMb);
});
