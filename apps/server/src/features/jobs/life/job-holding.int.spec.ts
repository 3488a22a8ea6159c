import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';

const { detail, hold, release, stop, list, queueLoads } = endpoints.jobs;

let jobs: SpecJobs;
let agent: FakeAgent;
let ann: string;
let bob: string;

beforeAll(async () => {
  jobs = await SpecJobs.start({}, { jobs: { loadsMs: 0 } });
  await createUser(jobs.server, 'ann');
  await createUser(jobs.server, 'bob', ['desktopDot.jobs', 'desktopDot.queues']);
  ann = await signIn(jobs.server.baseUrl, 'ann', userPassword);
  bob = await signIn(jobs.server.baseUrl, 'bob', userPassword);
});
afterAll(() => jobs.stop());
beforeEach(async () => {
  agent = await jobs.connect();
});
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
});

const ask = (endpoint: typeof hold | typeof release, jobId: string, token: string) =>
  call(jobs.server.baseUrl, endpoint, { jobId }, { token });
const read = async (jobId: string) =>
  (await call(jobs.server.baseUrl, detail, { jobId }, { token: jobs.token })).result;

it('a held job gets no place until it is released, and waits before nobody', async () => {
  const first = await jobs.submit({ cpus: 4 }, ann);
  const second = await jobs.submit({ cpus: 4 }, ann);
  expect((await ask(hold, first, ann)).code).toBe(200);
  expect(await read(first)).toMatchObject({
    status: 'PENDING',
    isHeld: true,
    waiting: { code: 'HELD', place: null },
  });
  expect((await read(first)).waiting?.text).toContain('提交者暂挂');
  expect(await read(second)).toMatchObject({ isHeld: false, waiting: { place: 1 } });
  const { baseUrl } = jobs.server;
  const loads = await call(baseUrl, queueLoads, {}, { token: ann });
  expect(loads.result).toMatchObject([{ waitingJobs: 1 }]);
  const listed = await call(baseUrl, list, {}, { token: ann });
  expect(listed.result.map(({ isHeld }) => isHeld)).toEqual([false, true]);
  await jobs.dispatch();
  expect(agent.commands.map(({ jobId }) => jobId)).toEqual([second]);
  await jobs.begin(agent, second);
  await jobs.end(agent, second);
  await jobs.dispatch();
  expect(agent.commands).toHaveLength(1);

  expect((await ask(release, first, ann)).code).toBe(200);
  await jobs.dispatch();
  expect(agent.commands.at(-1)?.jobId).toBe(first);
});

it('what an administrator holds is released by one alone', async () => {
  const jobId = await jobs.submit({}, ann);
  await ask(hold, jobId, jobs.token);
  expect((await read(jobId)).waiting?.text).toContain('管理员暂挂');
  // To hold it once more makes it no owner's.
  await ask(hold, jobId, ann);
  expect(await ask(release, jobId, ann)).toMatchObject({
    code: 403,
    result: { error: 'JOB_HELD_BY_ADMINISTRATOR' },
  });
  expect((await jobs.job(jobId)).heldReason).toBe('HELD_BY_ADMINISTRATOR');
  expect((await ask(release, jobId, jobs.token)).code).toBe(200);
  expect((await jobs.job(jobId)).heldReason).toBeNull();
  expect(await ask(release, jobId, ann)).toMatchObject({ result: { error: 'JOB_NOT_HELD' } });
});

it('nobody holds or releases a job that is another’s', async () => {
  const jobId = await jobs.submit({}, ann);
  expect((await ask(hold, jobId, bob)).code).toBe(404);
  expect((await jobs.job(jobId)).heldReason).toBeNull();
  await ask(hold, jobId, ann);
  expect((await ask(release, jobId, bob)).code).toBe(404);
  expect((await jobs.job(jobId)).heldReason).toBe('HELD_BY_OWNER');
});

it('a job that has its place, or has ended, cannot be held; a held one can be stopped', async () => {
  const running = await jobs.run(agent);
  const refused = { code: 409, result: { error: 'JOB_NOT_WAITING' } };
  expect(await ask(hold, running, jobs.token)).toMatchObject(refused);
  await jobs.end(agent, running);
  expect(await ask(hold, running, jobs.token)).toMatchObject(refused);
  const jobId = await jobs.submit({}, ann);
  await ask(hold, jobId, ann);
  await call(jobs.server.baseUrl, stop, { jobId }, { token: ann });
  expect(await read(jobId)).toMatchObject({ status: 'CANCELLED', isHeld: false });
});

it('one that is held while a plan is made is in one of both, not in both', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => jobs.submit({}, ann)));
  const [answers] = await Promise.all([
    Promise.all(ids.map((jobId) => ask(hold, jobId, ann))),
    jobs.dispatch(),
  ]);
  const held = ids.filter((_, index) => answers[index]?.code === 200);
  const sent = agent.commands.map(({ jobId }) => jobId);
  expect([...held, ...sent].sort()).toEqual([...ids].sort());
});

it('released by an owner who may not submit any more, it stays held for that reason', async () => {
  const jobId = await jobs.submit({}, ann);
  await ask(hold, jobId, ann);
  await jobs.query('UPDATE compute_queue SET is_open_to_everyone = false');
  expect((await ask(release, jobId, ann)).code).toBe(200);
  expect((await jobs.job(jobId)).heldReason).toBe('QUEUE_ACCESS_ENDED');
  await jobs.query('UPDATE compute_queue SET is_open_to_everyone = true');
});
