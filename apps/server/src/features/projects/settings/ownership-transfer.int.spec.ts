import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { projectPages, SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { approvals, projects, users, notifications } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let keeper: SpecUser;
let owner: SpecUser;
let admin: SpecUser;
let first: SpecUser;
let second: SpecUser;
let round = 0;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  keeper = await platform.addUser('keeper', [...projectPages, '/userList']);
});

afterAll(() => platform.close());

beforeEach(async () => {
  round += 1;
  owner = await spec.addUser(`owner${round}`);
  admin = await spec.addUser(`admin${round}`);
  first = await spec.addUser(`first${round}`);
  second = await spec.addUser(`second${round}`);
});

async function remove(user: SpecUser): Promise<void> {
  const answer = await platform.call(keeper, users.remove, { id: user.id });
  expect(answer).toMatchObject({ success: true });
}

const find = async (user: SpecUser, { id }: ProjectRow): Promise<ProjectRow> =>
  (await platform.call(user, projects.detail, { id })).result;

describe('a project whose owner is deleted', () => {
  it('is its administrator’s, who is told', async () => {
    const project = await spec.add(owner, { admin, members: [first] });
    await spec.write(project.id, '/kept.txt', 'kept');
    await remove(owner);
    expect(await find(admin, project)).toMatchObject({
      owner: { id: admin.id },
      admin: { id: admin.id },
      role: 'owner',
    });
    const told = await platform.call(admin, notifications.list, {});
    expect(JSON.stringify(told.result)).toContain(project.projectName);
    const { result } = await platform.call(first, endpoints.projectFiles.list, {
      projectId: project.id,
    });
    expect(result).toMatchObject([{ path: '/kept.txt' }]);
  });

  it('is that of the member who has been there longest, where the owner was the administrator', async () => {
    const project = await spec.add(owner, { members: [first] });
    const added = { projectId: project.id, userId: second.id };
    await platform.call(owner, projects.addUsers, added);
    await remove(owner);
    expect(await find(first, project)).toMatchObject({ owner: { id: first.id }, role: 'owner' });
    expect(await find(second, project)).toMatchObject({ role: 'member' });
  });

  it('keeps a name of its own where the heir has one of that name', async () => {
    const project = await spec.add(owner, { members: [first] });
    const { projectName } = project;
    await platform.call(first, projects.add, { projectName });
    await remove(owner);
    expect(await find(first, project)).toMatchObject({ projectName: `${projectName}_2` });
  });

  it('asks one person from then on, where two were asked who are one now', async () => {
    const project = await spec.add(owner, { admin, members: [first] });
    await platform.call(owner, projects.edit, { id: project.id, approversNeeded: 2 });
    await spec.write(project.id, '/one.txt');
    const { id } = await spec.apply(first, project.id, ['/one.txt']);
    await remove(owner);
    const answer = await platform.call(admin, approvals.agree, { id, status: '1' });
    expect(answer).toMatchObject({ success: true, result: { status: 1 } });
  });

  it('goes with him where nobody else is in it, and is nobody’s', async () => {
    const project = await spec.add(owner);
    await remove(owner);
    const rows = await platform.query('SELECT deleted_at FROM project WHERE id = $1', [project.id]);
    expect(rows).toEqual([{ deleted_at: expect.any(Date) }]);
    expect(await platform.call(first, projects.detail, { id: project.id })).toMatchObject({
      code: 404,
    });
  });
});

describe('a user who is deleted', () => {
  it('leaves an administration to the owner', async () => {
    const project = await spec.add(owner, { admin });
    await remove(admin);
    expect(await find(owner, project)).toMatchObject({ admin: { id: owner.id }, userCount: 1 });
  });

  it('takes his applications along, and who decides sees them go', async () => {
    const project = await spec.add(owner, { members: [first] });
    await spec.write(project.id, '/one.txt');
    await spec.apply(first, project.id, ['/one.txt']);
    const window = await connectConsole(platform.baseUrl, owner.token);
    const heard: unknown[] = [];
    window.socket.on('approvalsChanged', (event) => heard.push(event));
    await remove(first);
    await waitFor('the word', () => heard.length > 0);
    expect(heard).toContainEqual({ applicationId: null, projectId: project.id });
    const { result } = await platform.call(owner, approvals.list, { me: '2' });
    expect(result).toEqual({ data: [], total: 0 });
    window.close();
  });

  it('stays who decided, as somebody who is gone', async () => {
    const project = await spec.add(owner, { admin, members: [first] });
    await spec.write(project.id, '/one.txt');
    const { id } = await spec.apply(first, project.id, ['/one.txt']);
    await spec.approve(admin, id);
    await remove(admin);
    const { result } = await platform.call(first, approvals.detail, { id });
    expect(result.application).toMatchObject({
      status: 1,
      canDownload: true,
      votes: [{ user: null, isYes: true }],
    });
  });
});
