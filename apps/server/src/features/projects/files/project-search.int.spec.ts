import { endpoints } from '@clusterdesk/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';

let platform: SpecPlatform;
let projects: SpecProjects;
let ann: SpecUser;
let bob: SpecUser;
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  projects = new SpecProjects(platform);
  [ann, bob] = [await projects.addUser('ann'), await projects.addUser('bob')];
  projectId = (await projects.add(ann, { members: [bob] })).id;
  await projects.upload(ann, projectId, '/data/run-of-ann.txt');
  await projects.upload(bob, projectId, '/data/run-of-bob.txt');
  await projects.upload(ann, projectId, '/hidden/run.txt');
  await projects.save(ann, projectId, '/hidden', {});
});
afterAll(() => platform?.close());

const rightsFound = async (user: SpecUser): Promise<Record<string, string>> => {
  const input = { projectId, key: 'run' };
  const { result } = await platform.call(user, endpoints.projectFiles.search, input);
  return Object.fromEntries(
    result.entries.map(({ path, rights, putBy }) => [
      path,
      [rights.edit && 'edit', rights.download && 'download', putBy?.userName]
        .filter(Boolean)
        .join(' '),
    ]),
  );
};

it('tells of each hit what the caller may do with it, and finds nothing that he may not view', async () => {
  expect(await rightsFound(bob)).toEqual({
    '/data/run-of-ann.txt': 'ann',
    '/data/run-of-bob.txt': 'edit download bob',
  });
  expect(await rightsFound(ann)).toEqual({
    '/data/run-of-ann.txt': 'edit download ann',
    '/data/run-of-bob.txt': 'edit download bob',
    '/hidden/run.txt': 'edit download ann',
  });
});

const { projectFiles, approvals } = endpoints;
/** Whatever a member looks at. */
const looks: Record<string, () => Promise<unknown>> = {
  'the files of the top': () => platform.call(bob, projectFiles.list, { projectId }),
  'the folder': () => platform.call(bob, projectFiles.list, { projectId, path: '/sight' }),
  'how many there are': () => platform.call(bob, projectFiles.summary, { projectId }),
  'a search for anything': () => platform.call(bob, projectFiles.search, { projectId, key: '' }),
  'the folder’s size': () => platform.call(bob, projectFiles.measure, { projectId, path: '/' }),
  'the rights': () => platform.call(bob, projectFiles.rights, { projectId, path: '/sight' }),
  applications: () => platform.call(bob, approvals.list, { me: '3' }),
  favourites: () => platform.call(bob, endpoints.favourites.list, {}),
  'marked paths': () =>
    platform.call(bob, endpoints.favourites.paths, {
      space: { space: 'project', spaceId: projectId },
    }),
  'recent files': () => platform.call(bob, endpoints.disk.recentFiles, {}),
  notifications: () => platform.call(bob, endpoints.notifications.list, {}),
  'the workbench': () => platform.call(bob, endpoints.workbench.facts, {}),
  'the project': () => platform.call(bob, endpoints.projects.detail, { id: projectId }),
};

it('nothing that a member looks at tells of an entry whose sight was taken, nor after he was taken out', async () => {
  await projects.upload(ann, projectId, '/sight/late.txt', '12345678');
  const before = (await platform.call(bob, projectFiles.measure, { projectId, path: '/' })).result;
  expect(JSON.stringify(await looks['a search for anything']?.())).toContain('late.txt');
  await projects.save(ann, projectId, '/sight', { groupView: true, groupDownload: true });
  const file = { projectId, path: '/sight/late.txt' };
  const space = { space: 'project', spaceId: projectId } as const;
  const marked = { space, paths: [file.path], isFavourite: true };
  expect(await platform.call(bob, endpoints.favourites.mark, marked)).toMatchObject({ code: 200 });
  expect(JSON.stringify(await looks['favourites']?.())).toContain('late.txt');
  expect(await platform.call(bob, projectFiles.getPreviewPath, file)).toMatchObject({ code: 200 });
  await projects.save(ann, projectId, '/sight', {});
  const tell = async (): Promise<string[]> => {
    const told: string[] = [];
    for (const [name, look] of Object.entries(looks)) {
      if (JSON.stringify(await look()).includes('late.txt')) {
        told.push(name);
      }
    }
    return told;
  };
  expect(await tell()).toEqual([]);
  const after = (await platform.call(bob, projectFiles.measure, { projectId, path: '/' })).result;
  expect(before.bytes - after.bytes).toBe(8);
  await platform.call(ann, endpoints.projects.removeUser, { projectId, userId: bob.id });
  expect(await tell()).toEqual([]);
});
