import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { TaskWorker } from '../../../platform/tasks/task-worker.service.js';
import { UserRemovalSteps } from '../../users/leaving/user-removal-steps.service.js';
import { JobEnding } from './job-ending.service.js';

let jobs: SpecJobs;
let agent: FakeAgent;
let owner: { id: string; token: string };
let count = 0;

beforeAll(async () => {
  // What ends here was told of: nobody looks for what got lost.
  jobs = await SpecJobs.start({}, { tasks: { dueWorkMs: 3_600_000 } });
});
afterAll(() => jobs.stop());

beforeEach(async () => {
  agent = await jobs.connect();
  count += 1;
  const { id } = await createUser(jobs.server, `owner${count}`);
  owner = { id, token: await signIn(jobs.server.baseUrl, `owner${count}`, userPassword) };
});
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
});

/** Ends a user's right to run jobs, in the ways there are. */
const ways = {
  freeze: () => asAdmin(endpoints.users.freeze, { id: owner.id, freeze: 1 }),
  delete: () => asAdmin(endpoints.users.remove, { id: owner.id }),
  'take the role away': async () => {
    await createUser(jobs.server, `without${count}`, ['myDoc', 'myDoc.files']);
    await jobs.query(
      `UPDATE user_role SET role_id = (SELECT id FROM role WHERE role_name = $2) WHERE user_id = $1`,
      [owner.id, `role of without${count}`],
    );
  },
  expire: () =>
    jobs.query(`UPDATE user_account SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
      owner.id,
    ]),
};

async function asAdmin<E extends Parameters<typeof call>[1]>(
  endpoint: E,
  input: Parameters<typeof call<E>>[2],
): Promise<void> {
  const answer = await call(jobs.server.baseUrl, endpoint, input, { token: jobs.token });
  expect(answer).toMatchObject({ success: true });
}

describe.each(Object.entries(ways))(
  'when an administrator does this to the owner: %s',
  (_, end) => {
    it('a waiting job never starts, though nobody has ended it yet', async () => {
      const jobId = await jobs.submit({}, owner.token);
      await end();
      await jobs.dispatch();
      expect(agent.commands).toHaveLength(0);
      expect(await jobs.job(jobId)).toMatchObject({
        status: 'CANCELLED',
        reason: 'OWNER_MAY_NOT_RUN',
      });
    });

    it('what waits ends and what runs is stopped, once and for all', async () => {
      const running = await jobs.submit({ cpus: 4 }, owner.token);
      await jobs.dispatch();
      await jobs.begin(agent, running);
      const waiting = await jobs.submit({}, owner.token);
      const foreign = await jobs.submit();
      await end();
      const ending = jobs.server.app.get(JobEnding);
      await ending.recheckAll();
      await ending.recheckAll();
      await jobs.settled();
      expect(agent.stops).toEqual([{ jobId: running, attempt: 1, reason: 'stopped' }]);
      expect((await jobs.job(waiting)).status).toBe('CANCELLED');
      expect((await jobs.job(foreign)).status).toBe('PENDING');
      await jobs.end(agent, running, { reason: 'stopped', exitCode: 143 });
      expect(await jobs.job(running)).toMatchObject({
        status: 'CANCELLED',
        reason: 'OWNER_MAY_NOT_RUN',
      });
    });
  },
);

it('a new user of the name of a deleted one inherits no job of his', async () => {
  const jobId = await jobs.submit({}, owner.token);
  await ways.delete();
  await createUser(jobs.server, `owner${count}`);
  await jobs.dispatch();
  expect(agent.commands).toHaveLength(0);
  expect((await jobs.job(jobId)).status).toBe('CANCELLED');
});

it('ending somebody’s jobs for good can be said again, and for a user who is gone', async () => {
  const jobId = await jobs.submit({}, owner.token);
  await jobs.query('DELETE FROM user_account WHERE id = $1', [owner.id]);
  const ending = jobs.server.app.get(JobEnding);
  expect(await ending.endAllOf(owner.id)).toBe(0);
  expect(await ending.endAllOf(owner.id)).toBe(0);
  expect((await jobs.job(jobId)).status).toBe('CANCELLED');
});

it('a removal goes on only when the last job has ended', async () => {
  const jobId = await jobs.submit({}, owner.token);
  await jobs.dispatch();
  await jobs.begin(agent, jobId);
  await jobs.query('DELETE FROM user_account WHERE id = $1', [owner.id]);
  const steps = jobs.server.app.get(UserRemovalSteps).list();
  const step = steps.find(({ name }) => name === 'jobs.end')!;
  const removal = { userId: owner.id, userName: `owner${count}`, homeKey: `owner${count}` };
  const { signal } = new AbortController();
  await expect(step.run(removal, signal)).rejects.toThrow('1 jobs');
  await jobs.settled();
  expect(agent.stops).toEqual([{ jobId, attempt: 1, reason: 'stopped' }]);
  await jobs.end(agent, jobId, { reason: 'stopped', exitCode: 143 });
  await step.run(removal, signal);
});

// Last: the worker of this test goes on planning.
it('the jobs of a user who is frozen are ended at once, by the worker', async () => {
  const running = await jobs.submit({}, owner.token);
  await jobs.dispatch();
  await jobs.begin(agent, running);
  await jobs.server.app.get(TaskWorker).start();
  await waitFor('the worker', async () => {
    const probe = await jobs.submit();
    await waitFor('a start', async () => (await jobs.job(probe)).isAccepted, 5_000);
    return true;
  });
  await ways.freeze();
  await waitFor('the stop', () => agent.stops.some(({ jobId }) => jobId === running));
});
