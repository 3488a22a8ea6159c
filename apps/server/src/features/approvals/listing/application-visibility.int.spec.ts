import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type ApplicationFile, type ApplicationRow } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';

const { projects, projectFiles, approvals } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let member: SpecUser;
let projectId: string;
let id: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  member = await spec.addUser('member');
});

afterAll(() => platform.close());

beforeEach(async () => {
  projectId = (await spec.add(owner, { members: [member] })).id;
  await spec.write(projectId, '/data/plan.txt');
  id = (await spec.apply(member, projectId, ['/data'])).id;
});

const rename = async (): Promise<void> => {
  const moved = { projectId, name: '/data', newName: 'secret' };
  expect(await platform.call(owner, projectFiles.rename, moved)).toMatchObject({ success: true });
};

/** Everything that a user is told of the application. */
const told = async (user: SpecUser): Promise<{ rows: ApplicationRow[]; file: ApplicationFile }> => {
  const [list, detail, files] = [
    await platform.call(user, approvals.list, { me: '3', projectId }),
    await platform.call(user, approvals.detail, { id }),
    await platform.call(user, approvals.files, { id }),
  ];
  const [file] = files.result.data;
  if (!file) {
    throw new Error('There is no file.');
  }
  return { rows: [...list.result.data, detail.result.application], file };
};

describe('the entries of an application', () => {
  it('are told to who applied under the names that they have, while he may see them', async () => {
    await rename();
    const { rows, file } = await told(member);
    expect(rows.map(({ paths }) => paths)).toEqual([['/secret'], ['/secret']]);
    expect(file).toMatchObject({ path: '/secret/plan.txt', change: 'same' });
  });

  it.each([
    ['he may not see them any more', () => spec.save(owner, projectId, '/data', {})],
    [
      'he is taken out of the project',
      () => platform.call(owner, projects.removeUser, { projectId, userId: member.id }),
    ],
    ['the project is deleted', () => platform.call(owner, projects.remove, { id: projectId })],
    ['it was rejected', () => platform.call(owner, approvals.agree, { id, status: '2' })],
  ])('are told under the names of then when %s', async (what, end) => {
    await end();
    if (what !== 'the project is deleted') {
      await rename();
    }
    const { rows, file } = await told(member);
    expect(rows.map(({ paths }) => paths)).toEqual([['/data'], ['/data']]);
    expect(file).toMatchObject({ path: '/data/plan.txt', change: null, putBy: null });
    const { result } = await platform.call(member, endpoints.notifications.list, {});
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('are told to who decides as they are now', async () => {
    await spec.save(owner, projectId, '/data', {});
    await rename();
    const { rows, file } = await told(owner);
    expect(rows.map(({ paths }) => paths)).toEqual([['/secret'], ['/secret']]);
    expect(file).toMatchObject({ path: '/secret/plan.txt', change: 'same' });
  });
});
