import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';

const { queueLoads, detail } = endpoints.jobs;
let jobs: SpecJobs;
let agent: FakeAgent;
let user: string;

beforeAll(async () => {
  jobs = await SpecJobs.start({}, { jobs: { loadsMs: 0 } });
  await createUser(jobs.server, 'ann');
  user = await signIn(jobs.server.baseUrl, 'ann', userPassword);
});
afterAll(() => jobs.stop());
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
  await jobs.query(`DELETE FROM compute_queue WHERE queue_name <> 'local'`);
});

const loads = async (token = user) =>
  (await call(jobs.server.baseUrl, queueLoads, {}, { token })).result;
const placeOf = async (jobId: string, token = user): Promise<number | null | undefined> =>
  (await call(jobs.server.baseUrl, detail, { jobId }, { token })).result.waiting?.place;

it('counts who waits and what is free, as the scheduler would give it', async () => {
  agent = await jobs.connect(jobs.node, { cpus: 4 });
  const second = await jobs.addNode('host-2', 8);
  await jobs.connect(second, { hostname: 'host-2', cpus: 6 });
  // A queue gets no more of a node than the node has.
  expect(await loads()).toEqual([
    {
      queueName: 'local',
      waitingJobs: 0,
      usedCpus: 0,
      totalCpus: 10,
      freeCpus: 10,
      mostFreeCpus: 6,
    },
  ]);
  await jobs.submit({ cpus: 3 }, user);
  await jobs.dispatch();
  await jobs.submit({ cpus: 6 }, user);
  const busy = await loads();
  expect(busy).toMatchObject([
    { waitingJobs: 1, usedCpus: 3, totalCpus: 10, freeCpus: 7, mostFreeCpus: 6 },
  ]);

  await jobs.query(`UPDATE node SET drained_at = now() WHERE name = 'host-2'`);
  expect(await loads()).toMatchObject([
    { usedCpus: 3, totalCpus: 4, freeCpus: 1, mostFreeCpus: 1 },
  ]);
  await jobs.query(`DELETE FROM node WHERE name = 'host-2'`);
  await jobs.closeAgents();
  await jobs.query('UPDATE node SET is_online = false');
  expect(await loads()).toMatchObject([{ freeCpus: 0, mostFreeCpus: 0 }]);
  await jobs.query('UPDATE node SET is_online = true');
});

it('says which place a job has, and nothing of one that waits no more', async () => {
  agent = await jobs.connect();
  const running = await jobs.run(agent, { cpus: 4 });
  const first = await jobs.submit({ cpus: 4 }, user);
  await jobs.grant('other', jobs.node.nodeId, 4);
  await jobs.submit({ cpus: 4, queueName: 'other' }, user);
  const second = await jobs.submit({ cpus: 1 }, user);
  expect([await placeOf(first), await placeOf(second)]).toEqual([1, 2]);
  expect(await placeOf(running, jobs.token)).toBeUndefined();
  await jobs.end(agent, running);
  await jobs.dispatch();
  expect([await placeOf(first), await placeOf(second)]).toEqual([null, 1]);
});

it('tells nobody of a queue that the caller may not use', async () => {
  await jobs.query(
    `INSERT INTO compute_queue (queue_name, is_open_to_everyone) VALUES ('closed', false)`,
  );
  expect((await loads()).map(({ queueName }) => queueName)).toEqual(['local']);
  const ofAdministrator = await loads(jobs.token);
  expect(ofAdministrator.map(({ queueName }) => queueName)).toEqual(['closed', 'local']);
  await createUser(jobs.server, 'pageless', ['myDoc', 'myDoc.files']);
  const pageless = await signIn(jobs.server.baseUrl, 'pageless', userPassword);
  expect((await call(jobs.server.baseUrl, queueLoads, {}, { token: pageless })).code).toBe(403);
});
