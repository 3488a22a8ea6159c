import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SpecPlatform } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { BackupRequests } from '../../backups/backup-requests.service.js';
import { SafetyBackup } from './safety-backup.service.js';

let platform: SpecPlatform;
let userId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  userId = (await platform.addUser('manager', ['/systemeManagement'])).id;
});
afterAll(() => platform.close());

const rows = () =>
  platform.query(
    `SELECT id, kind, with_files AS "withFiles", user_id AS "userId", state FROM backup ORDER BY created_at DESC`,
  ) as Promise<{ id: string; state: string }[]>;
const take = (): Promise<void> => platform.get(SafetyBackup).take(userId, () => undefined);
const failed = { code: 'UPGRADE_SAFETY_FAILED' };

it('that is cancelled ends the upgrade; another one under way does, too', async () => {
  const first = take();
  first.catch(() => undefined);
  await waitFor('the backup', async () => (await rows()).length === 1);
  await expect(take()).rejects.toMatchObject(failed);
  await platform.get(BackupRequests).cancel((await rows())[0]?.id ?? '');
  await expect(first).rejects.toMatchObject(failed);
});

it('that fails ends the upgrade, with the reason', async () => {
  const taking = take();
  taking.catch(() => undefined);
  await waitFor('the backup', async () => (await rows())[0]?.state === 'waiting');
  await platform.query(
    `UPDATE backup SET state = 'failed', ended_at = now(), message = '{"cn": "", "en": "No room."}' WHERE state = 'waiting'`,
  );
  await expect(taking).rejects.toMatchObject({
    ...failed,
    message: expect.stringContaining('No room.'),
  });
});

it('is of the database alone, in the name of whoever asked, and is whole when it resolves', async () => {
  const told: number[][] = [];
  const taking = platform.get(SafetyBackup).take(userId, (...bytes) => told.push(bytes));
  await waitFor('progress', () => told.length > 0);
  const { databaseUrl, dataDir } = platform.config;
  const withWorker = await SpecPlatform.open({
    withWorker: true,
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  });
  try {
    await taking;
  } finally {
    await withWorker.close();
  }
  expect((await rows())[0]).toMatchObject({
    kind: 'safety',
    withFiles: false,
    userId,
    state: 'done',
  });
});
