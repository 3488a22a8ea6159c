import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { entryPermissionsOf } from '@clusterdesk/tests/features/entry-permissions.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { projectFiles } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let ann: SpecUser;
let bob: SpecUser;
let project: ProjectRow;

beforeAll(async () => {
  const timings = { runs: { lookMs: 20 }, tasks: { dueWorkMs: 200 } };
  platform = await SpecPlatform.open({ withWorker: true, timings });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  ann = await spec.addUser('ann');
  bob = await spec.addUser('bob');
});
afterAll(() => platform.close());
beforeEach(async () => {
  project = await spec.add(owner, { members: [ann, bob] });
});

const rights = async (user: SpecUser, path: string) => {
  const input = { projectId: project.id, path };
  return (await platform.call(user, projectFiles.rights, input)).result;
};
const rename = (user: SpecUser, name: string, newName: string) =>
  platform.call(user, projectFiles.rename, { projectId: project.id, name, newName });
const remove = (user: SpecUser, path: string) =>
  platform.call(user, projectFiles.remove, { projectId: project.id, paths: [path] });
const move = (user: SpecUser, path: string, dir: string) =>
  platform.call(user, projectFiles.move, { projectId: project.id, paths: [path], dir });
const open = { groupView: true, groupDownload: true };

describe('what is known of an entry', () => {
  it('goes with it to another name and another folder, with all that lies below', async () => {
    await spec.upload(ann, project.id, '/a/deep/f.txt');
    await spec.save(owner, project.id, '/a/deep', open);
    await rename(owner, '/a', 'b');
    expect(await rights(bob, '/b/deep/f.txt')).toMatchObject({
      rights: { download: true },
      permission: { source: { path: '/b/deep' } },
    });
    const listed = await platform.call(bob, projectFiles.list, {
      projectId: project.id,
      path: '/b/deep',
    });
    expect(listed.result).toMatchObject([{ path: '/b/deep/f.txt', putBy: { id: ann.id } }]);
  });

  it('is not of what takes its name later', async () => {
    await spec.upload(owner, project.id, '/f.txt');
    await spec.save(owner, project.id, '/f.txt', open);
    await rename(owner, '/f.txt', 'g.txt');
    await spec.upload(owner, project.id, '/f.txt');
    expect((await rights(bob, '/f.txt')).rights.download).toBe(false);
    expect((await rights(bob, '/g.txt')).rights.download).toBe(true);
    await remove(owner, '/g.txt');
    await spec.upload(owner, project.id, '/g.txt');
    expect((await rights(bob, '/g.txt')).rights.download).toBe(false);
  });

  it('comes back from the trash with it, also under another name', async () => {
    await spec.upload(ann, project.id, '/f.txt');
    await spec.save(owner, project.id, '/f.txt', open);
    await remove(owner, '/f.txt');
    await spec.upload(owner, project.id, '/f.txt');
    const trash = await platform.call(owner, projectFiles.trash, { projectId: project.id });
    const ids = trash.result.data.map(({ id }) => id);
    const restored = await platform.call(owner, projectFiles.restoreFromTrash, {
      projectId: project.id,
      ids,
    });
    const path = restored.result[0]?.path ?? '';
    expect(path).not.toBe('/f.txt');
    expect((await rights(bob, path)).rights.download).toBe(true);
    expect((await rights(bob, '/f.txt')).rights.download).toBe(false);
  });

  it('goes with what is deleted for good', async () => {
    await spec.upload(ann, project.id, '/f.txt');
    await remove(owner, '/f.txt');
    await platform.call(owner, projectFiles.emptyTrash, { projectId: project.id });
    const left = (): Promise<unknown[]> =>
      platform.query('SELECT FROM project_entry WHERE project_id = $1', [project.id]);
    await waitFor('the rows to be deleted', async () => (await left()).length === 0);
  });

  it('stays when its content is replaced, but for who put it there', async () => {
    await spec.upload(ann, project.id, '/f.txt', 'old');
    const switches = { userView: true, groupView: true, groupEdit: true };
    await spec.save(owner, project.id, '/f.txt', switches);
    await spec.upload(bob, project.id, '/f.txt', 'new');
    const { permission } = await rights(bob, '/f.txt');
    expect(permission).toMatchObject({ groupEdit: true, source: { path: '/f.txt' } });
    const listed = await platform.call(bob, projectFiles.list, { projectId: project.id });
    expect(listed.result).toMatchObject([{ putBy: { id: bob.id } }]);
  });
});

describe('what comes back without the folder that closed it', () => {
  it('stays closed', async () => {
    await spec.upload(owner, project.id, '/closed/f.txt');
    await spec.save(owner, project.id, '/closed', { userView: true });
    await remove(owner, '/closed/f.txt');
    const trash = await platform.call(owner, projectFiles.trash, { projectId: project.id });
    const ids = trash.result.data.map(({ id }) => id);
    await remove(owner, '/closed');
    await platform.call(owner, projectFiles.restoreFromTrash, { projectId: project.id, ids });
    const [permission] = Object.values(
      await entryPermissionsOf(platform, project.id, bob.id, ['/closed/f.txt']),
    );
    expect(permission).toMatchObject({ view: false, savedAt: '/closed/f.txt' });
  });
});

describe('an administrator who decides with another', () => {
  it('gives no download by moving an entry to where the switches do', async () => {
    const admin = bob;
    await platform.call(owner, endpoints.projects.setAdmin, { id: project.id, userId: admin.id });
    await platform.call(owner, endpoints.projects.edit, { id: project.id, approversNeeded: 2 });
    await spec.upload(owner, project.id, '/f.txt');
    await spec.upload(owner, project.id, '/open/g.txt');
    await spec.save(owner, project.id, '/open', open);
    expect((await move(admin, '/f.txt', '/open')).success).toBe(true);
    expect((await rights(ann, '/open/f.txt')).rights).toMatchObject({
      view: true,
      download: false,
    });
    expect((await rights(ann, '/open/g.txt')).rights).toMatchObject({ download: true });
  });
});

describe('who is no manager', () => {
  it('opens nothing by moving it to where the switches say more', async () => {
    await spec.upload(owner, project.id, '/closed/f.txt');
    await spec.upload(owner, project.id, '/open/g.txt');
    await spec.save(owner, project.id, '/closed', { groupView: true, groupEdit: true });
    await spec.save(owner, project.id, '/open', { ...open, groupEdit: true });
    const moved = await platform.call(bob, projectFiles.move, {
      projectId: project.id,
      paths: ['/closed/f.txt'],
      dir: '/open',
    });
    expect(moved.success).toBe(true);
    expect((await rights(bob, '/open/f.txt')).rights).toMatchObject({
      edit: true,
      download: false,
    });
    expect((await rights(bob, '/open/g.txt')).rights.download).toBe(true);
  });

  it('does not delete or rename what somebody else put into his folder', async () => {
    await platform.call(ann, projectFiles.mkdir, { projectId: project.id, path: '/anns' });
    await platform.call(ann, projectFiles.mkdir, { projectId: project.id, path: '/to' });
    await spec.upload(bob, project.id, '/anns/bobs.txt');
    expect(await remove(ann, '/anns')).toMatchObject({ code: 403 });
    expect(await rename(ann, '/anns', 'mine')).toMatchObject({ code: 403 });
    for (const spelled of ['/anns/', '//anns', '/anns//']) {
      expect(await remove(ann, spelled)).toMatchObject({ code: 403 });
      expect(await rename(ann, spelled, 'mine')).toMatchObject({ code: 403 });
      expect(await move(ann, spelled, '/to')).toMatchObject({ code: 403 });
    }
    expect(await remove(bob, '/anns/bobs.txt')).toMatchObject({ code: 200 });
    expect(await remove(ann, '/anns')).toMatchObject({ code: 200 });
  });

  it('does not overwrite what he may not change', async () => {
    await spec.upload(ann, project.id, '/f.txt', 'old');
    await expect(spec.upload(bob, project.id, '/f.txt', 'new')).rejects.toThrow();
    const { text } = await spec.fetch(
      (
        await platform.call(ann, projectFiles.getDownloadPath, {
          projectId: project.id,
          paths: ['/f.txt'],
        })
      ).result,
    );
    expect(text).toBe('old');
  });

  it('sees nothing of what is hidden: not listed, not found, not counted, not packed', async () => {
    await spec.upload(owner, project.id, '/d/seen.txt');
    await spec.upload(owner, project.id, '/d/hidden.txt');
    await spec.save(owner, project.id, '/d', open);
    await spec.save(owner, project.id, '/d/hidden.txt', {});
    const inProject = { projectId: project.id };
    const list = await platform.call(bob, projectFiles.list, { ...inProject, path: '/d' });
    expect(list.result.map(({ path }) => path)).toEqual(['/d/seen.txt']);
    const summary = await platform.call(bob, projectFiles.summary, { ...inProject, path: '/d' });
    expect(summary.result.total).toBe(1);
    const found = await platform.call(bob, projectFiles.search, { ...inProject, key: 'txt' });
    expect(found.result.entries.map(({ path }) => path)).toEqual(['/d/seen.txt']);
    const measured = await platform.call(bob, projectFiles.measure, { ...inProject, path: '/d' });
    expect(measured.result.files).toBe(1);
    const given = await platform.call(bob, projectFiles.getDownloadPath, {
      ...inProject,
      paths: ['/d'],
    });
    const { text } = await spec.fetch(given.result);
    expect(text).toContain('d/seen.txt');
    expect(text).not.toContain('hidden');
    expect(
      await platform.call(bob, projectFiles.rights, { ...inProject, path: '/d/hidden.txt' }),
    ).toMatchObject({ code: 403 });
  });
});
