import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { access, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { Staging } from '../spaces/storage/staging.js';
import { UploadSweeper } from './upload-sweeper.service.js';

let platform: SpecPlatform;
let ann: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
});

afterAll(() => platform.close());

it('removes uploads that nothing was added to for a day, and files that belong to none', async () => {
  const staging = platform.get(Staging);
  await platform.query(
    `INSERT INTO upload (id, user_id, space, space_id, base_dir, target_dir, file_name, conflict, size_bytes, quota_bytes, metadata, created_at)
     VALUES ('old', $1, 'disk', 'x', '/', '/', 'x', 'refuse', 10, 0, '{}', now() - interval '25 hours'),
            ('slow', $1, 'disk', 'x', '/', '/', 'y', 'refuse', 10, 0, '{}', now() - interval '25 hours'),
            ('held', $1, 'disk', 'x', '/', '/', '', 'refuse', 10, 10, '{}', now() - interval '9 minutes'),
            ('abandoned', $1, 'disk', 'x', '/', '/', '', 'refuse', 10, 10, '{}', now() - interval '11 minutes')`,
    [ann.id],
  );
  await writeFile(staging.uploadPath('old'), 'part');
  await writeFile(staging.uploadPath('slow'), 'part');
  await utimes(staging.uploadPath('old'), 0, 0);
  await platform.query(
    `INSERT INTO upload (id, user_id, space, space_id, base_dir, target_dir, file_name, conflict, size_bytes, quota_bytes, metadata, placed_path, created_at)
     SELECT 'placed ' || n, $1, 'disk', 'x', '/', '/', 'z', 'refuse', 10, 0, '{}', '/z', now() - interval '25 hours'
     FROM generate_series(1, 10001) AS n`,
    [ann.id],
  );
  const orphan = join(staging.uploadsDir, 'orphan');
  const fresh = join(staging.uploadsDir, 'fresh');
  await writeFile(orphan, '');
  await writeFile(fresh, '');
  await utimes(orphan, 0, 0);
  await platform.get(UploadSweeper).sweep();
  expect(await platform.query('SELECT id FROM upload ORDER BY id')).toEqual([
    { id: 'held' },
    { id: 'slow' },
  ]);
  await expect(access(staging.uploadPath('old'))).rejects.toThrow();
  await access(staging.uploadPath('slow'));
  await expect(access(orphan)).rejects.toThrow();
  await access(fresh);
});
