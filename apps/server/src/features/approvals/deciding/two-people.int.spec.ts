import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type FilePermission, type ProjectRow } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { nothingAllowed, SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';

const { projects, projectFiles, approvals } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let admin: SpecUser;
let other: SpecUser;
let member: SpecUser;
let stranger: SpecUser;
let project: ProjectRow;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  spec = new SpecProjects(platform);
  [owner, admin, other, member, stranger] = [
    await spec.addUser('owner'),
    await spec.addUser('admin2'),
    await spec.addUser('other'),
    await spec.addUser('member'),
    await spec.addUser('stranger'),
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
    expect(await setAdmin(owner, other)).toMatchObject({ success: true });
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
    expect(await setAdmin(owner, owner)).toMatchObject({
      code: 409,
      result: { error: 'PROJECT_NEEDS_TWO_PEOPLE' },
    });
    await edit(owner, 1);
    await setAdmin(owner, owner);
    expect(await edit(owner, 2)).toMatchObject({
      code: 409,
      result: { error: 'PROJECT_NEEDS_TWO_PEOPLE' },
    });
  });
});

describe('what lets more people download where two people decide', () => {
  const viewed = { ...nothingAllowed, userView: true, groupView: true };
  const given = { ...viewed, groupDownload: true };
  const save = (user: SpecUser, file: string, filePermission: FilePermission | null) =>
    platform.call(user, projectFiles.setPermission, {
      projectId: project.id,
      file,
      filePermission,
    });
  const add = (user: SpecUser) =>
    platform.call(user, projects.addUsers, { projectId: project.id, userId: stranger.id });
  const edited = (user: SpecUser, filePermission: FilePermission) =>
    platform.call(user, projects.edit, { id: project.id, filePermission });

  const doors: Record<string, (user: SpecUser) => Promise<unknown>> = {
    'the switches of a file': (user) => save(user, '/one.txt', given),
    'a single switch of a file': (user) =>
      platform.call(user, projectFiles.setPermission, {
        ...{ projectId: project.id, file: '/one.txt' },
        permissionChanges: { groupDownload: true },
      }),
    'a single switch of the project': (user) =>
      platform.call(user, projects.edit, {
        id: project.id,
        permissionChanges: { groupDownload: true },
      }),
    'the switches of a folder': (user) => save(user, '/shut', given),
    'the download of who put it there': (user) =>
      save(user, '/open/shut.txt', { ...viewed, userDownload: true }),
    'the sight of what could be downloaded': (user) => save(user, '/blind.txt', given),
    'no switches of its own any more': (user) => save(user, '/open/shut.txt', null),
    'the switches of the project': (user) => edited(user, given),
    'the switches of the project, for anybody': (user) =>
      edited(user, { ...viewed, otherView: true, otherDownload: true }),
    'the administration': (user) => setAdmin(user, member),
    'membership where members download': (user) => add(user),
  };

  beforeEach(async () => {
    await spec.write(project.id, '/open/shut.txt', 'shut');
    await spec.write(project.id, '/shut/in.txt', 'shut');
    await spec.write(project.id, '/blind.txt', 'blind');
    await spec.save(owner, project.id, '/open', given);
    await spec.save(owner, project.id, '/open/shut.txt', viewed);
    await spec.save(owner, project.id, '/blind.txt', { ...given, groupView: false });
  });

  it.each(Object.entries(doors))('is the owner’s: %s', async (_, open) => {
    const take = (path: string) =>
      platform.call(member, projectFiles.checksum, { projectId: project.id, path });
    expect(await open(admin)).toMatchObject({
      code: 403,
      result: { error: 'PROJECT_OWNER_GIVES_DOWNLOADS' },
    });
    for (const path of ['/one.txt', '/shut/in.txt', '/open/shut.txt', '/blind.txt']) {
      expect(await take(path)).toMatchObject({ code: 403 });
    }
    expect(await open(owner)).toMatchObject({ success: true });
  });

  it.each<[string, (user: SpecUser) => Promise<unknown>]>([
    ['fewer may', (user) => save(user, '/open', viewed)],
    ['others may look', (user) => edited(user, { ...viewed, otherView: true })],
    [
      'membership opens nothing',
      async (user) => {
        await save(owner, '/open', null);
        await save(owner, '/blind.txt', null);
        return add(user);
      },
    ],
  ])('is not the owner’s where %s', async (_, act) => {
    expect(await act(admin)).toMatchObject({ success: true });
  });

  it('is the administrator’s, too, where one yes is enough', async () => {
    await edit(owner, 1);
    for (const open of Object.values(doors)) {
      expect(await open(admin)).toMatchObject({ success: true });
      await setAdmin(owner, admin);
    }
  });
});

describe('two administrators who turn different switches of what each opened before', () => {
  const nine = { ...nothingAllowed, userView: true, groupView: true, groupEdit: true };
  const closed = { ...nine, groupView: false, groupEdit: false, userDownload: true };
  const first = { groupView: false, groupEdit: false };
  const second = { userDownload: true };

  it('of a folder: neither opens again what the other has closed', async () => {
    await spec.write(project.id, '/raw/a.txt', 'a');
    await spec.save(owner, project.id, '/raw', nine);
    const entry = { projectId: project.id, file: '/raw' };
    const turn = (user: SpecUser, permissionChanges: Partial<FilePermission>) =>
      platform.call(user, projectFiles.setPermission, { ...entry, permissionChanges });
    const answers = await Promise.all([turn(owner, first), turn(owner, second)]);
    expect(answers).toMatchObject([{ success: true }, { success: true }]);
    const { result } = await platform.call(owner, projectFiles.getPermission, entry);
    expect(result).toMatchObject(closed);
    const both = { ...entry, filePermission: nine, permissionChanges: first };
    expect(await platform.call(owner, projectFiles.setPermission, both)).toMatchObject({
      code: 400,
    });
  });

  it('of the project: the same', async () => {
    const { id } = project;
    await platform.call(owner, projects.edit, { id, filePermission: nine });
    for (const permissionChanges of [first, second]) {
      await platform.call(owner, projects.edit, { id, permissionChanges });
    }
    const { result } = await platform.call(owner, projects.getSettings, { projectId: id });
    expect(result.filePermission).toEqual(closed);
  });
});
