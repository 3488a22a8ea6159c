import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { endpoints, limits, type ServerToConsole } from '@clusterdesk/contracts';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { call } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { jobOutputBytesPerUser } from '../job.settings.js';
import { JobRetention } from './job-retention.service.js';

const calls = endpoints.jobs;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

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
});

type Told = Parameters<ServerToConsole['jobOutput']>[0];
const readLog = async (jobId: string, offset = 0, more = {}) =>
  (await call(jobs.server.baseUrl, calls.log, { jobId, offset, ...more }, { token: jobs.token }))
    .result;

describe('output', () => {
  // How often is proved by keyed-throttle.spec.ts.
  it('that comes fast is told of, its end always, and read in full', async () => {
    const jobId = await jobs.run(agent);
    const ref = await jobs.ref(jobId);
    const page = await connectConsole(jobs.server.baseUrl, jobs.token);
    const told: Told[] = [];
    page.socket.on('jobOutput', (event) => told.push(event));
    expect(await page.ask('watch', { topic: 'job', jobId })).toBe(true);
    const piece = 'x'.repeat(1_000);
    for (let index = 0; index < 60; index += 1) {
      await agent.say('jobs.output', { ...ref, offset: index * 1_000, data: bytes(piece) });
    }
    await waitFor('the last news', () => told.at(-1)?.nextOffset === 60_000);
    const offsets = told.map(({ nextOffset }) => nextOffset);
    expect(offsets[0]).toBe(1_000);
    expect(offsets).toEqual([...new Set(offsets)].sort((one, other) => one - other));
    // What is little comes with its event; of more only its end is told.
    expect(told[0]).toMatchObject({ attempt: 1, output: { offset: 0, text: piece } });
    const covered = told.flatMap(({ output }) => (output ? [output.text.length] : []));
    expect(Math.max(...covered)).toBeLessThanOrEqual(limits.jobOutputEventBytes);
    expect((await readLog(jobId)).text).toBe(piece.repeat(60));
    page.close();
  });

  it('of a sealed job comes with no event', async () => {
    const jobId = await jobs.run(agent);
    await jobs.query('UPDATE script_job SET is_sealed = true WHERE id = $1', [jobId]);
    const page = await connectConsole(jobs.server.baseUrl, jobs.token);
    const told: Told[] = [];
    page.socket.on('jobOutput', (event) => told.push(event));
    await page.ask('watch', { topic: 'job', jobId });
    await agent.say('jobs.output', {
      ...(await jobs.ref(jobId)),
      ...{ offset: 0, data: bytes('secret') },
    });
    await waitFor('the news', () => told.length > 0);
    expect(told).toEqual([{ jobId, attempt: 1, nextOffset: 6 }]);
    page.close();
  });

  it('is read from its end too, with the times of its lines', async () => {
    const jobId = await jobs.run(agent);
    const ref = await jobs.ref(jobId);
    // Two and a half pages in lines of eight bytes.
    const half = 'line of\n'.repeat(limits.jobLogChunkBytes / 16);
    let offset = 0;
    for (let index = 0; index < 20; index += 1, offset += half.length) {
      await agent.say('jobs.output', { ...ref, offset, data: bytes(half) });
    }
    await agent.say('jobs.output', { ...ref, offset, data: bytes('测试') });
    const end = offset + 6;
    const tail = await readLog(jobId, 0, { before: Number.MAX_SAFE_INTEGER, withTimes: true });
    const begin = end - limits.jobLogPageBytes;
    expect(tail).toMatchObject({ nextOffset: end, outputBytes: end, isComplete: false });
    expect(tail.offset - begin).toBeGreaterThan(0);
    expect(tail.offset - begin).toBeLessThanOrEqual(8);
    expect(tail.text).toMatch(/^line of\n.*测试$/s);
    expect(tail.times![0]!.line).toBe(0);
    expect(Math.abs(tail.times![0]!.time - Date.now())).toBeLessThan(600_000);
    const earlier = await readLog(jobId, 0, { before: tail.offset });
    expect(earlier).toMatchObject({ nextOffset: tail.offset, isComplete: false });
    const first = await readLog(jobId, 0, { before: earlier.offset });
    expect(first.offset).toBe(0);
    expect(first.text + earlier.text + tail.text).toBe(`${half.repeat(20)}测试`);
    // As stored before times were kept.
    await jobs.query('UPDATE script_job_output SET received_at = NULL WHERE job_id = $1', [jobId]);
    expect((await readLog(jobId, 0, { withTimes: true })).times).toEqual([]);
  });

  it('is text from any byte on, and in GBK line by line', async () => {
    const jobId = await jobs.run(agent);
    const ref = await jobs.ref(jobId);
    await agent.say('jobs.output', { ...ref, offset: 0, data: bytes('输出\n') });
    // 测试, and a character that the piece cuts.
    const gbk = Buffer.from('b2e2cad40ab2', 'hex');
    await agent.say('jobs.output', { ...ref, offset: 7, data: gbk });
    expect(await readLog(jobId, 1)).toMatchObject({
      ...{ offset: 3, nextOffset: 12, text: '出\n测试\n', isComplete: false },
    });
    await agent.say('jobs.output', { ...ref, offset: 13, data: Buffer.from('e2', 'hex') });
    await jobs.end(agent, jobId);
    expect(await readLog(jobId, 12)).toMatchObject({ text: '测', isComplete: true });
  });

  it('that is said twice at the same time is stored once', async () => {
    const jobId = await jobs.run(agent);
    const ref = await jobs.ref(jobId);
    const pieces = [
      { offset: 0, data: bytes('01234') },
      { offset: 0, data: bytes('0123456789') },
      { offset: 3, data: bytes('3456') },
    ];
    await Promise.all(
      [...pieces, ...pieces].map((one) => agent.say('jobs.output', { ...ref, ...one })),
    );
    expect(await readLog(jobId)).toMatchObject({ text: '0123456789', nextOffset: 10 });
  });

  it('that is still on its way when the script has ended holds no CPUs', async () => {
    const jobId = await jobs.run(agent, { cpus: 4, requeue: true });
    const waiting = await jobs.submit({ cpus: 4 });
    const ref = await jobs.ref(jobId);
    const say = (offset: number, more = {}) =>
      agent.say('jobs.output', { ...ref, offset, data: bytes('piece'), ...more });
    await say(0);
    await jobs.dispatch();
    expect(await jobs.job(waiting)).toMatchObject({ nodeId: null });
    await say(5, { isScriptEnded: true });
    await say(10);
    await jobs.dispatch();
    await jobs.begin(agent, waiting);
    expect(await jobs.job(waiting)).toMatchObject({ status: 'RUNNING' });
    expect(await jobs.job(jobId)).toMatchObject({ status: 'RUNNING', outputBytes: '15' });

    // Lost with its node after all, it waits anew and needs them anew.
    await jobs.end(agent, jobId, { reason: 'lost', exitCode: null });
    await jobs.dispatch();
    expect(await jobs.job(jobId)).toMatchObject({ status: 'PENDING', cpusFreedAt: null });
    await jobs.end(agent, waiting);
    await jobs.dispatch();
    await jobs.begin(agent, jobId);
    const next = await jobs.submit({ cpus: 4 });
    await jobs.dispatch();
    expect(await jobs.job(next)).toMatchObject({ nodeId: null });
  });

  it('of another attempt frees nothing', async () => {
    const jobId = await jobs.run(agent, { cpus: 4 });
    const { attempt } = await jobs.ref(jobId);
    const event = { jobId, attempt: attempt - 1, offset: 0, data: bytes('x'), isScriptEnded: true };
    await agent.say('jobs.output', event);
    expect(await jobs.job(jobId)).toMatchObject({ cpusFreedAt: null });
  });

  it('of a run that is made anew begins anew', async () => {
    const jobId = await jobs.run(agent, { requeue: true });
    const first = await jobs.ref(jobId);
    const say = (ref: typeof first, text: string) =>
      agent.say('jobs.output', { ...ref, offset: 0, data: bytes(text) });
    await say(first, 'of the first run');
    // It comes back without the job: lost, and run once more.
    await jobs.closeAgents();
    agent = await jobs.connect();
    expect(await jobs.job(jobId)).toMatchObject({ status: 'PENDING', outputBytes: '0' });
    await jobs.dispatch();
    await jobs.begin(agent, jobId);
    await say(await jobs.ref(jobId), 'second');
    expect(await readLog(jobId)).toMatchObject({ text: 'second', attempt: 2 });
  });
});

describe('a hostile agent', () => {
  it('cannot put a time or a code into a job that nobody can read', async () => {
    const jobId = await jobs.run(agent);
    await jobs.end(agent, jobId, { endedAt: 8.64e15, exitCode: 2 ** 40 });
    const list = await call(jobs.server.baseUrl, calls.list, {}, { token: jobs.token });
    expect(list).toMatchObject({ code: 200, result: [{ jobId, status: 'FAILED', exitCode: 255 }] });
    expect((await jobs.job(jobId)).endedAt!.getTime()).toBeLessThan(Date.now() + 61_000);
  });

  it('cannot end a job before its attempt began', async () => {
    const jobId = await jobs.run(agent);
    await jobs.end(agent, jobId, { endedAt: 0 });
    const job = await jobs.job(jobId);
    expect(job.endedAt!.getTime()).toBeGreaterThanOrEqual(job.startedAt!.getTime());
  });

  it('with a thousand jobs in its hello costs one question; more get no answer', async () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        jobId: String(500_000 + index),
        attempt: 1,
        isEnded: false,
      }));
    const query = jest.spyOn(jobs.server.dataSource, 'query');
    const reply = await agent.hello({ jobs: named(1_000) });
    expect(reply.jobs.every(({ action }) => action === 'forget')).toBe(true);
    expect(reply.jobs).toHaveLength(1_000);
    expect(query.mock.calls.length).toBeLessThan(10);
    query.mockRestore();
    const tooMany = agent.hello({ jobs: named(1_001) }, 1_000);
    await expect(tooMany).rejects.toThrow('timed out');
  });
});

it('the retention removes output first, and the job later', async () => {
  const jobId = await jobs.run(agent);
  const fresh = await jobs.run(agent);
  for (const id of [jobId, fresh]) {
    const ref = await jobs.ref(id);
    await agent.say('jobs.output', { ...ref, offset: 0, data: bytes('hello') });
    await jobs.end(agent, id, { outputBytes: 5 });
  }
  const age = (days: number) =>
    jobs.query(`UPDATE script_job SET ended_at = now() - $2 * interval '1 day' WHERE id = $1`, [
      jobId,
      days,
    ]);
  const retention = jobs.server.app.get(JobRetention);
  const { signal } = new AbortController();

  await age(91);
  await retention.run(signal);
  expect(await readLog(jobId)).toMatchObject({ text: '', isComplete: true });
  const detail = await call(jobs.server.baseUrl, calls.detail, { jobId }, { token: jobs.token });
  expect(detail.result.isOutputRemoved).toBe(true);
  expect((await readLog(fresh)).text).toBe('hello');

  await age(366);
  await retention.run(signal);
  const list = await call(jobs.server.baseUrl, calls.list, {}, { token: jobs.token });
  expect(list.result.map((row) => row.jobId)).toEqual([fresh]);
});

it('the retention keeps the output of one user within its bound: what ended first goes', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const jobId = await jobs.run(agent);
    const ref = await jobs.ref(jobId);
    await agent.say('jobs.output', { ...ref, offset: 0, data: bytes(`output ${index}`) });
    if (index < 3) {
      await jobs.end(agent, jobId, { outputBytes: 8 });
      await jobs.query(
        `UPDATE script_job SET ended_at = now() - $2 * interval '1 hour' WHERE id = $1`,
        [jobId, 3 - index],
      );
    }
    ids.push(jobId);
  }
  // As if each had written so much: the running one and two more just fit.
  await jobs.query('UPDATE script_job SET output_bytes = $1', [50 * 1024 ** 2]);
  await jobs.server.app.get(Settings).set(jobOutputBytesPerUser, 150 * 1024 ** 2);
  const retention = jobs.server.app.get(JobRetention);
  const { signal } = new AbortController();
  await retention.run(signal);
  const kept = await jobs.query(
    'SELECT id, output_removed_at IS NULL AS "isKept" FROM script_job ORDER BY id',
    [],
  );
  expect(kept).toEqual(ids.map((id, index) => ({ id, isKept: index > 0 })));
  expect((await readLog(ids[1]!)).text).toBe('output 1');
  const detail = await call(
    jobs.server.baseUrl,
    calls.detail,
    { jobId: ids[0]! },
    { token: jobs.token },
  );
  expect(detail.result.isOutputRemoved).toBe(true);
  // The running one alone has it all: it stays, and the ended ones go.
  await jobs.query('UPDATE script_job SET output_bytes = $2 WHERE id = $1', [
    ids[3],
    200 * 1024 ** 2,
  ]);
  await retention.run(signal);
  expect(
    await jobs.query('SELECT id::text FROM script_job WHERE output_removed_at IS NULL', []),
  ).toEqual([{ id: ids[3] }]);
  // However many go, they are summed up once.
  await jobs.query(
    `INSERT INTO script_job (queue_name, user_id, user_name, job_name, script, work_dir, cpus, status, ended_at, output_bytes)
     SELECT 'local', user_id, user_name, 'job', 'true', '/', 1, 'COMPLETED', now(), 1
     FROM script_job, generate_series(1, 1200) WHERE id = $1`,
    [ids[3]],
  );
  const query = jest.spyOn(jobs.server.dataSource, 'query');
  await retention.run(signal);
  expect(
    query.mock.calls.filter(([sql]) => sql.includes('OVER (PARTITION BY user_id')),
  ).toHaveLength(1);
  query.mockRestore();
  expect(
    await jobs.query('SELECT id::text FROM script_job WHERE output_removed_at IS NULL', []),
  ).toEqual([{ id: ids[3] }]);
  await jobs.server.app.get(Settings).set(jobOutputBytesPerUser, limits.jobOutputBytesPerUser);
});
