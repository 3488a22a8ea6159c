import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, limits } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';

const { detail, elements, hold, list, release, rerun, run, stop } = endpoints.jobs;

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
  await jobs.query('DELETE FROM script_job');
});

const as = {
  get token() {
    return jobs.token;
  },
};
const elementsOf = async (jobId: string, statuses = '') =>
  (await call(jobs.server.baseUrl, elements, { jobId, statuses, size: 100 }, as)).result.data;
const look = async (jobId: string) =>
  (await call(jobs.server.baseUrl, detail, { jobId }, as)).result;
/** The indices that the node was given, in order. */
const started = (): (string | undefined)[] =>
  agent.commands.map(({ env }) => env['CLUSTERDESK_ARRAY_INDEX']);

async function finish(jobId: string, more = {}): Promise<void> {
  await jobs.begin(agent, jobId);
  await jobs.end(agent, jobId, more);
  await jobs.dispatch();
}

describe('a job array', () => {
  it('is one row that unfolds into its elements, which get their index', async () => {
    const arrayId = await jobs.submit({ array: '2-8:3', variables: { SEED: '7' } });
    await jobs.dispatch();
    expect(started()).toEqual(['2', '5', '8']);
    expect(agent.commands[0]).toMatchObject({
      script: 'echo hi',
      env: { SEED: '7', CLUSTERDESK_ARRAY_ID: arrayId },
    });
    const listed = (await call(jobs.server.baseUrl, list, {}, as)).result;
    expect(listed).toMatchObject([
      { jobId: arrayId, array: { text: '2-8:3', counts: { PENDING: 3 } }, status: 'PENDING' },
    ]);
    const [first] = await elementsOf(arrayId);
    expect(first).toMatchObject({ arrayId, arrayIndex: 2, array: null });
    expect(await look(first!.jobId)).toMatchObject({
      scriptContent: 'echo hi',
      variables: { SEED: '7' },
    });
  });

  it('runs while an element does, and ends with the last one, by the worst of them', async () => {
    const arrayId = await jobs.submit({ array: '1-3' });
    await jobs.dispatch();
    const [one, two, three] = await elementsOf(arrayId);
    await jobs.begin(agent, one!.jobId);
    const { status, startedAt } = await jobs.job(arrayId);
    expect([status, startedAt]).toEqual(['RUNNING', (await jobs.job(one!.jobId)).startedAt]);
    await jobs.end(agent, one!.jobId, { reason: 'timeout', exitCode: null, cpuSeconds: 1.5 });
    expect(await jobs.job(arrayId)).toMatchObject({
      status: 'RUNNING',
      arrayCounts: { PENDING: 2, RUNNING: 0, TIMEOUT: 1 },
    });
    await finish(two!.jobId, { exitCode: 3, cpuSeconds: 2 });
    await finish(three!.jobId);
    const ended = await jobs.job(arrayId);
    expect(ended).toMatchObject({
      status: 'FAILED',
      arrayCounts: { TIMEOUT: 1, FAILED: 1, COMPLETED: 1 },
      ...{ startedAt, cpuSeconds: 3.5 },
    });
    expect(ended.endedAt).not.toBeNull();
    // Its owner is told of the array, not of each element.
    const told = await jobs.query<{ job: string }>(
      `SELECT payload->>'jobId' AS job FROM notification WHERE payload->>'jobId' IN ($1, $2, $3)`,
      [arrayId, one!.jobId, two!.jobId],
    );
    expect(told.map(({ job }) => job)).toEqual([arrayId]);
  });

  it('has no more elements under way than its limit says, and the next as one ends', async () => {
    const arrayId = await jobs.submit({ array: '1-4%2' });
    await jobs.dispatch();
    expect(started()).toEqual(['1', '2']);
    const [first] = await elementsOf(arrayId);
    await finish(first!.jobId);
    expect(started()).toEqual(['1', '2', '3']);
    expect((await look((await elementsOf(arrayId))[3]!.jobId)).waiting?.text).toContain('数组');
  });

  it('is stopped as a whole: what waits ends at once, what runs is told to', async () => {
    const arrayId = await jobs.submit({ array: '1-9' });
    await jobs.dispatch();
    expect(started()).toHaveLength(4);
    await jobs.begin(agent, (await elementsOf(arrayId))[0]!.jobId);
    await call(jobs.server.baseUrl, stop, { jobId: arrayId }, as);
    await jobs.settled();
    expect(await elementsOf(arrayId, 'CANCELLED')).toHaveLength(5);
    expect(await jobs.job(arrayId)).toMatchObject({ status: 'RUNNING', stopReason: 'stopped' });
    expect(agent.stops.map((one) => one.jobId).sort()).toEqual(
      agent.commands.map(({ jobId }) => jobId).sort(),
    );
    for (const { jobId } of [...agent.commands]) {
      await jobs.end(agent, jobId, { reason: 'stopped', exitCode: null });
    }
    expect(await jobs.job(arrayId)).toMatchObject({
      status: 'CANCELLED',
      arrayCounts: { CANCELLED: 9, PENDING: 0, RUNNING: 0 },
    });
  });

  it('is held and released as a whole, and keeps its limit', async () => {
    const arrayId = await jobs.submit({ array: '1-3%1' });
    await call(jobs.server.baseUrl, hold, { jobId: arrayId }, as);
    await jobs.dispatch();
    expect(started()).toEqual([]);
    expect(await look(arrayId)).toMatchObject({ isHeld: true });
    await call(jobs.server.baseUrl, release, { jobId: arrayId }, as);
    await jobs.dispatch();
    expect(started()).toEqual(['1']);
    expect(await look(arrayId)).toMatchObject({ isHeld: false });
    // What has its place by then counts as well.
    await call(jobs.server.baseUrl, hold, { jobId: arrayId }, as);
    await call(jobs.server.baseUrl, release, { jobId: arrayId }, as);
    await jobs.dispatch();
    expect(started()).toEqual(['1']);
  });

  it('of the most elements is stored once, with a short row for each', async () => {
    const script = `echo ${'x'.repeat(200_000)}`;
    const arrayId = await jobs.submit({ array: `1-${limits.jobArrayMax}`, scriptContent: script });
    const [size] = await jobs.query<{ bytes: number }>(
      `SELECT avg(pg_column_size(job.*))::int AS bytes FROM script_job job WHERE array_id = $1`,
      [arrayId],
    );
    expect(size!.bytes).toBeLessThan(400);
    expect(await look(arrayId)).toMatchObject({
      array: { counts: { PENDING: limits.jobArrayMax } },
    });
    await call(jobs.server.baseUrl, stop, { jobId: arrayId }, as);
    expect(await jobs.job(arrayId)).toMatchObject({ status: 'CANCELLED' });
  });

  it('is run again with its elements, and an element by itself', async () => {
    const arrayId = await jobs.submit({ array: '1-3' });
    const again = await call(jobs.server.baseUrl, rerun, { jobId: arrayId }, as);
    expect(again.result.array).toMatchObject({ text: '1-3' });
    const [, second] = await elementsOf(arrayId);
    const alone = await call(jobs.server.baseUrl, rerun, { jobId: second!.jobId }, as);
    expect(alone.result.array).toMatchObject({ text: '2' });
  });

  it('is asked for by the lines of a script, unless its submission says that it is none', async () => {
    const scriptContent = '#SBATCH --array=1-3\necho hi';
    const array = await jobs.submit({ scriptContent });
    const none = await jobs.submit({ scriptContent, array: '' });
    const again = await call(jobs.server.baseUrl, rerun, { jobId: none }, as);
    expect((await look(array)).array).toMatchObject({ text: '1-3' });
    expect([(await look(none)).array, again.result.array]).toEqual([null, null]);
  });

  it("is seen by its owner: somebody else's elements are not there", async () => {
    const arrayId = await jobs.submit({ array: '1-3' });
    const answer = await call(jobs.server.baseUrl, elements, { jobId: arrayId }, { token: other });
    expect(answer.code).toBe(404);
  });
});

describe('a job that waits for others', () => {
  const runAfter = (afterJobIds: string[], more = {}) =>
    jobs.submit({ jobName: 'after', afterJobIds, ...more });

  it('starts when all of them have succeeded', async () => {
    const [one, two] = [await jobs.submit(), await jobs.submit()];
    const after = await runAfter([one, two, one]);
    await jobs.dispatch();
    await finish(one);
    expect(agent.commands).toHaveLength(2);
    expect(await look(after)).toMatchObject({
      isHeld: false,
      after: [
        { jobId: one, status: 'COMPLETED' },
        { jobId: two, status: 'PENDING' },
      ],
    });
    expect((await look(after)).waiting?.text).toContain('依赖');
    await finish(two);
    expect(agent.commands.at(-1)).toMatchObject({ jobId: after });
  });

  it('is cancelled with all that waits for it when one does not succeed', async () => {
    const one = await jobs.submit();
    const after = await runAfter([one]);
    const array = await runAfter([after], { array: '1-2' });
    const last = await runAfter([array]);
    await jobs.dispatch();
    await finish(one, { exitCode: 1 });
    for (const jobId of [after, array, last]) {
      expect(await jobs.job(jobId)).toMatchObject({
        status: 'CANCELLED',
        reason: 'AFTER_JOB_FAILED',
      });
    }
    expect(await elementsOf(array, 'CANCELLED')).toHaveLength(2);
    expect(agent.commands).toHaveLength(1);
    const told = await jobs.query<{ job: string }>(
      `SELECT payload->>'jobId' AS job FROM notification WHERE payload->>'jobId' = ANY($1) ORDER BY 1`,
      [[after, last]],
    );
    expect(told.map(({ job }) => job)).toEqual([after, last].sort());
  });

  it('that was stopped keeps its end, whatever becomes of the one before it', async () => {
    const one = await jobs.submit();
    const after = await runAfter([one]);
    await call(jobs.server.baseUrl, stop, { jobId: after }, as);
    await jobs.dispatch();
    await finish(one, { exitCode: 1 });
    expect(await jobs.job(after)).toMatchObject({ status: 'CANCELLED', reason: '' });
  });

  it('waits for a whole array, and an array for a job', async () => {
    const first = await jobs.submit({ array: '1-2' });
    const second = await runAfter([first], { array: '5-6%1' });
    await jobs.dispatch();
    for (const { jobId } of await elementsOf(first)) {
      await finish(jobId);
    }
    expect(started()).toEqual(['1', '2', '5']);
    expect(await jobs.job(first)).toMatchObject({ status: 'COMPLETED' });
    expect(await jobs.job(second)).toMatchObject({ status: 'PENDING' });
  });

  it('does not start by a release before its time, and is held also when they are done', async () => {
    const one = await jobs.submit();
    const after = await runAfter([one]);
    const early = await call(jobs.server.baseUrl, release, { jobId: after }, as);
    expect(early.success).toBe(false);
    await call(jobs.server.baseUrl, hold, { jobId: after }, as);
    await call(jobs.server.baseUrl, release, { jobId: after }, as);
    expect(await jobs.job(after)).toMatchObject({ heldReason: 'WAITS_FOR_JOBS' });
    await call(jobs.server.baseUrl, hold, { jobId: after }, as);
    await jobs.dispatch();
    await finish(one);
    expect(await jobs.job(after)).toMatchObject({ heldReason: 'HELD_BY_OWNER' });
    await call(jobs.server.baseUrl, release, { jobId: after }, as);
    await jobs.dispatch();
    expect(agent.commands.at(-1)).toMatchObject({ jobId: after });
  });

  it("is refused after somebody else's job, an element, one that is not there, and one that failed", async () => {
    const foreign = await jobs.submit({}, other);
    const failed = await jobs.submit();
    await jobs.dispatch();
    await finish(failed, { exitCode: 1 });
    const [element] = await elementsOf(await jobs.submit({ array: '1-2' }));
    const input = { jobName: 'after', queueName: 'local', scriptContent: 'true' };
    const codes = [];
    for (const id of [foreign, element!.jobId, '99999', 'x', failed]) {
      const answer = await call(jobs.server.baseUrl, run, { ...input, afterJobIds: [id] }, as);
      codes.push(answer.code);
    }
    expect(codes).toEqual([400, 400, 400, 400, 409]);
    expect(await jobs.query(`SELECT 1 FROM script_job WHERE job_name = 'after'`)).toEqual([]);
  });

  it('starts at once after jobs that have succeeded already', async () => {
    const one = await jobs.submit();
    await jobs.dispatch();
    await finish(one);
    const after = await runAfter([one]);
    await jobs.dispatch();
    expect(agent.commands.at(-1)).toMatchObject({ jobId: after });
  });

  it('is held when its turn comes and its owner may use the queue no longer', async () => {
    const one = await jobs.submit({}, other);
    const after = await jobs.submit({ jobName: 'after', afterJobIds: [one] }, other);
    await jobs.dispatch();
    await jobs.query(
      `DELETE FROM user_role USING user_account WHERE user_id = user_account.id AND user_name = 'other'`,
    );
    await jobs.query('UPDATE compute_queue SET is_open_to_everyone = false');
    await finish(one);
    expect(await jobs.job(after)).toMatchObject({ heldReason: 'QUEUE_ACCESS_ENDED' });
    expect(agent.commands).toHaveLength(1);
  });
});
