import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type JobWaiting } from '@clusterdesk/contracts';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { noteStatements } from '@clusterdesk/tests/server/statements.js';
import { call } from '@clusterdesk/tests/server/test-server.js';
import { AgentJobRepository } from '../backends/agent/agent-job.repository.js';
import { Forecasts } from './forecasts.service.js';

const minuteMs = 60_000;
const { detail, run } = endpoints.jobs;

let jobs: SpecJobs;
let agent: FakeAgent;

beforeAll(async () => {
  // A forecast is kept for so long that only a job that it does not know makes the next one.
  jobs = await SpecJobs.start({}, { jobs: { loadsMs: 600_000 } });
});
afterAll(() => jobs.stop());
beforeEach(async () => {
  agent = await jobs.connect();
});
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
});

async function waitingOf(jobId: string): Promise<JobWaiting> {
  const { result } = await call(jobs.server.baseUrl, detail, { jobId }, { token: jobs.token });
  return result.waiting!;
}

/** Minutes from now on. */
const minutesUntil = (at: number | null): number =>
  Math.round(((at ?? Number.NaN) - Date.now()) / minuteMs);

/** Ended jobs of the administrator that took some minutes each, and started so much later than it was said. */
async function addEnded(jobName: string, minutes: number[], lateBy: number[] = []): Promise<void> {
  await jobs.query(
    `INSERT INTO script_job (queue_id, queue_name, user_id, user_name, job_name, script, work_dir, cpus, max_minutes, status,
       started_at, ended_at, forecast_at, forecast_start_at)
     SELECT queue.id, queue.queue_name, account.id, account.user_name, $1, 'true', '/', 1, 600, 'COMPLETED',
       now() - interval '1 day', now() - interval '1 day' + make_interval(mins => run.minutes),
       CASE WHEN late IS NOT NULL THEN now() END, now() - interval '1 day' - make_interval(mins => late)
     FROM unnest($2::int[], $3::int[]) AS run (minutes, late), compute_queue queue, user_account account
     WHERE queue.queue_name = 'local' AND account.user_name = 'admin'`,
    [jobName, minutes, lateBy],
  );
}

describe('when a job can start', () => {
  it('comes of how long the like of what runs took, and what was said first is kept', async () => {
    await addEnded('align', [20, 30, 40]);
    await jobs.run(agent, { jobName: 'align', cpus: 4, maxMinutes: 600 });
    const jobId = await jobs.submit({ cpus: 4 });
    const waiting = await waitingOf(jobId);
    expect(waiting).toMatchObject({ code: 'CPUS', place: 1, forecastMissMinutes: null });
    expect(minutesUntil(waiting.earliestStartAt)).toBe(30);
    const kept = await jobs.job(jobId);
    expect(kept.forecastAt).not.toBeNull();
    expect(kept.forecastStartAt?.getTime()).toBe(waiting.earliestStartAt);

    // One that came after the forecast was made has its own, and the first word of the other stays.
    await jobs.query(
      `UPDATE script_job SET started_at = started_at - interval '10 minutes' WHERE status = 'RUNNING'`,
    );
    const second = await waitingOf(await jobs.submit({ cpus: 4, maxMinutes: 50 }));
    expect(second.place).toBe(2);
    // By its time limit the first takes a day, but like others of its queue it takes a twentieth.
    expect(minutesUntil(second.earliestStartAt)).toBe(20 + 1_440 / 20);
    expect(minutesUntil((await waitingOf(jobId)).earliestStartAt)).toBe(20);
    expect((await jobs.job(jobId)).forecastStartAt).toEqual(kept.forecastStartAt);
  });

  it('is forecast once for all who look at a moment', async () => {
    await jobs.run(agent, { cpus: 4 });
    const jobIds = [await jobs.submit(), await jobs.submit(), await jobs.submit()];
    const { manager } = jobs.server.dataSource;
    const capacity = await jobs.server.get(AgentJobRepository).capacity(manager);
    const { queueId } = await jobs.job(jobIds[0]!);
    const forecasts = jobs.server.get(Forecasts);
    // How long such jobs took is asked for those that wait and for those that run.
    const history = noteStatements(/AS parts/);
    const startOf = (id: string): Promise<Date | null> =>
      forecasts.startOf({ id, queueId: queueId! }, { capacity, sharePercent: 50 });
    const starts = await Promise.all([...jobIds, ...jobIds].map(startOf));
    await startOf(jobIds[0]!);
    history.stop();
    expect(history.list).toHaveLength(2);
    expect(starts.every((start) => start !== null)).toBe(true);
  });

  it('is told with the middle of how wrong it was lately, from the fifth time on', async () => {
    await addEnded('known', [1, 1, 1, 1], [2, -3, 40, 9]);
    await jobs.run(agent, { cpus: 4 });
    const jobId = await jobs.submit();
    expect((await waitingOf(jobId)).forecastMissMinutes).toBeNull();
    await addEnded('known', [1], [-5]);
    expect((await waitingOf(jobId)).forecastMissMinutes).toBeCloseTo(5);
  });
});

describe('the memory of a job', () => {
  it('is at most what a node with enough CPUs gives, and its script knows it', async () => {
    await jobs.closeAgents();
    agent = await jobs.connect(jobs.node, {
      jobMemory: { allBytes: 2 * 1024 ** 3, eachBytes: null },
    });
    const input = { jobName: 'job', queueName: 'local', scriptContent: 'x' };
    const answer = await call(
      jobs.server.baseUrl,
      run,
      { ...input, memoryMb: 2_049 },
      { token: jobs.token },
    );
    expect(answer).toMatchObject({
      code: 400,
      message: expect.stringContaining('2048'),
      result: { error: 'JOB_TOO_MUCH_MEMORY', details: { mostMemoryMb: 2_048 } },
    });
    const jobId = await jobs.run(agent, { memoryMb: 2_048 });
    const [{ name } = { name: '' }] = await jobs.query<{ name: string }>(
      'SELECT name FROM node WHERE id = $1',
      [jobs.node.nodeId],
    );
    expect(agent.commands.at(-1)).toMatchObject({
      jobId,
      memoryBytes: 2 * 1024 ** 3,
      env: { CLUSTERDESK_MEMORY_MB: '2048', CLUSTERDESK_NODE: name },
    });
    const waiting = await waitingOf(await jobs.submit({ memoryMb: 1 }));
    expect(waiting).toMatchObject({ code: 'MEMORY' });
  });
});
