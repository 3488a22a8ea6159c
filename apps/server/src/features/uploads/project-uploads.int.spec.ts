import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type FilePermission } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';

const { projectFiles, projects } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let tus: SpecTus;
let owner: SpecUser;
let member: SpecUser;
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  tus = new SpecTus(platform);
  owner = await spec.addUser('owner');
  member = await spec.addUser('member');
});
afterAll(() => platform.close());
beforeEach(async () => {
  await tus.forgetAll();
  projectId = (await spec.add(owner, { members: [member] })).id;
});

const begin = (operation: '0' | '1' | '2' = '1', fileName = 'a.txt') =>
  tus.create(member, { space: 'project', spaceId: projectId, fileName, operation });
const address = (created: Response): string => {
  expect(created.status).toBe(201);
  return created.headers.get('location') ?? '';
};
const finish = (url: string): Promise<Response> => tus.patch(member, url, 0, 'mine');
const text = (path: string): Promise<string> => readFile(spec.path(projectId, path), 'utf8');
const names = async (): Promise<string[]> => (await readdir(spec.path(projectId))).sort();
const save = (path: string, permission: Partial<FilePermission>): Promise<void> =>
  spec.save(owner, projectId, path, permission);
const editing = { groupView: true, groupEdit: true };

describe('an upload into a project', () => {
  it('replaces only what its user may change', async () => {
    await spec.upload(owner, projectId, '/a.txt', 'theirs');
    expect((await begin()).status).toBe(403);
    await save('/a.txt', editing);
    expect((await finish(address(await begin()))).status).toBe(204);
    expect(await text('/a.txt')).toBe('mine');
  });

  it.each([
    [
      'another took the name meanwhile',
      async () => spec.upload(owner, projectId, '/a.txt', 'theirs'),
    ],
    [
      'its user may not change it any more',
      async () => {
        await spec.upload(owner, projectId, '/a.txt', 'theirs');
        await save('/a.txt', { groupView: true });
      },
    ],
    [
      'it was hidden from its user',
      async () => {
        await spec.upload(owner, projectId, '/a.txt', 'theirs');
        await save('/a.txt', { groupEdit: true });
      },
    ],
  ])('replaces nothing when %s', async (_, change) => {
    const url = address(await begin());
    await change();
    expect((await finish(url)).status).toBe(403);
    expect(await text('/a.txt')).toBe('theirs');
    // Kept for another decision about the name, or for when the right is back.
    expect(await tus.staged()).toHaveLength(1);
  });

  const held = () => platform.query('SELECT quota_bytes AS bytes FROM upload');

  it('that ends while its user has no right waits for it, with what it holds of the quota', async () => {
    const url = address(await begin());
    await platform.call(owner, projects.removeUser, { projectId, userId: member.id });
    const [first, asked] = [await finish(url), await tus.send(member, 'HEAD', url)];
    const sentence = asked.headers.get('upload-error-message') ?? '';
    expect(decodeURIComponent(sentence)).toBe(await first.text());
    for (const refused of [first, asked]) {
      expect(refused.status).toBe(404);
      expect(refused.headers.get('upload-error-code')).toBe('PROJECT_NOT_FOUND');
      expect(Date.parse(refused.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
    }
    expect(await held()).toEqual([{ bytes: '4' }]);
    await platform.call(owner, projects.addUsers, { projectId, userId: member.id });
    const head = await tus.send(member, 'HEAD', url);
    expect(head.headers.get('upload-placed-path')).toBe(encodeURIComponent('/a.txt'));
    expect(await text('/a.txt')).toBe('mine');
  });

  it('that ends when its project is no more is dropped', async () => {
    const url = address(await begin());
    await platform.query('DELETE FROM project WHERE id = $1', [projectId]);
    const refused = await finish(url);
    expect(refused.status).toBe(404);
    expect(refused.headers.get('upload-expires')).toBeNull();
    expect(await held()).toEqual([]);
    expect(await tus.staged()).toEqual([]);
  });

  it('that would take the name of what is hidden is refused, or lies beside it', async () => {
    await spec.upload(owner, projectId, '/a.txt', 'theirs');
    await save('/a.txt', { groupEdit: true, groupDownload: true });
    expect((await begin('0')).status).toBe(409);
    expect((await begin('1')).status).toBe(403);
    expect((await finish(address(await begin('2')))).status).toBe(204);
    expect(await names()).toEqual(['a (1).txt', 'a.txt']);
    expect(await text('/a.txt')).toBe('theirs');
  });

  it('takes nothing of what is saved for a name that is free', async () => {
    await spec.upload(owner, projectId, '/a.txt', 'theirs');
    await save('/a.txt', { ...editing, groupDownload: true });
    await platform.call(owner, projectFiles.remove, { projectId, paths: ['/a.txt'] });
    expect((await finish(address(await begin()))).status).toBe(204);
    const { result } = await platform.call(member, projectFiles.rights, {
      projectId,
      path: '/a.txt',
    });
    expect(result).toMatchObject({ decidedAs: 'user', permission: { source: null } });
  });
});

describe('a move within a project', () => {
  it('replaces only what its user may change', async () => {
    await spec.upload(owner, projectId, '/to/a.txt', 'theirs');
    await spec.upload(member, projectId, '/a.txt', 'mine');
    const asked = { projectId, paths: ['/a.txt'], dir: '/to', operation: '1' as const };
    expect(await platform.call(member, projectFiles.move, asked)).toMatchObject({ code: 403 });
    expect([await text('/to/a.txt'), await text('/a.txt')]).toEqual(['theirs', 'mine']);
    await save('/to/a.txt', editing);
    expect(await platform.call(member, projectFiles.move, asked)).toMatchObject({ code: 200 });
    expect(await text('/to/a.txt')).toBe('mine');
  });
});
