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
