import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, limits, type EndpointInput } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { SavedScriptRepository } from './saved-script.repository.js';

const { save, savedList, savedDetail, savedDelete, dirs, run, runMany, rerun, detail } =
  endpoints.jobs;

let jobs: SpecJobs;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  jobs = await SpecJobs.start();
  await jobs.connect();
  await jobs.query('UPDATE compute_queue SET is_open_to_everyone = false');
  const pages = ['myDoc.files', 'desktopDot.jobs', 'managementProject.managed'];
  for (const name of ['author', 'other', 'member']) {
    const user = await createUser(jobs.server, name, pages);
    tokens[name] = await signIn(jobs.server.baseUrl, name, userPassword);
    if (name !== 'other') {
      await jobs.query(
        `INSERT INTO compute_queue_user (queue_id, user_id) SELECT id, $1 FROM compute_queue`,
        [user.id],
      );
    }
  }
});
afterAll(() => jobs.stop());
afterEach(async () => {
  await jobs.query('DELETE FROM saved_script');
  await jobs.query('DELETE FROM script_job');
});

const as = (name: string) => ({ token: name === 'admin' ? jobs.token : tokens[name]! });
const saveAs = (name: string, more: EndpointInput<typeof save> = {}) =>
  call(jobs.server.baseUrl, save, { jobName: 'fit', context: 'echo $SEED', ...more }, as(name));
const listAs = async (name: string) =>
  (await call(jobs.server.baseUrl, savedList, {}, as(name))).result;
const parameters = [{ name: 'SEED', kind: 'number' as const, default: '1' }];

describe('a saved script', () => {
  it('is kept as documented, edited field by field, and deleted by its author', async () => {
    const documented = { id: null, createTime: '', state: 1, path: '/runs' };
    const { result } = await saveAs('author', { ...documented, parameters, cpus: 2 });
    expect(await listAs('author')).toEqual([
      expect.objectContaining({
        ...{ id: result.id, jobName: 'fit', path: '/runs', state: 1 },
        ...{ cpus: 2, maxMinutes: null, queueName: null, ownerName: 'author', isOwn: true },
        parameters: [{ ...parameters[0], label: '', choices: [], isRequired: false }],
      }),
    ]);
    const text = await call(jobs.server.baseUrl, savedDetail, { id: result.id }, as('author'));
    expect(text.result.context).toBe('echo $SEED');
    const change = { id: result.id, jobName: 'fit_2', cpus: null, queueName: 'local' };
    await call(jobs.server.baseUrl, save, change, as('author'));
    const [edited] = await listAs('author');
    expect(edited).toMatchObject({
      jobName: 'fit_2',
      cpus: null,
      queueName: 'local',
      path: '/runs',
    });
    expect(edited?.parameters).toHaveLength(1);
    await call(jobs.server.baseUrl, savedDelete, { id: result.id }, as('author'));
    expect(await listAs('author')).toEqual([]);
  });

  it('belongs to its author: nobody else sees, edits or deletes it', async () => {
    const { id } = (await saveAs('author')).result;
    expect(await listAs('other')).toEqual([]);
    const foreign = [
      await saveAs('other', { id, jobName: 'theirs' }),
      await call(jobs.server.baseUrl, savedDelete, { id }, as('other')),
      await call(jobs.server.baseUrl, savedDetail, { id }, as('other')),
      // Also an administrator does not put words into an author's script.
      await saveAs('admin', { id, jobName: 'theirs' }),
    ];
    expect(foreign.map(({ code }) => code)).toEqual([404, 404, 404, 404]);
    expect(await listAs('author')).toMatchObject([{ jobName: 'fit' }]);
    const removed = await call(jobs.server.baseUrl, savedDelete, { id }, as('admin'));
    expect(removed.success).toBe(true);
  });

  it('is shared with a queue by who manages queues, and seen by who may submit to it', async () => {
    const [queue] = await jobs.query<{ id: string }>('SELECT id FROM compute_queue');
    const queues = [{ id: queue!.id }];
    expect(await saveAs('author', { queues })).toMatchObject({
      code: 403,
      message: expect.stringContaining('队列管理员'),
    });
    expect(await listAs('author')).toEqual([]);
    const unknown = [{ id: '00000000-0000-4000-8000-000000000000' }];
    expect(await saveAs('admin', { queues: unknown })).toMatchObject({ code: 404 });
    const { id } = (await saveAs('admin', { queues })).result;
    expect(await listAs('member')).toMatchObject([
      { isOwn: false, queues: [{ id: queue!.id, queueName: 'local' }] },
    ]);
    expect(await listAs('other')).toEqual([]);
    // Shared with another one in its place, and back.
    const [second] = await jobs.query<{ id: string }>(
      `INSERT INTO compute_queue (queue_name) VALUES ('second') RETURNING id`,
    );
    await saveAs('admin', { id, queues: [{ id: second!.id }] });
    expect(await listAs('member')).toEqual([]);
    await saveAs('admin', { id, queues });
    expect(await listAs('member')).toHaveLength(1);
    await jobs.query('DELETE FROM compute_queue WHERE id = $1', [second!.id]);
    await jobs.query(
      `DELETE FROM compute_queue_user WHERE user_id = (SELECT id FROM user_account WHERE user_name = 'member')`,
    );
    expect(await listAs('member')).toEqual([]);
  });

  it('is shared with a project by its managers, and seen by its members while they are', async () => {
    const added = await call(
      jobs.server.baseUrl,
      endpoints.projects.add,
      { projectName: 'fits' },
      as('author'),
    );
    const projects = [{ id: added.result.id }];
    expect(await saveAs('other', { projects })).toMatchObject({ success: false });
    const { id } = (await saveAs('author', { projects })).result;
    expect(await listAs('other')).toEqual([]);
    const join = `INSERT INTO project_member (project_id, user_id) SELECT $1, id FROM user_account WHERE user_name = 'other'`;
    await jobs.query(join, [projects[0]!.id]);
    expect(await listAs('other')).toMatchObject([
      { id, isOwn: false, projects: [{ projectName: 'fits' }] },
    ]);
    await jobs.query('UPDATE project SET deleted_at = now()');
    expect(await listAs('other')).toEqual([]);
    await jobs.query('UPDATE project SET deleted_at = NULL');
    expect(await listAs('other')).toHaveLength(1);
    await jobs.query('DELETE FROM project_member');
    expect(await listAs('other')).toEqual([]);
    // An author takes back what was shared.
    await saveAs('author', { id, projects: [] });
    expect(await listAs('author')).toMatchObject([{ projects: [] }]);
  });

  it('stays when its author leaves if others see it, and goes otherwise', async () => {
    const [queue] = await jobs.query<{ id: string }>('SELECT id FROM compute_queue');
    await saveAs('admin', { jobName: 'shared', queues: [{ id: queue!.id }] });
    await saveAs('admin', { jobName: 'unshared' });
    const [admin] = await jobs.query<{ id: string }>(
      `SELECT id FROM user_account WHERE user_name = 'admin'`,
    );
    await jobs.server.get(SavedScriptRepository).removeUnsharedOf(admin!.id);
    expect(await listAs('admin')).toMatchObject([{ jobName: 'shared' }]);
  });

  it('is one of so many that a user may keep', async () => {
    await jobs.query(
      `INSERT INTO saved_script (owner_id, job_name, script)
       SELECT id, 'kept', '' FROM user_account, generate_series(2, $1) WHERE user_name = 'author'`,
      [limits.savedScriptsMax],
    );
    expect(await saveAs('author')).toMatchObject({ success: true });
    expect(await saveAs('author')).toMatchObject({ success: false });
  });

  it.each([
    ['a name against the rule', { jobName: '1st' }],
    ['no script', { context: undefined }],
    ['a script over 1 MiB', { context: 'x'.repeat(1024 * 1024 + 1) }],
    ['two parameters of one name', { parameters: [...parameters, ...parameters] }],
    ['a parameter that the platform sets', { parameters: [{ name: 'CLUSTERDESK_JOB_ID' }] }],
    ['a parameter that no shell knows', { parameters: [{ name: 'A B' }] }],
    ['a choice without choices', { parameters: [{ name: 'A', kind: 'choice' as const }] }],
  ])('is refused with %s', async (_, wrong) => {
    expect(await saveAs('author', wrong)).toMatchObject({ code: 400 });
    expect(await listAs('author')).toEqual([]);
  });
});

describe('variables of a job', () => {
  it('reach its environment, and do not replace what the platform sets', async () => {
    const agent = await jobs.connect();
    const jobId = await jobs.submit({ variables: { SEED: '7; rm -rf ~' } });
    await jobs.dispatch();
    expect(agent.commands.at(-1)).toMatchObject({
      jobId,
      env: { SEED: '7; rm -rf ~', CLUSTERDESK_JOB_ID: jobId },
    });
    const input = { jobName: 'j', queueName: 'local', scriptContent: 'x' };
    const wrong: Record<string, string>[] = [
      { HOME: '/' },
      { CLUSTERDESK_JOB_ID: '1' },
      { A: 'a\0b' },
    ];
    for (const variables of wrong) {
      const answer = await call(jobs.server.baseUrl, run, { ...input, variables }, as('admin'));
      expect(answer.code).toBe(400);
    }
  });
});

describe('a job that is run again', () => {
  it('has the same script and values, except those that are given', async () => {
    const first = await jobs.submit({
      cpus: 2,
      maxMinutes: 9,
      variables: { A: '1' },
      workDir: '/w',
    });
    const again = await call(jobs.server.baseUrl, rerun, { jobId: first }, as('admin'));
    const changed = { jobId: first, jobName: 'again', variables: { A: '2' } };
    const other = await call(jobs.server.baseUrl, rerun, changed, as('admin'));
    const look = async (jobId: string) =>
      (await call(jobs.server.baseUrl, detail, { jobId }, as('admin'))).result;
    const same = { scriptContent: 'echo hi', cpus: 2, maxMinutes: 9, workDir: '/w' };
    expect(await look(again.result.jobId)).toMatchObject({ ...same, variables: { A: '1' } });
    expect(await look(other.result.jobId)).toMatchObject({
      ...same,
      variables: { A: '2' },
      scriptName: 'again',
    });
  });

  it("is one's own: an administrator does not run somebody's script with an administrator's rights", async () => {
    const jobId = await jobs.submit({}, tokens['author']);
    const answer = (name: string) => call(jobs.server.baseUrl, rerun, { jobId }, as(name));
    expect(await answer('admin')).toMatchObject({
      code: 403,
      message: expect.stringContaining('自己的任务'),
    });
    expect(await answer('member')).toMatchObject({ code: 404 });
    expect(await jobs.query('SELECT 1 FROM script_job')).toHaveLength(1);
  });
});

it('of many jobs each has its answer, and a refused one does not stop the others', async () => {
  const job = { jobName: 'j', queueName: 'local', scriptContent: 'true' };
  const wanted = [job, { ...job, queueName: 'nowhere' }, { ...job, jobName: 'k' }];
  const { result } = await call(jobs.server.baseUrl, runMany, { jobs: wanted }, as('author'));
  expect(result).toEqual([
    { jobId: expect.any(String), error: null, message: null },
    { jobId: null, error: 'JOB_QUEUE_NOT_FOUND', message: expect.any(String) },
    { jobId: expect.any(String), error: null, message: null },
  ]);
  expect(await jobs.query('SELECT 1 FROM script_job')).toHaveLength(2);
});

it("folders for work directories are those of one's own disk", async () => {
  const list = (path?: string) => call(jobs.server.baseUrl, dirs, { path }, as('author'));
  const { mkdirs } = endpoints.disk;
  await call(jobs.server.baseUrl, mkdirs, { paths: ['/runs/one'] }, as('author'));
  expect((await list('')).result).toEqual([{ name: 'runs', path: '/runs' }]);
  expect((await list('/runs')).result).toEqual([{ name: 'one', path: '/runs/one' }]);
  expect((await list('/../..')).success).toBe(false);
});
