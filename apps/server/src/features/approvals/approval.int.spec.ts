import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits, type ApplicationRow, type ProjectRow } from '@clusterdesk/contracts';
import { ApplicationRetention } from './application-retention.service.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { projects, projectFiles, approvals } = endpoints;
const pages = ['/myDoc', '/managementProject', '/joinProject', '/aduitProject'];

let platform: SpecPlatform;
let owner: SpecUser;
let admin: SpecUser;
let member: SpecUser;
let stranger: SpecUser;
let project: ProjectRow;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { runs: { lookMs: 20 } } });
  owner = await platform.addUser('owner', pages);
  admin = await platform.addUser('admin2', pages);
  member = await platform.addUser('member', pages);
  stranger = await platform.addUser('stranger', pages);
  project = (await platform.call(owner, projects.add, { projectName: '课题_1' })).result;
  for (const user of [admin, member]) {
    await platform.call(owner, projects.addUsers, { projectId: project.id, userId: user.id });
  }
  await platform.call(owner, projects.setAdmin, { id: project.id, userId: admin.id });
  await mkdir(join(owner.home, 'data'), { recursive: true });
  await writeFile(join(owner.home, 'data/one.txt'), 'one');
  await writeFile(join(owner.home, 'data/two.txt'), 'two');
  const copied = await platform.call(owner, projectFiles.importFromDisk, {
    projectId: project.id,
    fileList: ['/data'],
  });
  expect(copied).toMatchObject({ success: true, result: { state: 'done' } });
});

afterAll(() => platform.close());

const apply = (user: SpecUser, paths: string[]) =>
  platform.call(user, approvals.add, { project: { id: project.id }, paths, reason: 'for a paper' });
const agree = (user: SpecUser, id: string, status = '1') =>
  platform.call(user, approvals.agree, { id, status: status as '1' | '2' });
const fetchText = async (token: unknown): Promise<string> =>
  (await fetch(`${platform.baseUrl}/api/project/download?path=${String(token)}`)).text();
const root = (): string => join(platform.config.filesDir, 'projects', project.id);

describe('a project', () => {
  it('shows its files with rights, who put them there, and why', async () => {
    const { result } = await platform.call(member, projectFiles.list, { projectId: project.id });
    expect(result).toMatchObject([
      {
        path: '/data',
        rights: { view: true, edit: false, download: false },
        putBy: { id: owner.id },
      },
    ]);
    const rights = await platform.call(member, projectFiles.rights, {
      projectId: project.id,
      path: '/data/one.txt',
    });
    expect(rights.result).toMatchObject({
      decidedAs: 'group',
      permission: { source: null, groupView: true },
      admin: { id: admin.id },
    });
  });

  it('gives nothing to members without approval, and nothing at all to strangers', async () => {
    const ask = { projectId: project.id, paths: ['/data/one.txt'] };
    expect(await platform.call(member, projectFiles.getDownloadPath, ask)).toMatchObject({
      code: 403,
      result: { error: 'PROJECT_DOWNLOAD_NOT_APPROVED' },
    });
    expect(await platform.call(stranger, projectFiles.getDownloadPath, ask)).toMatchObject({
      code: 404,
    });
    const given = await platform.call(admin, projectFiles.getDownloadPath, ask);
    expect(await fetchText(given.result)).toBe('one');
  });
});

describe('an application', () => {
  it('is decided once, and gives exactly what was approved', async () => {
    const applied = (await apply(member, ['/data/one.txt'])).result;
    expect(applied).toMatchObject({ status: 0, files: 1, bytes: 3, canDecide: false });
    const [first, second] = await Promise.all([agree(admin, applied.id), agree(owner, applied.id)]);
    expect([first.code, second.code].sort()).toEqual([200, 409]);
    const { result: token } = await platform.call(member, approvals.download, { id: applied.id });
    expect(await fetchText(token)).toBe('one');
    expect(await platform.call(owner, approvals.revoke, { id: applied.id })).toMatchObject({
      code: 409,
      result: { error: 'APPROVAL_USED' },
    });
    await writeFile(join(root(), 'data/one.txt'), 'new');
    expect(await platform.call(member, approvals.download, { id: applied.id })).toMatchObject({
      code: 409,
      result: { error: 'APPROVAL_CONTENT_CHANGED' },
    });
    expect((await fetch(`${platform.baseUrl}/api/project/download?path=${String(token)}`)).ok).toBe(
      false,
    );
  });

  it('of a folder gives the files that it had, and follows a new name', async () => {
    const applied = (await apply(member, ['/data'])).result;
    expect(applied).toMatchObject({ files: 2 });
    const renamed = await platform.call(owner, projectFiles.rename, {
      projectId: project.id,
      name: '/data',
      newName: 'renamed',
    });
    expect(renamed.success).toBe(true);
    await writeFile(join(root(), 'renamed/later.txt'), 'later');
    const row = (await agree(admin, applied.id)).result;
    expect(row).toMatchObject({ status: 1, paths: ['/renamed'] });
    const got = await platform.call(member, approvals.download, { id: applied.id });
    const bytes = Buffer.from(
      await (
        await fetch(`${platform.baseUrl}/api/project/download?path=${String(got.result)}`)
      ).arrayBuffer(),
    ).toString('latin1');
    expect(bytes).toContain('renamed/one.txt');
    expect(bytes).toContain('renamed/two.txt');
    expect(bytes).not.toContain('later');
  });

  it('ends with the member who made it', async () => {
    const applied = (await apply(member, ['/renamed/two.txt'])).result;
    await platform.call(admin, projects.removeUser, { projectId: project.id, userId: member.id });
    expect(
      await platform.query('SELECT status, ending FROM download_application WHERE id = $1', [
        applied.id,
      ]),
    ).toEqual([{ status: 2, ending: 'left' }]);
    expect(await platform.call(member, projects.detail, { id: project.id })).toMatchObject({
      code: 404,
    });
    const listed: ApplicationRow[] = (await platform.call(member, approvals.list, { me: '1' }))
      .result.data;
    expect(listed.map(({ ending }) => ending)).toEqual(['left', 'left', 'left']);
    expect(await readdir(root())).toEqual(['renamed']);
  });
});

describe('an application that ended long ago', () => {
  let applicant: SpecUser;
  let projectId: string;
  beforeAll(async () => {
    const spec = new SpecProjects(platform);
    applicant = await spec.addUser('applicant');
    projectId = (await spec.add(owner, { admin, members: [applicant] })).id;
    await spec.write(projectId, '/data/one.txt');
    await spec.write(projectId, '/data/two.txt');
  });

  const ask = () =>
    platform.call(applicant, approvals.add, {
      project: { id: projectId },
      paths: ['/data'],
      reason: '',
    });
  const prune = () => platform.get(ApplicationRetention).age(new AbortController().signal);
  const filesOf = async (id: string) =>
    (await platform.call(applicant, approvals.files, { id })).result;
  const ageBy = (id: string, days: number) =>
    platform.query(
      `UPDATE download_application SET decided_at = decided_at - make_interval(days => $2),
         expires_at = expires_at - make_interval(days => $2) WHERE id = $1`,
      [id, days],
    );

  it.each<[string, number, number, (id: string) => Promise<unknown>]>([
    ['rejected', 31, 0, (id) => agree(admin, id, '2')],
    ['withdrawn', 31, 0, (id) => platform.call(applicant, approvals.withdraw, { id })],
    ['rejected', 29, 2, (id) => agree(admin, id, '2')],
    [
      'approved and taken',
      31,
      2,
      async (id) => {
        await agree(admin, id);
        await platform.call(applicant, approvals.download, { id, async: true });
      },
    ],
    ['approved and not taken', 29, 2, (id) => agree(admin, id)],
    ['approved and not taken', limits.approvalDays + 31, 0, (id) => agree(admin, id)],
    ['not decided', 31, 2, () => Promise.resolve()],
  ])('keeps its summary, and of its files: %s %d days ago, %d', async (_, days, kept, end) => {
    const { id } = (await ask()).result;
    await end(id);
    await ageBy(id, days);
    await prune();
    const { data, total } = await filesOf(id);
    expect([data.length, total]).toEqual([kept, kept]);
    const { result } = await platform.call(applicant, approvals.detail, { id });
    expect(result.application).toMatchObject({ files: 2, paths: ['/data'] });
  });

  it('is gone at last with its files, though they were taken, and one that waits stays', async () => {
    const taken = (await ask()).result;
    await agree(admin, taken.id);
    await platform.call(applicant, approvals.download, { id: taken.id, async: true });
    const waiting = (await ask()).result;
    for (const { id } of [taken, waiting]) {
      await ageBy(id, limits.decidedApplicationDays - 1);
    }
    await prune();
    expect((await filesOf(taken.id)).total).toBe(2);
    for (const { id } of [taken, waiting]) {
      await ageBy(id, limits.approvalDays + 2);
    }
    await prune();
    const left = await platform.query(
      'SELECT id FROM download_application WHERE id = ANY($1::uuid[])',
      [[taken.id, waiting.id]],
    );
    expect(left).toEqual([{ id: waiting.id }]);
    expect(
      await platform.query('SELECT FROM application_file WHERE application_id = $1', [taken.id]),
    ).toEqual([]);
    await platform.call(applicant, approvals.withdraw, { id: waiting.id });
  });

  it('that waits is given to whoever applies for the same again, and only then', async () => {
    const { result: first } = await ask();
    expect((await ask()).result).toEqual(first);
    const counted = () =>
      platform.query('SELECT FROM download_application WHERE user_id = $1 AND status = 0', [
        applicant.id,
      ]);
    expect(await counted()).toHaveLength(1);
    await new SpecProjects(platform).write(projectId, '/data/two.txt', 'other');
    const { result: second } = await ask();
    expect(second.id).not.toBe(first.id);
    await agree(admin, second.id, '2');
    expect((await ask()).result.id).not.toBe(second.id);
  });

  it('is made so often, and for so many files, within a day', async () => {
    const refused = { code: 429, result: { error: 'APPROVAL_TOO_MANY_TODAY' } };
    const add = (files: number, times: number) =>
      platform.query(
        `INSERT INTO download_application (project_id, user_id, status, entries, files, bytes)
         SELECT $1, $2, 2, 1, $3, 1 FROM generate_series(1, $4::int)`,
        [projectId, applicant.id, files, times],
      );
    await add(limits.applicationFilesPerDay, 1);
    expect(await ask()).toMatchObject(refused);
    await platform.query('UPDATE download_application SET files = 1 WHERE user_id = $1', [
      applicant.id,
    ]);
    expect(await ask()).toMatchObject({ success: true });
    await add(1, limits.applicationsPerDay);
    expect(await ask()).toMatchObject(refused);
  });
});
