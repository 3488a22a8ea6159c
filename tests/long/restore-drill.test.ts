import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  endpoints,
  type BackupImported,
  type Envelope,
  type ProjectRow,
} from '@clusterdesk/contracts';
import { SpecSharing, sharingMenus } from '../support/features/sharing-fixture.js';
import { adminPassword, SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';
import { signIn } from '../support/server/test-server.js';
import { waitFor } from '../support/wait-for.js';

const { approvals, backups, jobs, projectFiles, projects, shares } = endpoints;
const menus = [
  ...sharingMenus,
  '/managementProject',
  '/joinProject',
  '/aduitProject',
  '/taskManangement',
  '/systemeManagement',
];
/** Names, sizes and folders as they come. */
const files = Array.from(
  { length: 200 },
  (_, n) => [`/数据 ${n % 7}/f${n}.bin`, Buffer.alloc(n * 97, n)] as const,
);
/** Tables whose rows are what people have. */
const tables = [
  'user_account',
  'role',
  'menu',
  'share',
  'share_path',
  'share_receiver',
  'project',
  'project_member',
  'project_entry',
  'space_entry',
  'download_application',
  'application_file',
  'script_job',
  'script_job_output',
  'notification',
];

let full: SpecPlatform;
let empty: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;
let project: ProjectRow;
let applied: string;
let link: { id: string; verification?: string | null };

beforeAll(async () => {
  full = await SpecPlatform.open({ withWorker: true });
  const sharing = new SpecSharing(full);
  ann = await full.addUser('ann', menus);
  bob = await full.addUser('bob', menus);
  for (const [path, data] of files) {
    await mkdir(join(ann.home, path, '..'), { recursive: true });
    await writeFile(join(ann.home, path), data);
  }
  await sharing.write(ann, '/shared/text.txt', 'shared with bob');
  await sharing.share(ann, ['/shared'], [bob]);
  link = await sharing.link(ann, ['/shared/text.txt']);
  project = (await full.call(ann, projects.add, { projectName: 'drill' })).result;
  await full.call(ann, projects.addUsers, { projectId: project.id, userId: bob.id });
  await full.call(ann, projectFiles.importFromDisk, {
    projectId: project.id,
    fileList: ['/shared'],
  });
  const application = await full.call(bob, approvals.add, {
    project: { id: project.id },
    paths: ['/shared/text.txt'],
    reason: 'for a paper',
  });
  applied = application.result.id;
  expect((await full.call(ann, approvals.agree, { id: applied, status: '1' })).code).toBe(200);
  await full.query(
    `WITH job AS (
       INSERT INTO script_job (queue_name, user_id, user_name, job_name, script, work_dir, cpus, status, ended_at, output_bytes)
       VALUES ('q', $1, 'ann', 'done before', 'true', '/', 1, 'COMPLETED', now(), 6) RETURNING id)
     INSERT INTO script_job_output (job_id, start_byte, data) SELECT id, 0, 'output' FROM job`,
    [ann.id],
  );
  await full.query(
    `INSERT INTO audit_log (log_level, log_model, method_name, created_at)
     SELECT 'INFO', 'disk', '/call/' || n, now() - n * interval '1 second' FROM generate_series(1, 10000) n`,
  );
  empty = await SpecPlatform.open({
    withWorker: true,
    environment: { ADMIN_PASSWORD: 'another-pass-2' },
  });
});
afterAll(async () => {
  await full.stop();
  await empty.stop();
});

async function countAll(platform: SpecPlatform): Promise<Record<string, unknown>> {
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
  return (await platform.query(`SELECT ${counts.join(', ')}`))[0] ?? {};
}

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

test('a backup of a full platform makes an empty one the same', async () => {
  const counts = await countAll(full);
  const { result: taken } = await full.call(ann, backups.add, { withFiles: true });
  await waitFor('the backup', async () => {
    const [row] = await full.query('SELECT state, message FROM backup WHERE id = $1', [taken.id]);
    return row?.['state'] === 'done';
  });
  const exported = await fetch(`${full.baseUrl}/api/backup/export?id=${taken.id}`, {
    headers: { Authorization: ann.token },
  });
  expect(exported.status).toBe(200);
  const form = new FormData();
  form.set('file', new Blob([await exported.arrayBuffer()]), 'backup.tar');
  const answer = await fetch(`${empty.baseUrl}/api/backup/import`, {
    method: 'POST',
    headers: { Authorization: await signIn(empty.baseUrl, 'admin', 'another-pass-2') },
    body: form,
  });
  const imported = (await answer.json()) as Envelope<BackupImported>;
  expect(imported).toMatchObject({ code: 200, result: { backup: { id: taken.id } } });
  await waitFor('the restoring', async () => {
    const [row] = await empty.query('SELECT state FROM backup_restoring WHERE id = $1', [
      imported.result.restoring?.id,
    ]);
    if (row?.['state'] === 'failed') {
      throw new Error('The restoring failed.');
    }
    // The renaming of the folders follows the commit.
    return row?.['state'] === 'done' && existsSync(join(empty.config.filesDir, 'home/ann'));
  });

  expect(await countAll(empty)).toEqual(counts);
  // The password of there, by the keys of there.
  await expect(signIn(empty.baseUrl, 'admin', adminPassword)).resolves.not.toBe('');
  await expect(signIn(empty.baseUrl, 'admin', 'another-pass-2')).rejects.toThrow();
  expect((await empty.call(ann, backups.list, {})).code).toBe(401);
  for (const user of [ann, bob]) {
    await empty.query(
      `INSERT INTO user_session (user_id, token_hash, expires_at)
       VALUES ($1, sha256(convert_to($2, 'UTF8')), now() + interval '1 hour')`,
      [user.id, user.token],
    );
  }
  for (const [path, data] of files) {
    const there = await readFile(join(empty.config.filesDir, 'home/ann', path));
    expect(sha256(there)).toBe(sha256(data));
  }
  expect((await empty.call(bob, shares.list, { isMe: '2' })).result).toHaveLength(1);
  const redeemed = await empty.call(bob, shares.redeem, {
    id: link.id,
    password: link.verification ?? '',
  });
  expect(redeemed.code).toBe(200);
  const listed = await empty.call(ann, jobs.list, {});
  expect(JSON.stringify(listed.result)).toContain('done before');

  // The approval stands, and means these bytes and no others.
  const given = await empty.call(bob, approvals.download, { id: applied });
  expect(given.code).toBe(200);
  const download = `${empty.baseUrl}/api/project/download?path=${String(given.result)}`;
  expect(await (await fetch(download)).text()).toBe('shared with bob');
  const pinned = join(empty.config.filesDir, 'projects', project.id, 'shared/text.txt');
  await writeFile(pinned, 'something else..');
  expect((await empty.call(bob, approvals.download, { id: applied })).code).toBe(409);
});
