import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';

const { projects, approvals } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let admin: SpecUser;
let other: SpecUser;
let member: SpecUser;
let project: ProjectRow;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  spec = new SpecProjects(platform);
  [owner, admin, other, member] = [
    await spec.addUser('owner'),
    await spec.addUser('admin2'),
    await spec.addUser('other'),
    await spec.addUser('member'),
  ];
});

afterAll(() => platform.close());

beforeEach(async () => {
  project = await spec.add(owner, { admin, members: [other, member] });
  await spec.write(project.id, '/one.txt', 'one');
  await edit(owner, 2);
});

const edit = (user: SpecUser, approversNeeded: number) =>
  platform.call(user, projects.edit, { id: project.id, approversNeeded });
const agree = (user: SpecUser, id: string, status: '1' | '2' = '1') =>
  platform.call(user, approvals.agree, { id, status });
const apply = async (): Promise<string> => (await spec.apply(member, project.id, ['/one.txt'])).id;
const setAdmin = (user: SpecUser, to: SpecUser) =>
  platform.call(user, projects.setAdmin, { id: project.id, userId: to.id });

describe('two people', () => {
  it('both say yes, in any order, and the second yes approves', async () => {
    const id = await apply();
    expect((await agree(owner, id)).result).toMatchObject({ status: 0, approversSoFar: 1 });
    expect(await platform.call(member, approvals.download, { id })).toMatchObject({ code: 403 });
    expect(await agree(owner, id)).toMatchObject({ code: 409 });
    expect((await agree(admin, id)).result).toMatchObject({ status: 1, approversSoFar: 2 });
    const { result: token } = await platform.call(member, approvals.download, { id });
    expect(await spec.fetch(token)).toEqual({ status: 200, text: 'one' });
  });

  it('who say it in the same moment are both counted', async () => {
    const id = await apply();
    const answers = await Promise.all([agree(owner, id), agree(admin, id)]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    const { result } = await platform.call(member, approvals.detail, { id });
    expect(result.application).toMatchObject({ status: 1, canDownload: true });
  });

  it.each([
    ['before a yes', ['2', '1']],
    ['after a yes', ['1', '2']],
  ] as const)('of whom one says no %s reject it', async (_, [first, second]) => {
    const id = await apply();
    await agree(owner, id, first);
    const answer = await agree(admin, id, second);
    expect(answer.code).toBe(first === '2' ? 409 : 200);
    const { result } = await platform.call(member, approvals.detail, { id });
    expect(result.application).toMatchObject({ status: 2, ending: 'rejected', canDownload: false });
  });

  it('do not become two by handing the administration on', async () => {
    const id = await apply();
    expect((await agree(admin, id)).result).toMatchObject({ approversSoFar: 1 });
    expect(await setAdmin(admin, other)).toMatchObject({ success: true });
    expect((await agree(other, id)).result).toMatchObject({ status: 0, approversSoFar: 1 });
    expect((await agree(owner, id)).result).toMatchObject({ status: 1 });
  });

  it('are waited for until the owner is content with one', async () => {
    const id = await apply();
    await agree(admin, id);
    expect(await edit(admin, 1)).toMatchObject({
      code: 403,
      result: { error: 'PROJECT_OWNER_LIFTS_TWO_APPROVERS' },
    });
    expect(await edit(admin, 2)).toMatchObject({ success: true, result: { isOwner: false } });
    expect(await edit(owner, 1)).toMatchObject({ success: true, result: { isOwner: true } });
    expect((await agree(admin, id)).result).toMatchObject({ status: 1 });
  });

  it('are needed for two: one alone cannot be both', async () => {
    expect(await setAdmin(admin, owner)).toMatchObject({
      code: 409,
      result: { error: 'PROJECT_NEEDS_TWO_PEOPLE' },
    });
    await edit(owner, 1);
    await setAdmin(admin, owner);
    expect(await edit(owner, 2)).toMatchObject({
      code: 409,
      result: { error: 'PROJECT_NEEDS_TWO_PEOPLE' },
    });
  });
});
