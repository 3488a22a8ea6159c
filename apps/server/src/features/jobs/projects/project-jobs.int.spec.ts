import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type FilePermission } from '@clusterdesk/contracts';
import { SpecProjectJobs } from '@clusterdesk/tests/features/project-jobs-fixture.js';
import type { SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { ProjectJobAccess } from './project-job-access.service.js';

const { jobs: calls, projects, projectFiles } = endpoints;
const everything: Partial<FilePermission> = {
  ...{ userView: true, userEdit: true, userDownload: true },
  ...{ groupView: true, groupEdit: true, groupDownload: true },
};

let spec: SpecProjectJobs;
let agent: FakeAgent;
let projectId: string;
let owner: SpecUser;
let ann: SpecUser;
let bob: SpecUser;
let guest: SpecUser;

beforeAll(async () => {
  spec = await SpecProjectJobs.start();
  owner = await spec.addUser('owner1');
  ann = await spec.addUser('ann1');
  bob = await spec.addUser('bob1');
  guest = await spec.addUser('guest1');
});
afterAll(() => spec.stop());

beforeEach(async () => {
  agent = await spec.connect();
  projectId = (await spec.projects.add(owner, { members: [ann, bob] })).id;
  await spec.projects.upload(owner, projectId, '/data/secret.txt');
  await spec.projects.upload(ann, projectId, '/mine/a.txt');
  await spec.projects.upload(owner, projectId, '/shared/readme.txt');
  await spec.projects.save(owner, projectId, '/shared', everything);
});
afterEach(async () => {
  await spec.jobs.closeAgents();
  await spec.jobs.query('DELETE FROM script_job');
});

const shownTo = async (user: SpecUser, more: Parameters<typeof spec.submit>[2]) => {
  // The host has room for a few.
  await spec.jobs.query('DELETE FROM script_job');
  return spec.shownBy(await spec.orderOf(agent, await spec.submit(user, projectId, more)));
};
const refusalOf = async (user: SpecUser, more: Parameters<typeof spec.submit>[2]) =>
  (await spec.try(user, projectId, more)).error;

describe('a job in a project', () => {
  it('is shown all that its user may download, and writes in its work folder', async () => {
    const order = await spec.orderOf(
      agent,
      await spec.submit(ann, projectId, { workDir: '/shared', inputs: ['/mine/a.txt'] }),
    );
    const root = spec.projects.path(projectId).replace(/\/$/, '');
    expect(spec.shownBy(order)).toEqual(['/mine/a.txt', '/shared +']);
    expect(order).toMatchObject({
      ...{ workDir: `${root}/shared`, visibleDirs: [ann.home], network: 'outside' },
      env: { CLUSTERDESK_PROJECT_DIR: root, CLUSTERDESK_INPUTS: `${root}/mine/a.txt` },
    });
    // Others may put files into the folder that she made, so she is shown what is there now.
    expect(await shownTo(ann, { workDir: '/shared' })).toEqual(['/mine/a.txt', '/shared +']);
    expect(await shownTo(bob, { workDir: '/shared' })).toEqual(['/shared +']);
    expect(await shownTo(owner, { workDir: '/data' })).toEqual(['/', '/data +']);
    expect(await shownTo(owner, {})).toEqual(['/ +']);
  });

  it('works only where its user may do everything with what is there or comes', async () => {
    expect(await refusalOf(ann, {})).toBe('JOB_WORK_DIR_NOT_OPEN');
    expect(await refusalOf(ann, { workDir: '/data' })).toBe('JOB_WORK_DIR_NOT_OPEN');
    // Bob may put a file into it, which she may not download.
    expect(await refusalOf(ann, { workDir: '/mine' })).toBe('JOB_WORK_DIR_NOT_OPEN');
    await spec.platform.call(owner, projects.removeUser, { projectId, userId: bob.id });
    expect(await refusalOf(ann, { workDir: '/mine' })).toBeNull();
    await spec.projects.save(owner, projectId, '/shared/readme.txt', { groupView: true });
    expect(await refusalOf(ann, { workDir: '/shared' })).toBe('JOB_WORK_DIR_NOT_OPEN');
  });

  it('is given no entry of which its user may not download everything', async () => {
    expect(await refusalOf(ann, { workDir: '/shared', inputs: ['/data'] })).toBe(
      'JOB_INPUT_NOT_OPEN',
    );
    await spec.projects.upload(bob, projectId, '/mine/bobs.txt');
    expect(await refusalOf(ann, { workDir: '/shared', inputs: ['/mine'] })).toBe(
      'JOB_INPUT_NOT_OPEN',
    );
    expect(await refusalOf(ann, { workDir: '/shared', inputs: ['/absent'] })).toBe(
      'FILE_NOT_FOUND',
    );
    await spec.projects.save(owner, projectId, '/data', { userView: true });
    expect(await refusalOf(ann, { workDir: '/shared', inputs: ['/data/secret.txt'] })).toBe(
      'PROJECT_VIEW_OFF',
    );
  });

  it('does not exist for outsiders, and ends with the membership', async () => {
    expect(await refusalOf(guest, { workDir: '/shared' })).toBe('PROJECT_NOT_FOUND');
    await spec.platform.call(ann, projects.leave, { projectId });
    expect(await refusalOf(ann, { workDir: '/shared' })).toBe('PROJECT_NOT_FOUND');
  });

  it('is of a project, or neither sealed nor given anything', async () => {
    const disk = { space: 'disk' as const, spaceId: undefined };
    for (const more of [{ isSealed: true }, { inputs: ['/a'] }]) {
      expect(await refusalOf(ann, { ...disk, ...more })).toBe('JOB_NOT_IN_PROJECT');
    }
    expect(await refusalOf(ann, { space: 'disk' })).toBe('JOB_NOT_IN_PROJECT');
    expect(await refusalOf(ann, { spaceId: undefined })).toBe('JOB_NOT_IN_PROJECT');
    const dirs = (space: 'disk' | 'project', spaceId?: string) =>
      spec.platform.call(ann, calls.dirs, { space, spaceId });
    expect((await dirs('project', projectId)).result.map(({ path }) => path)).toEqual([
      ...['/data', '/mine', '/shared'],
    ]);
    await spec.projects.save(owner, projectId, '/data', {});
    expect((await dirs('project', projectId)).result).toHaveLength(2);
    expect((await dirs('project')).code).not.toBe(200);
    const asked = { space: 'project' as const, spaceId: projectId };
    expect((await spec.platform.call(guest, calls.dirs, asked)).code).toBe(404);
  });

  it('is run again where it was, and names its project to who may enter it', async () => {
    const jobId = await spec.submit(ann, projectId, { workDir: '/shared' });
    const again = await spec.platform.call(ann, calls.rerun, { jobId });
    const { result } = await spec.platform.call(ann, calls.detail, { jobId: again.result.jobId });
    expect(result).toMatchObject({ space: 'project', spaceId: projectId, workDir: '/shared' });
    expect(result.spaceName).toMatch(/^project_/);
    await spec.platform.call(ann, projects.leave, { projectId });
    const later = await spec.platform.call(ann, calls.detail, { jobId });
    expect(later.result).toMatchObject({ spaceId: projectId, spaceName: '' });
    expect((await spec.platform.call(ann, calls.rerun, { jobId })).code).toBe(404);
  });
});

describe('a queue', () => {
  it('takes no jobs in projects where no host can hold them', async () => {
    await spec.jobs.closeAgents();
    await spec.connect({ networks: ['none', 'outside'] });
    expect(await refusalOf(ann, { workDir: '/shared' })).toBe('JOB_QUEUE_NO_PROJECTS');
    const list = async () => (await spec.platform.call(ann, calls.queueList, {})).result[0];
    expect(await list()).toMatchObject({ takesProjectFiles: false, takesSealedJobs: false });
    expect((await list())?.projectFilesReason).not.toBe('');
    await spec.connect({ projectFiles: true, networks: ['outside'] });
    expect(await list()).toMatchObject({ takesProjectFiles: true, takesSealedJobs: false });
    expect(await refusalOf(ann, { workDir: '/shared', isSealed: true })).toBe(
      'JOB_QUEUE_NO_PROJECTS',
    );
  });

  it('keeps jobs in projects from hosts that cannot', async () => {
    await spec.jobs.closeAgents();
    const away = [spec.jobs.node.nodeId];
    await spec.jobs.query('UPDATE node SET is_online = false WHERE id = $1', away);
    const unable = await spec.jobs.connect(await spec.jobs.addNode('host-2'));
    const jobId = await spec.submit(ann, projectId, { workDir: '/shared' });
    expect(unable.commands).toEqual([]);
    const { result } = await spec.platform.call(ann, calls.detail, { jobId });
    expect(result.waiting?.code).toBe('PROJECTS');
    agent = await spec.connect();
    await spec.jobs.dispatch();
    expect((await spec.orderOf(agent, jobId)).jobId).toBe(jobId);
  });
});

describe('a right that ends', () => {
  const running = async (more: Parameters<typeof spec.submit>[2] = {}): Promise<string> => {
    const jobId = await spec.submit(ann, projectId, { workDir: '/shared', ...more });
    await spec.jobs.begin(agent, jobId);
    return jobId;
  };
  const stopReason = async (jobId: string) => {
    await spec.jobs.settled();
    return (await spec.jobs.job(jobId)).stopReason;
  };

  it.each([
    ['switches', () => spec.projects.save(owner, projectId, '/shared', { groupView: true })],
    ['of an entry in it', () => spec.projects.save(owner, projectId, '/shared/readme.txt', {})],
    ['the membership', () => spec.platform.call(ann, projects.leave, { projectId })],
    ['the project', () => spec.platform.call(owner, projects.remove, { id: projectId })],
  ])('stops what runs: %s', async (_, end) => {
    const jobId = await running();
    expect(await stopReason(jobId)).toBeNull();
    await end();
    expect(await stopReason(jobId)).toBe('PROJECT_ACCESS_ENDED');
    await spec.jobs.end(agent, jobId, { reason: 'stopped', exitCode: null });
    expect(await spec.jobs.job(jobId)).toMatchObject({
      ...{ status: 'CANCELLED', reason: 'PROJECT_ACCESS_ENDED' },
    });
  });

  it('stops what relied on nobody else who adds', async () => {
    const { removeUser, addUsers } = projects;
    await spec.platform.call(owner, removeUser, { projectId, userId: bob.id });
    const jobId = await running({ workDir: '/mine' });
    await spec.jobs.query(
      `DELETE FROM attempt_limit WHERE starts_with(key, 'project-invitations:')`,
    );
    const added = await spec.platform.call(owner, addUsers, { projectId, userId: bob.id });
    expect(added.code).toBe(200);
    expect(await stopReason(jobId)).toBe('PROJECT_ACCESS_ENDED');
  });

  it('does not stop what it does not concern', async () => {
    const jobId = await running();
    await spec.projects.save(owner, projectId, '/data', { groupView: true });
    await spec.projects.upload(bob, projectId, '/shared/bobs.txt');
    expect(await stopReason(jobId)).toBeNull();
  });

  it('is seen when an entry is moved into a folder that the job sees', async () => {
    const jobId = await running();
    await spec.projects.upload(bob, projectId, '/bobs/b.txt');
    const input = { projectId, paths: ['/bobs'], dir: '/shared' };
    expect((await spec.platform.call(bob, projectFiles.move, input)).code).toBe(200);
    await waitFor('the job is stopped', async () => (await stopReason(jobId)) !== null);
    expect(await stopReason(jobId)).toBe('PROJECT_ACCESS_ENDED');
  });

  it('is found by the sweep where no event told', async () => {
    const jobId = await running();
    await spec.jobs.query('DELETE FROM project_member WHERE user_id = $1', [ann.id]);
    expect(await stopReason(jobId)).toBeNull();
    await spec.platform.get(ProjectJobAccess).recheckAll();
    expect(await stopReason(jobId)).toBe('PROJECT_ACCESS_ENDED');
  });

  it('does not hide that an entry is gone', async () => {
    const { jobId } = await spec.try(ann, projectId, {
      ...{ workDir: '/shared', inputs: ['/mine/a.txt'] },
    });
    await spec.platform.call(owner, projectFiles.remove, { projectId, paths: ['/mine'] });
    await spec.jobs.dispatch();
    expect(await spec.jobs.job(jobId)).toMatchObject({
      ...{ status: 'FAILED', reason: 'AGENT_PROJECT_ENTRY_MISSING' },
    });
  });

  it('ends a job that waits when it is to be sent', async () => {
    const { jobId } = await spec.try(ann, projectId, { workDir: '/shared' });
    await spec.platform.call(ann, projects.leave, { projectId });
    await spec.jobs.dispatch();
    expect(agent.commands).toEqual([]);
    expect(await spec.jobs.job(jobId)).toMatchObject({
      ...{ status: 'CANCELLED', reason: 'PROJECT_ACCESS_ENDED' },
    });
  });
});
