import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { access, readdir, utimes, writeFile } from 'node:fs/promises';
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
            ('held', $1, 'disk', 'x', '/', '/', '', 'refuse', 10, 10, '{}', now() - interval '9 minutes'),
            ('abandoned', $1, 'disk', 'x', '/', '/', '', 'refuse', 10, 10, '{}', now() - interval '11 minutes')`,
    [ann.id],
  );
  const names = ['old', 'orphan'].map((name) => staging.uploadPath(name));
  // The time of a file says when it was changed where it comes from: it is not by that that it is old.
  await Promise.all(names.map((path) => writeFile(path, 'part').then(() => utimes(path, 0, 0))));
  await platform.query(
    `INSERT INTO upload (id, user_id, space, space_id, base_dir, target_dir, file_name, conflict, size_bytes, quota_bytes, metadata, placed_path, created_at)
     SELECT 'placed ' || n, $1, 'disk', 'x', '/', '/', 'z', 'refuse', 10, 0, '{}', '/z', now() - interval '25 hours'
     FROM generate_series(1, 10001) AS n`,
    [ann.id],
  );
  const sweeper = platform.get(UploadSweeper);
  const rows = (): Promise<unknown> => platform.query('SELECT id FROM upload ORDER BY id');
  await sweeper.sweep();
  expect(await rows()).toEqual([{ id: 'held' }, { id: 'old' }]);
  await Promise.all(names.map((path) => access(path)));
  const later = Date.now() + 25 * 3_600_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
  await sweeper.sweep();
  clock.mockRestore();
  expect(await rows()).toEqual([]);
  expect(await readdir(staging.uploadsDir)).toEqual([]);
});
