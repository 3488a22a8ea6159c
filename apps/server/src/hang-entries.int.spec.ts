import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { entryPermissionsOf } from '@clusterdesk/tests/features/entry-permissions.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import type { QueryRunner } from 'typeorm';
import { HangEntriesOnFolders2026112610400 } from './migrations/202611261040-hang-entries-on-folders.js';

let platform: SpecPlatform;
let spec: SpecProjects;
let runner: QueryRunner;
let owner: SpecUser;
let ann: SpecUser;
let bob: SpecUser;
let project: ProjectRow;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  ann = await spec.addUser('ann');
  bob = await spec.addUser('bob');
  project = await spec.add(owner, { members: [ann, bob] });
  runner = platform.dataSource.createQueryRunner();
});
afterAll(async () => {
  await runner.release();
  await platform.close();
});

const putters = async (...paths: string[]): Promise<unknown[]> => {
  const standings = await entryPermissionsOf(platform, project.id, bob.id, paths);
  return paths.map((path) => standings[path]?.putBy);
};

it('an existing installation keeps what is known of entries, but for what a fault may have written', async () => {
  await spec.upload(ann, project.id, '/anns/f.txt');
  await spec.upload(ann, project.id, '/mine.txt');
  await spec.write(project.id, '/seized.txt');
  await spec.save(owner, project.id, '/anns', { userView: true, groupView: true });
  const application = await spec.apply(bob, project.id, ['/mine.txt']);
  await platform.call(owner, endpoints.projectFiles.remove, {
    projectId: project.id,
    paths: ['/mine.txt'],
  });
  const migration = new HangEntriesOnFolders2026112610400();
  await migration.down(runner);
  const earlier = `INSERT INTO project_entry (project_id, path, path_key, put_by, put_at)
    VALUES ($1, $2, sha256(convert_to($2, 'UTF8')), $3, $4)`;
  const later = new Date(Date.now() + 3_600_000);
  await runner.query(earlier, [project.id, '/anns/f.txt', ann.id, new Date()]);
  await runner.query(earlier, [project.id, '/seized.txt', bob.id, later]);
  await runner.query('DELETE FROM space_operation');
  await migration.up(runner);

  const [part] = await platform.query(
    'SELECT path, trash_id IS NOT NULL AS "isGone" FROM applied_entry WHERE application_id = $1',
    [application.id],
  );
  expect(part).toEqual({ path: '/mine.txt', isGone: true });
  // What says the same as its folder has no row.
  const rows = await platform.query(
    'SELECT name FROM project_entry JOIN space_entry ON id = entry_id ORDER BY name',
  );
  expect(rows.map(({ name }) => name)).toEqual(['anns', 'mine.txt', 'seized.txt']);
  expect(await putters('/anns/f.txt', '/seized.txt')).toEqual([null, null]);
  const standing = (await entryPermissionsOf(platform, project.id, bob.id, ['/anns/f.txt']))[
    '/anns/f.txt'
  ];
  expect(standing).toMatchObject({ savedAt: '/anns', view: true, download: false });
});
