import { link, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { endpoints, type FileVersion, type SpaceRef } from '@clusterdesk/contracts';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { EntryCollection } from '../../spaces/entries/entry-collection.service.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { OperationLog } from '../../spaces/operations/operation-log.service.js';
import { VersionExpiry } from '../../spaces/versions/version-expiry.service.js';
import { fileVersionsSetting } from '../../spaces/versions/version-rules.settings.js';

const { versions, disk, copies, trash, projectFiles, approvals, shares } = endpoints;
const overwriting = '1' as const;

let platform: SpecPlatform;
let projects: SpecProjects;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  projects = new SpecProjects(platform);
  ann = await platform.addUser('ann', [
    ...['/myDoc', '/myShare', '/managementProject', '/joinProject', '/aduitProject'],
  ]);
  bob = await platform.addUser('bob', [
    ...['/myDoc', '/receiveShare', '/managementProject', '/joinProject', '/aduitProject'],
  ]);
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.query('DELETE FROM file_version');
  await platform.query('DELETE FROM space_operation');
  await platform.query('DELETE FROM disk_account');
  await platform.get(Settings).set(fileVersionsSetting, 10);
  for (const folder of [ann.home, dirname(storeOf(ann))]) {
    await rm(folder, { recursive: true, force: true });
  }
});
afterEach(() => void jest.restoreAllMocks());

const storeOf = ({ name }: SpecUser): string =>
  join(platform.config.filesDir, '.trash', 'disk', name, 'versions');
const stored = (): Promise<string[]> => readdir(storeOf(ann)).catch(() => []);
const signal = (): AbortSignal => new AbortController().signal;

async function upload(text: string, path = '/a.txt', user = ann): Promise<void> {
  const [dir, fileName] = [path.slice(0, path.lastIndexOf('/')) || '/', path.split('/').at(-1)];
  await mkdir(join(user.home, dir), { recursive: true });
  await platform.upload(user, Buffer.from(text), {
    dir,
    fileName: fileName ?? '',
    operation: overwriting,
  });
}

async function list(
  path = '/a.txt',
  user = ann,
  space: Exclude<SpaceRef, { space: 'share' | 'approval' }> = { space: 'disk' },
): Promise<FileVersion[]> {
  const answer = await platform.call(user, versions.list, { space, path });
  expect(answer).toMatchObject({ success: true });
  return answer.result.data as FileVersion[];
}

async function textsOf(path = '/a.txt'): Promise<string[]> {
  const found = await list(path);
  return Promise.all(
    found.map(async ({ id }) => {
      const token = await platform.call(ann, versions.getDownloadPath, { path, versionId: id });
      return (await platform.download(String(token.result))).text();
    }),
  );
}

const errorOf = ({ result }: { result: unknown }): string => (result as { error: string }).error;
const text = (path = '/a.txt'): Promise<string> => readFile(join(ann.home, path), 'utf8');

it('keeps what an upload replaces, and says when it was replaced and by whom', async () => {
  await upload('one');
  expect(await list()).toEqual([]);
  await upload('two!');
  await upload('three');
  expect(await text()).toBe('three');
  expect(await textsOf()).toEqual(['two!', 'one']);
  expect(await list()).toMatchObject([
    { size: 4, replacedBy: 'ann' },
    { size: 3, replacedBy: 'ann' },
  ]);
  expect(await stored()).toHaveLength(2);
});

it('keeps what a form, a copy and a move replace; what a moved file replaced becomes its version', async () => {
  await upload('first');
  const form = new FormData();
  form.set('path', '/');
  form.set('operation', overwriting);
  form.set('files', new Blob(['second']), 'a.txt');
  await fetch(`${platform.baseUrl}/api/user/info/uploadFile`, {
    method: 'POST',
    headers: { Authorization: ann.token },
    body: form,
  });
  await upload('copied', '/from/a.txt');
  await platform.call(ann, copies.copy, {
    paths: ['/from/a.txt'],
    dir: '/',
    operation: overwriting,
  });
  await upload('moved before', '/other/a.txt');
  await upload('moved', '/other/a.txt');
  await platform.call(ann, copies.move, {
    paths: ['/other/a.txt'],
    dir: '/',
    operation: overwriting,
  });
  expect(await text()).toBe('moved');
  expect((await textsOf()).sort()).toEqual(['copied', 'first', 'moved before', 'second']);
});

it('goes with the file: renamed, moved, deleted, restored, and away with it for good', async () => {
  await upload('one', '/in/a.txt');
  await upload('two', '/in/a.txt');
  await platform.call(ann, disk.rename, { path: '/in', newPath: '/out' });
  await platform.call(ann, disk.rename, { path: '/out/a.txt', newPath: '/out/b.txt' });
  expect(await textsOf('/out/b.txt')).toEqual(['one']);
  await platform.call(ann, disk.remove, { paths: ['/out'] });
  const [entry] = (await platform.call(ann, trash.list, {})).result.data;
  await platform.call(ann, trash.restore, { ids: [entry?.id ?? ''] });
  expect(await textsOf('/out/b.txt')).toEqual(['one']);
  await platform.call(ann, disk.remove, { paths: ['/out/b.txt'] });
  await platform.call(ann, trash.empty, {});
  await platform.get(EntryCollection).collect(signal());
  await platform.get(VersionExpiry).expire(signal());
  await waitFor('the bytes to be freed', async () => (await stored()).length === 0);
});

it('restores a version: what it replaces becomes one, only once and only by who may edit', async () => {
  await upload('one');
  await upload('two');
  const [version] = await list();
  const versionId = version?.id ?? '';
  expect(await platform.call(bob, versions.restore, { path: '/a.txt', versionId })).toMatchObject({
    success: false,
  });
  const answers = await Promise.all(
    [1, 2].map(() => platform.call(ann, versions.restore, { path: '/a.txt', versionId })),
  );
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
  expect(await text()).toBe('one');
  expect(await textsOf()).toEqual(['two']);
  expect(await stored()).toHaveLength(1);
});

it('deletes a version for good, and knows none of another file or user', async () => {
  await upload('one');
  await upload('two');
  await upload('other', '/b.txt');
  await upload('bobs', '/a.txt', bob);
  const [version] = await list();
  const versionId = version?.id ?? '';
  const wrong = [
    await platform.call(ann, versions.remove, { path: '/b.txt', versionId }),
    await platform.call(ann, versions.getDownloadPath, { path: '/b.txt', versionId }),
    await platform.call(bob, versions.remove, { path: '/a.txt', versionId }),
    await platform.call(bob, versions.getDownloadPath, { path: '/a.txt', versionId }),
  ];
  expect(wrong.map(errorOf)).toEqual(Array(4).fill('SPACE_VERSION_NOT_FOUND'));
  expect(await platform.call(ann, versions.remove, { path: '/a.txt', versionId })).toMatchObject({
    success: true,
  });
  expect(await list()).toEqual([]);
  await waitFor('the bytes to be freed', async () => (await stored()).length === 0);
});

it('keeps so many of a file as the settings say, for so many days, and none where they say none', async () => {
  await platform.get(Settings).set(fileVersionsSetting, 2);
  for (const content of ['1', '2', '3', '4']) {
    await upload(content);
  }
  expect(await textsOf()).toEqual(['3', '2']);
  await platform.query(
    `UPDATE file_version SET replaced_at = now() - interval '91 days' WHERE id = $1`,
    [(await list()).at(-1)?.id],
  );
  await platform.get(VersionExpiry).expire(signal());
  expect(await textsOf()).toEqual(['3']);
  await platform.get(Settings).set(fileVersionsSetting, 0);
  await upload('5');
  expect(await textsOf()).toEqual(['3']);
});

it('counts in the quota, and gives way to what is added, the oldest first', async () => {
  const key = { space: 'disk' as const, spaceId: ann.id };
  const setQuota = (bytes: number | null): Promise<unknown> =>
    platform.get(SpaceUsages).setQuota(platform.dataSource.manager, key, bytes);
  await upload('x'.repeat(300));
  await upload('y'.repeat(200));
  await upload('z'.repeat(100));
  await setQuota(1000);
  const usage = (await platform.call(ann, disk.usage, {})).result;
  expect(usage).toMatchObject({ versionBytes: 500, trashBytes: 0, usedBytes: 600 });
  await upload('w'.repeat(600), '/b.txt');
  expect((await list()).map(({ size }) => size)).toEqual([200]);
  await expect(upload('v'.repeat(301), '/c.txt')).rejects.toThrow(
    'Not enough of the quota is left',
  );
  // What would not have been enough was not taken.
  expect((await list()).map(({ size }) => size)).toEqual([200]);
  await setQuota(null);
});

it('is known after a death between the file and its row, and is none after one before', async () => {
  await upload('one');
  const death = jest.spyOn(platform.get(OperationLog), 'finish').mockResolvedValueOnce(undefined);
  await upload('two');
  death.mockRestore();
  expect(await list()).toEqual([]);
  await platform.query('UPDATE space_operation SET due_at = now()');
  await platform.get(OperationLog).sweep(signal());
  expect(await textsOf()).toEqual(['one']);

  // The file has a second name in the store, and the new one never came.
  await upload('lone', '/b.txt');
  const id = '0199d2a0-0000-7000-8000-000000000001';
  await platform.query(
    `INSERT INTO space_operation (space, space_id, user_id, steps, due_at) VALUES ('disk', $1::text, $1::uuid, $2, now())`,
    [
      ann.id,
      JSON.stringify([{ kind: 'add', dir: '/', name: 'b.txt', identity: '0:1:1', clearedId: id }]),
    ],
  );
  await link(join(ann.home, 'b.txt'), join(storeOf(ann), id));
  await platform.get(OperationLog).sweep(signal());
  expect(await list('/b.txt')).toEqual([]);
  expect(await text('/b.txt')).toBe('lone');
  expect(await stored()).toHaveLength(1);
});

it('frees what has no row, and forgets what has no file', async () => {
  await upload('one');
  await upload('two');
  const orphan = join(storeOf(ann), '0199d2a0-0000-7000-8000-000000000002');
  await writeFile(orphan, 'lost');
  await utimes(orphan, 1, 1);
  await platform.get(VersionExpiry).sweep(signal());
  // It may still be told of.
  expect(await stored()).toHaveLength(2);
  const [kept] = await list();
  await rm(join(storeOf(ann), kept?.id ?? ''));
  await platform.query(`UPDATE file_version SET replaced_at = now() - interval '1 hour'`);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  await platform.get(VersionExpiry).sweep(signal());
  clock.mockRestore();
  expect(await list()).toEqual([]);
  expect(await stored()).toEqual([]);
});

it('in a project is seen, changed and taken by who may do that with the file, and turns no approval into another content', async () => {
  const { id: spaceId } = await projects.add(ann, { members: [bob] });
  const space = { space: 'project' as const, spaceId };
  await projects.upload(ann, spaceId, '/a.txt', 'one');
  await projects.save(ann, spaceId, '/', { groupView: true, userView: true });
  const apply = async (): Promise<string> => {
    const { id } = await projects.apply(bob, spaceId, ['/a.txt']);
    await projects.approve(ann, id);
    return id;
  };
  const take = async (id: string) => {
    const answer = await platform.call(bob, approvals.download, { id });
    return answer.success ? (await projects.fetch(answer.result)).text : errorOf(answer);
  };
  const first = await apply();
  expect(await take(first)).toBe('one');
  await projects.upload(ann, spaceId, '/a.txt', 'two');
  const second = await apply();
  expect([await take(first), await take(second)]).toEqual(['APPROVAL_CONTENT_CHANGED', 'two']);

  const [version] = await list('/a.txt', bob, space);
  const input = { space, path: '/a.txt', versionId: version?.id ?? '' };
  const refused = [
    await platform.call(bob, versions.restore, input),
    await platform.call(bob, versions.remove, input),
    await platform.call(bob, versions.getDownloadPath, input),
  ];
  expect(refused.map(({ success }) => success)).toEqual([false, false, false]);
  expect(await platform.call(ann, versions.restore, input)).toMatchObject({ success: true });
  // Each approval is for its own content, whichever has the name.
  expect([await take(first), await take(second)]).toEqual(['one', 'APPROVAL_CONTENT_CHANGED']);
  await projects.save(ann, spaceId, '/a.txt', {});
  expect(await platform.call(bob, versions.list, { space, path: '/a.txt' })).toMatchObject({
    success: false,
  });
  expect(
    await platform.call(bob, projectFiles.rename, {
      projectId: spaceId,
      name: '/a.txt',
      newName: 'b',
    }),
  ).toMatchObject({ success: false });
});

it('is not seen through a share, which says so', async () => {
  const sharing = new SpecSharing(platform);
  await upload('one');
  await upload('two');
  const { id } = await sharing.share(ann, ['/a.txt'], [bob]);
  expect(await platform.call(bob, shares.detail, { id })).toMatchObject({ success: true });
  const space = { space: 'share', spaceId: id } as unknown as { space: 'disk' };
  expect(await platform.call(bob, versions.list, { space, path: '/a.txt' })).toMatchObject({
    success: false,
    code: 400,
  });
});
