import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type FilePermission } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';

const { projectFiles, favourites } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let admin: SpecUser;
let ann: SpecUser;
let bob: SpecUser;
let stranger: SpecUser;
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  [owner, admin, ann, bob, stranger] = [
    await spec.addUser('owner'),
    await spec.addUser('deputy'),
    await spec.addUser('ann'),
    await spec.addUser('bob'),
    await spec.addUser('stranger'),
  ];
});
afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM project');
  await platform.query('UPDATE user_account SET is_frozen = false, can_download = true');
  ({ id: projectId } = await spec.add(owner, { admin, members: [ann, bob] }));
  await spec.upload(ann, projectId, '/anns/a.txt');
  await spec.upload(bob, projectId, '/anns/bobs.txt');
  await spec.upload(owner, projectId, '/data/plan.txt');
  await spec.upload(owner, projectId, '/data/deep/key.txt');
  await spec.upload(owner, projectId, '/top.txt');
});

const folders = ['/', '/anns', '/data', '/data/deep'];
const seen = (
  userId: string,
  path = '/',
  by = owner,
  page: { pageNum?: number; pageSize?: number } = {},
) => platform.call(by, projectFiles.asMember, { projectId, userId, path, pageSize: 100, ...page });

/** The switches that hold for each path. */
const cases: Record<string, Record<string, Partial<FilePermission>>> = {
  'nothing is saved': {},
  'members see all and change nothing': { '/': { userView: true, groupView: true } },
  'members edit and download': {
    '/': { userView: true, groupView: true, groupEdit: true, groupDownload: true },
  },
  'a folder is closed': { '/data': {} },
  'a folder is closed and what is in it open': {
    '/data': { userView: true },
    '/data/deep': { groupView: true, groupDownload: true },
  },
  'only what one put there oneself': { '/': { userView: true, userEdit: true } },
  'a file alone is closed': { '/top.txt': {}, '/anns/a.txt': { groupView: true } },
  'the whole project is closed': { '/': {} },
  'for others more than for members': { '/': { otherView: true, otherDownload: true } },
};

describe('what a member sees, told to a manager', () => {
  it.each(Object.entries(cases))('is what the member’s own listing says: %s', async (_, saved) => {
    for (const [file, switches] of Object.entries(saved)) {
      await spec.save(owner, projectId, file, switches);
    }
    for (const member of [ann, bob, admin]) {
      for (const path of folders) {
        const own = await platform.call(member, projectFiles.list, { projectId, path });
        const count = await platform.call(member, projectFiles.summary, { projectId, path });
        const rights = await platform.call(member, projectFiles.rights, { projectId, path });
        const { code, result } = await seen(member.id, path, admin);
        expect(code).toBe(200);
        expect({ path, who: member.id, ...result }).toEqual({
          path,
          who: member.id,
          entries: own.success ? own.result : [],
          total: own.success ? count.result.total : 0,
          rights: rights.success
            ? rights.result.rights
            : { view: false, edit: false, download: false },
          canAdd: rights.success && rights.result.canAdd,
          canDownload: true,
        });
      }
    }
  });

  it('differs between those whom the switches tell apart', async () => {
    await spec.save(owner, projectId, '/', { userView: true });
    await spec.save(owner, projectId, '/anns', { userView: true, userDownload: true });
    const names = async (user: SpecUser, path: string): Promise<string[]> =>
      (await seen(user.id, path)).result.entries.map(({ localPath }) => localPath);
    expect(await names(owner, '/anns')).toEqual(['a.txt', 'bobs.txt']);
    expect(await names(bob, '/anns')).toEqual([]);
    expect((await seen(bob.id, '/anns')).result).toMatchObject({
      rights: { view: false },
      canAdd: false,
    });
  });

  it('comes page by page, and tells of a member who may download nothing at all', async () => {
    await platform.query('UPDATE user_account SET can_download = false WHERE id = $1', [ann.id]);
    const first = await seen(ann.id, '/', owner, { pageSize: 2 });
    const second = await seen(ann.id, '/', owner, { pageSize: 2, pageNum: 1 });
    expect([first, second].map(({ result }) => result.entries.map(({ path }) => path))).toEqual([
      ['/anns', '/data'],
      ['/top.txt'],
    ]);
    expect(first.result).toMatchObject({ total: 3, canDownload: false });
  });

  it('is asked of members alone, and of those who could look', async () => {
    const refused = async (userId: string): Promise<unknown> => {
      const { code, result } = await seen(userId);
      return [code, (result as unknown as { error: string }).error];
    };
    const notIn = [404, 'PROJECT_NOT_A_MEMBER'];
    expect(await refused(stranger.id)).toEqual(notIn);
    expect(await refused('6f9619ff-8b86-4d01-b42d-00c04fc964ff')).toEqual(notIn);
    expect(await refused('no id')).toEqual(notIn);
    await spec.save(owner, projectId, '/', { otherView: true });
    expect(await refused(stranger.id)).toEqual(notIn);
    await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [ann.id]);
    expect(await refused(ann.id)).toEqual([409, 'PROJECT_MEMBER_KEPT_OUT']);
    const pageless = await platform.addUser('pageless', ['/myDoc']);
    await platform.query('INSERT INTO project_member (project_id, user_id) VALUES ($1, $2)', [
      projectId,
      pageless.id,
    ]);
    expect(await refused(pageless.id)).toEqual([409, 'PROJECT_MEMBER_KEPT_OUT']);
  });

  it('is refused to members, and of a folder that is not there', async () => {
    expect((await seen(ann.id, '/', ann)).code).toBe(403);
    expect((await seen(ann.id, '/none')).code).toBe(404);
    expect((await seen(ann.id, '/../../etc')).code).toBe(400);
  });

  it('leaves no trace with the member', async () => {
    const written = async (): Promise<unknown> => {
      const rows = await platform.query(
        `SELECT (SELECT count(*) FROM recent_file) AS recent, (SELECT count(*) FROM audit_log) AS log`,
      );
      const { result } = await platform.call(ann, favourites.list, {});
      return [rows, result];
    };
    const before = await written();
    await seen(ann.id, '/anns');
    expect(await written()).toEqual(before);
  });
});
