import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { maxWaitingJobs } from '../job.settings.js';
import { JobRetention } from '../output/job-retention.service.js';

const { graphRun, graphList, graphDetail, graphRerun, graphStop, detail } = endpoints.jobs;

let jobs: SpecJobs;
let agent: FakeAgent;
let other: string;

beforeAll(async () => {
  jobs = await SpecJobs.start();
  await createUser(jobs.server, 'other');
  other = await signIn(jobs.server.baseUrl, 'other', userPassword);
});
afterAll(() => jobs.stop());
beforeEach(async () => {
  agent = await jobs.connect();
});
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM job_graph');
  await jobs.query('DELETE FROM notification');
  await jobs.query('DELETE FROM script_job');
});

type Step = EndpointInput<typeof graphRun>['steps'][number];

const stepOf = (key: string, after: string[] = [], more: Partial<Step> = {}): Step => ({
  ...{ key, after, queueName: 'local', scriptContent: `echo ${key}` },
  ...more,
});
const three = [stepOf('prepare'), stepOf('fit', ['prepare']), stepOf('draw', ['fit'])];
const ask = (steps: Step[], as = jobs.token) =>
  call(jobs.server.baseUrl, graphRun, { graphName: 'study', steps }, { token: as });
const submit = async (steps = three, as = jobs.token): Promise<string> =>
  (await ask(steps, as)).result.graphId;
const look = async (graphId: string, as = jobs.token) =>
  (await call(jobs.server.baseUrl, graphDetail, { graphId }, { token: as })).result;
const jobOf = async (graphId: string, key: string): Promise<string> =>
  (await look(graphId)).steps.find((step) => step.key === key)!.job!.jobId;
const rerun = (graphId: string, from: string[], more = {}, as = jobs.token) =>
  call(jobs.server.baseUrl, graphRerun, { graphId, from, ...more }, { token: as });
/** The keys whose scripts the node was given, in order. */
const started = (): (string | undefined)[] =>
  agent.commands.map(({ env }) => env['CLUSTERDESK_STEP']);
/** Each step's status, in the order of the steps. */
const statuses = async (graphId: string) =>
  (await look(graphId)).steps.map(({ job }) => job?.status);

async function finish(graphId: string, key: string, exitCode = 0): Promise<void> {
  await jobs.dispatch();
  const jobId = await jobOf(graphId, key);
  await jobs.begin(agent, jobId);
  await jobs.end(agent, jobId, { exitCode });
  await jobs.dispatch();
}

describe('a graph', () => {
  it('is submitted at once and goes from step to step, whose environment says where it is', async () => {
    const [prepare, fit, draw] = three;
    const graphId = await submit([{ ...draw!, workDir: '/plots' }, fit!, prepare!]);
    expect(await look(graphId)).toMatchObject({
      ...{ graphName: 'study', loginName: 'admin', status: 'PENDING', stepCount: 3 },
      counts: { PENDING: 3 },
      steps: [
        { key: 'draw', after: ['fit'], runs: 1, job: { scriptName: 'draw', status: 'PENDING' } },
        { key: 'fit' },
        { key: 'prepare' },
      ],
    });
    await finish(graphId, 'prepare');
    await finish(graphId, 'fit');
    expect(started()).toEqual(['prepare', 'fit', 'draw']);
    const { env, workDir } = agent.commands.at(-1)!;
    expect(`${env['CLUSTERDESK_AFTER_DIRS'] ?? ''}/plots`).toBe(workDir);
    expect(agent.commands[0]!.env).not.toHaveProperty('CLUSTERDESK_AFTER_DIRS');
    expect(await look(graphId)).toMatchObject({ status: 'RUNNING', counts: { COMPLETED: 2 } });
    const jobId = await jobOf(graphId, 'draw');
    expect((await call(jobs.server.baseUrl, detail, { jobId }, jobs)).result).toMatchObject({
      graph: { graphId, graphName: 'study', key: 'draw' },
    });
  });

  it('is not there at all when one of its steps is refused, and says which', async () => {
    const answer = await ask([...three.slice(0, 2), stepOf('draw', ['fit'], { cpus: 99 })]);
    expect(answer).toMatchObject({ code: 400, success: false });
    expect(answer.message).toContain('步骤“draw”');
    const settings = jobs.server.app.get(Settings);
    await settings.set(maxWaitingJobs, 2);
    expect((await ask(three)).message).toContain('步骤“draw”');
    await settings.set(maxWaitingJobs, 1_000);
    const left = await jobs.query(`SELECT id FROM script_job UNION ALL SELECT id FROM job_graph`);
    expect(left).toEqual([]);
  });

  it.each([
    ['a circle', [stepOf('a', ['b']), stepOf('b', ['a'])], 'b → a → b'],
    ['an unknown step', [stepOf('a', ['x']), stepOf('b')], '“x”'],
    ['a name twice', [stepOf('a'), stepOf('a')], '“a”重复'],
    ['one step alone', [stepOf('a')], 'steps'],
    ['too much text', three.map((one) => ({ ...one, scriptContent: '' })), 'scriptContent'],
  ])('is refused with words: %s', async (_, steps, words) => {
    const answer = await ask(steps);
    expect(answer.code).toBe(400);
    expect(answer.message).toContain(words);
  });

  it('ends where a step fails, and is run again from there, as changed, with what was there', async () => {
    const graphId = await submit();
    await finish(graphId, 'prepare');
    await finish(graphId, 'fit', 3);
    expect(await statuses(graphId)).toEqual(['COMPLETED', 'FAILED', 'CANCELLED']);
    expect(await look(graphId)).toMatchObject({ status: 'FAILED' });
    // Its owner is told of what failed, not of all that was cancelled for it.
    const told = await jobs.query(`SELECT payload->>'jobId' AS "jobId" FROM notification`);
    expect(told).toEqual([{ jobId: await jobOf(graphId, 'fit') }]);
    const before = await jobOf(graphId, 'prepare');
    const changes = [{ key: 'fit', scriptContent: 'echo better', cpus: 2 }];
    expect((await rerun(graphId, ['fit'], { changes })).code).toBe(200);
    expect((await look(graphId)).steps.map(({ runs }) => runs)).toEqual([1, 2, 2]);
    expect(await jobOf(graphId, 'prepare')).toBe(before);
    await finish(graphId, 'fit');
    await finish(graphId, 'draw');
    expect(agent.commands.map(({ script }) => script).slice(2)).toEqual([
      'echo better',
      'echo draw',
    ]);
    expect(agent.commands[2]!.env).toHaveProperty('CLUSTERDESK_AFTER_DIRS');
    expect(await look(graphId)).toMatchObject({ status: 'COMPLETED', counts: { COMPLETED: 3 } });
  });

  it('is not run again while that would run a step twice, nor in part', async () => {
    const graphId = await submit();
    const open = await rerun(graphId, ['fit']);
    expect([open.code, open.message]).toEqual([409, expect.stringContaining('“fit”')]);
    await finish(graphId, 'prepare', 1);
    const failed = await rerun(graphId, ['draw']);
    expect([failed.code, failed.message]).toEqual([409, expect.stringContaining('“fit”')]);
    const changes = [{ key: 'draw', cpus: 99 }];
    expect((await rerun(graphId, ['prepare'], { changes })).message).toContain('步骤“draw”');
    expect((await look(graphId)).steps.map(({ runs }) => runs)).toEqual([1, 1, 1]);
    const both = await Promise.all([1, 2].map(() => rerun(graphId, ['prepare'])));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect((await look(graphId)).steps.map(({ runs }) => runs)).toEqual([2, 2, 2]);
  });

  it('is stopped with all its steps, none of which is said to have failed', async () => {
    const graphId = await submit();
    await jobs.dispatch();
    await jobs.begin(agent, await jobOf(graphId, 'prepare'));
    const stop = () => call(jobs.server.baseUrl, graphStop, { graphId }, jobs);
    expect((await stop()).code).toBe(200);
    await jobs.settled();
    await jobs.end(agent, await jobOf(graphId, 'prepare'), { reason: 'stopped', exitCode: null });
    expect(await statuses(graphId)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    expect(await jobs.query(`SELECT reason FROM script_job WHERE reason <> ''`)).toEqual([]);
    expect((await stop()).code).toBe(409);
  });

  it("is its owner's: others find none, and administrators look and stop", async () => {
    const graphId = await submit(three, other);
    const own = await submit();
    for (const endpoint of [graphDetail, graphStop, graphRerun]) {
      const input = { graphId: own, from: ['prepare'] };
      const answer = await call(jobs.server.baseUrl, endpoint, input, { token: other });
      expect(answer.code).toBe(404);
    }
    const list = async (owner: 'own' | 'all', token: string) =>
      call(jobs.server.baseUrl, graphList, { owner, graphName: 'STUD' }, { token });
    expect((await list('own', other)).result).toMatchObject({ data: [{ graphId }], total: 1 });
    expect((await list('all', other)).code).toBe(403);
    expect((await list('all', jobs.token)).result).toMatchObject({
      data: [{ graphId: own }, { graphId, loginName: 'other', counts: { PENDING: 3 } }],
      total: 2,
    });
    expect((await rerun(graphId, ['prepare'])).code).toBe(403);
    expect((await call(jobs.server.baseUrl, graphStop, { graphId }, jobs)).code).toBe(200);
  });

  it('shows no job of a step whose job is not kept, and goes with the last', async () => {
    const [gone, graphId] = [await submit(), await submit()];
    await finish(graphId, 'prepare', 1);
    const old = `SET ended_at = now() - interval '400 days', created_at = now() - interval '401 days', status = 'FAILED'`;
    await jobs.query(`UPDATE script_job ${old} WHERE job_name <> 'draw' OR id < $1`, [
      await jobOf(graphId, 'prepare'),
    ]);
    await jobs.query(`UPDATE job_graph SET created_at = now() - interval '401 days'`);
    await jobs.server.app.get(JobRetention).run(new AbortController().signal);
    expect((await look(graphId)).steps.map(({ job }) => job?.scriptName)).toEqual([
      ...[undefined, undefined],
      'draw',
    ]);
    const left = await jobs.query<{ id: string }>('SELECT id FROM job_graph');
    expect(left).toEqual([{ id: graphId }]);
    expect(gone).not.toBe(graphId);
  });
});
