import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecForms } from '@clusterdesk/tests/wire/multipart-forms.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { copies, disk, downloads, jobs, trash } = endpoints;
let platform: SpecPlatform;
let ann: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann', ['/myDoc', '/taskManangement']);
});
afterAll(() => platform.close());

beforeEach(async () => {
  await rm(ann.home, { recursive: true, force: true });
  await mkdir(ann.home, { recursive: true });
  await platform.query('TRUNCATE audit_log');
});

const put = (...names: string[]): Promise<unknown> =>
  Promise.all(names.map((name) => writeFile(join(ann.home, name), 'text')));

/** The newest row, once there are so many. */
const lastRow = (count = 1): Promise<Record<string, unknown>> =>
  waitFor(`${count} rows`, async () => {
    const rows = await platform.query(
      `SELECT log_level AS level, method_name AS call, target_type AS type, target_name AS name, details
       FROM audit_log ORDER BY id`,
    );
    return rows.length >= count && rows.at(-1);
  });

async function drop(...names: string[]): Promise<string[]> {
  await put(...names);
  await platform.call(ann, disk.remove, { paths: names.map((name) => `/${name}`) });
  const { result } = await platform.call(ann, trash.list, { size: names.length });
  await platform.query('TRUNCATE audit_log');
  return result.data.map(({ id }) => id);
}

describe('the log names', () => {
  it('what was moved into the trash, restored and deleted for good', async () => {
    await put('a');
    await platform.call(ann, disk.remove, { paths: ['/a'] });
    expect(await lastRow()).toMatchObject({ details: { paths: ['/a'] } });

    const [restored = ''] = await drop('b');
    await put('b');
    await platform.call(ann, trash.restore, { ids: [restored] });
    expect(await lastRow()).toMatchObject({ details: { paths: ['/b (1)'], count: 1 } });

    const purged = await drop('c', 'd');
    await platform.call(ann, trash.purge, { ids: [...purged, 'unknown'] });
    const row = await lastRow();
    expect(row).toMatchObject({ level: 'WARN', details: { count: 3 } });
    expect((row['details'] as { paths: string[] }).paths.sort()).toEqual(['/c', '/d']);

    await platform.call(ann, trash.empty, {});
    await drop('e');
    await platform.call(ann, trash.empty, {});
    expect(await lastRow()).toMatchObject({ details: { count: 1 } });
  });

  it('what was copied or moved, and where to; and which copy was canceled', async () => {
    await put('a', 'b');
    await mkdir(join(ann.home, 'to'));
    const about = { paths: ['/a'], dir: '/to' };
    const { result } = await platform.call(ann, copies.copy, { ...about, async: true });
    expect(await lastRow(1)).toMatchObject({ call: copies.copy.path, details: about });
    await platform.call(ann, copies.cancel, { copyId: result.copyId });
    expect(await lastRow(2)).toMatchObject({ call: copies.cancel.path, details: about });
    await platform.call(ann, copies.move, { paths: ['/b'], dir: '/to' });
    expect(await lastRow(3)).toMatchObject({ details: { paths: ['/b'], dir: '/to' } });
    await platform.call(ann, copies.move, { paths: ['/b'], dir: '/to' });
    expect(await lastRow(4)).toMatchObject({ level: 'WARN', details: { paths: ['/b'] } });
  });

  it('what was downloaded or previewed, and which package was canceled', async () => {
    await put('a', 'b');
    await platform.call(ann, downloads.getPreviewPath, { path: '/a' });
    expect(await lastRow(1)).toMatchObject({ details: { path: '/a' } });
    const paths = ['/a', '/b'];
    const { result } = await platform.call(ann, downloads.getDownloadPath, { paths, async: true });
    expect(await lastRow(2)).toMatchObject({ details: { paths } });
    const packageId = typeof result === 'string' ? '' : result.packageId;
    await platform.call(ann, downloads.cancelPackage, { packageId });
    expect(await lastRow(3)).toMatchObject({
      call: downloads.cancelPackage.path,
      details: { paths },
    });
  });

  it('what was uploaded, by its name in the end, and what was refused', async () => {
    const tus = new SpecTus(platform);
    await mkdir(join(ann.home, 'to'));
    await platform.upload(ann, Buffer.from('text'), { fileName: 'a', dir: '/to' });
    expect(await lastRow(1)).toMatchObject({ call: '/uploads', details: { path: '/to/a' } });
    await tus.create(ann, { fileName: 'a', dir: '/to' });
    expect(await lastRow(2)).toMatchObject({ level: 'WARN', details: { path: '/to/a' } });

    const forms = new SpecForms(platform);
    const file = { name: 'files', fileName: 'b', content: 'text' };
    await forms.expectOk(ann, 'uploadFile', [file], { dir: '/to' });
    expect(await lastRow(3)).toMatchObject({ details: { paths: ['/to/b'] } });
    await forms.send(ann, 'uploadFile', [{ ...file, content: 'other' }], { dir: '/to' });
    expect(await lastRow(4)).toMatchObject({
      level: 'WARN',
      details: { dir: '/to', paths: ['b'] },
    });
  });

  it('which job was wanted, also where it was refused', async () => {
    const input = { jobName: 'train', queueName: 'none', scriptContent: 'true' };
    expect(await platform.call(ann, jobs.run, input)).toMatchObject({ success: false });
    expect(await lastRow(1)).toMatchObject({
      level: 'WARN',
      details: { jobName: 'train', queueName: 'none' },
    });
    await platform.call(ann, jobs.stop, { jobId: '999' });
    expect(await lastRow(2)).toMatchObject({ level: 'WARN', details: { jobId: '999' } });
  });

  it('names that are made to fill it only in part', async () => {
    const names = Array.from(
      { length: 25 },
      (_, at) => `${String(at).padStart(2, '0')}${'x'.repeat(250)}`,
    );
    const folder = 'y'.repeat(200);
    await mkdir(join(ann.home, folder));
    await Promise.all(names.map((name) => writeFile(join(ann.home, folder, name), '')));
    await platform.call(ann, disk.remove, { paths: names.map((name) => `/${folder}/${name}`) });
    const { result } = await platform.call(ann, trash.list, {});
    const before = await lastRow(1);
    await platform.call(ann, trash.purge, { ids: result.data.map(({ id }) => id).slice(0, 25) });
    const after = await lastRow(2);
    for (const { details } of [before, after] as { details: { paths: string[] } }[]) {
      expect(JSON.stringify(details).length).toBeLessThan(7_000);
      expect(details.paths.filter((path) => path.startsWith('/'))).toHaveLength(20);
    }
    expect(after['details']).toMatchObject({ count: 25 });
    expect(await readdir(join(ann.home, folder))).toEqual([]);
  });
});

it('a refusal for one of several users says what was refused', async () => {
  const keeper = await platform.addUser('keeper', ['/userList']);
  const [admin] = await platform.query(`SELECT id FROM user_account WHERE user_name = 'admin'`);
  const ids = [String(admin?.['id'])];
  await platform.call(keeper, endpoints.users.bulkFreeze, { ids, freeze: 1 });
  expect(await lastRow()).toMatchObject({ level: 'WARN', name: 'admin', details: { freeze: 1 } });
});
