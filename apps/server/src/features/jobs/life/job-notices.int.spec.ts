import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call } from '@clusterdesk/tests/server/test-server.js';

let jobs: SpecJobs;
let agent: FakeAgent;

beforeAll(async () => {
  jobs = await SpecJobs.start();
});
afterAll(() => jobs.stop());
beforeEach(async () => {
  agent = await jobs.connect();
});
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
  await jobs.query('TRUNCATE notification');
});

/** Ends a running job as its agent does; twice, for an agent repeats what it is not sure to have said. */
async function end(jobId: string, exitCode: number): Promise<void> {
  const ended = {
    ...(await jobs.ref(jobId)),
    reason: 'exited' as const,
    exitCode,
    outputBytes: 0,
    endedAt: Date.now(),
  };
  await agent.say('jobs.ended', ended);
  await agent.say('jobs.ended', ended);
  expect((await jobs.job(jobId)).status).toBe(exitCode === 0 ? 'COMPLETED' : 'FAILED');
}

/** What the owner's bell holds. */
async function told(): Promise<unknown[]> {
  const { result } = await call(jobs.server.baseUrl, endpoints.notifications.list, {}, jobs);
  return result.content.map(({ kind, payload }) => ({ kind, ...payload }));
}

it('tells the owner once that a job has failed, with its exit code', async () => {
  const jobId = await jobs.run(agent);
  await end(jobId, 3);
  expect(await told()).toEqual([
    expect.objectContaining({ kind: 'jobs.ended', jobId, status: 'FAILED', exitCode: 3 }),
  ]);
});

it('tells of a success only whoever had to wait for it', async () => {
  const quick = await jobs.run(agent);
  await end(quick, 0);
  expect(await told()).toEqual([]);
  const long = await jobs.run(agent);
  await jobs.query(`UPDATE script_job SET created_at = now() - interval '61 s' WHERE id = $1`, [
    long,
  ]);
  await end(long, 0);
  expect(await told()).toEqual([
    expect.objectContaining({ jobId: long, status: 'COMPLETED', exitCode: 0 }),
  ]);
});

it('says nothing of a stop that somebody ordered', async () => {
  const jobId = await jobs.submit();
  await call(jobs.server.baseUrl, endpoints.jobs.stop, { jobId }, jobs);
  expect((await jobs.job(jobId)).status).toBe('CANCELLED');
  expect(await told()).toEqual([]);
});
