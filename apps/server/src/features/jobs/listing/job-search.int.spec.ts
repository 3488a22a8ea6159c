import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, limits, type EndpointInput } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { search, counts } = endpoints.jobs;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;
let root: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann', ['/taskManangement']);
  bob = await platform.addUser('bob', ['/taskManangement']);
  root = await platform.addUser('root');
  await platform.query(
    `INSERT INTO user_role (user_id, role_id) SELECT $1, id FROM role WHERE is_system_administrator`,
    [root.id],
  );
  await add(ann, 'first', 'COMPLETED', { cpus: 2, maxRssBytes: 100 });
  await add(ann, 'second', 'FAILED', { cpus: 4, queueName: 'gpu' });
  await add(ann, 'third', 'RUNNING', { cpus: 1, maxRssBytes: 300 });
  await add(ann, '100%_x', 'PENDING', {});
  await add(bob, 'of_bob', 'RUNNING', {});
});
afterAll(() => platform.close());

async function add(
  user: SpecUser,
  jobName: string,
  status: string,
  more: { cpus?: number; queueName?: string; maxRssBytes?: number; at?: string },
): Promise<void> {
  await platform.query(
    `INSERT INTO script_job (user_id, user_name, job_name, queue_name, script, work_dir, cpus, status, max_rss_bytes, created_at)
     VALUES ($1, $2, $3, $4, 'true', '/', $5, $6, $7, coalesce($8::timestamptz, now()))`,
    [
      user.id,
      user.name,
      jobName,
      more.queueName ?? 'local',
      more.cpus ?? 1,
      status,
      more.maxRssBytes ?? null,
      more.at ?? null,
    ],
  );
}

/** What a user is shown, as names. */
async function found(input: EndpointInput<typeof search>, user = ann): Promise<string[]> {
  const { result } = await platform.call(user, search, input);
  return search.result.parse(result).data.map(({ scriptName }) => scriptName);
}

describe('the list of jobs', () => {
  it("shows one's own, newest first", async () => {
    expect(await found({})).toEqual(['100%_x', 'third', 'second', 'first']);
    expect(await found({}, bob)).toEqual(['of_bob']);
    expect(await found({}, root)).toEqual([]);
  });

  it("shows everyone's to a system administrator alone", async () => {
    expect(await found({ owner: 'all' }, root)).toHaveLength(5);
    expect(await found({ owner: 'all', username: 'BO' }, root)).toEqual(['of_bob']);
    for (const endpoint of [search, counts]) {
      expect(await platform.call(ann, endpoint, { owner: 'all' })).toMatchObject({
        code: 403,
        result: { error: 'JOB_NOT_OWN' },
      });
    }
  });

  it('can be narrowed to statuses, a queue and a part of the name', async () => {
    expect(await found({ statuses: ['RUNNING', 'FAILED'] })).toEqual(['third', 'second']);
    expect(await found({ statuses: 'COMPLETED' })).toEqual(['first']);
    expect(await found({ queueName: 'gpu' })).toEqual(['second']);
    expect(await found({ jobName: '0%_' })).toEqual(['100%_x']);
    expect((await platform.call(ann, search, { statuses: 'GONE' })).code).toBe(400);
  });

  it('can be sorted, what is empty last either way', async () => {
    expect(await found({ sort: 'cpus', order: 'desc' })).toEqual([
      'second',
      'first',
      '100%_x',
      'third',
    ]);
    expect(await found({ sort: 'maxRssBytes', order: 'asc' })).toEqual([
      'first',
      'third',
      '100%_x',
      'second',
    ]);
    expect((await found({ sort: 'maxRssBytes', order: 'desc' })).slice(0, 2)).toEqual([
      'third',
      'first',
    ]);
  });

  it('comes in pages, with the number of all', async () => {
    const { result } = await platform.call(ann, search, { pageNum: 1, size: 3 });
    expect(result.data.map(({ scriptName }) => scriptName)).toEqual(['first']);
    expect(result.total).toBe(4);
  });

  it('is made of open jobs and of the newest, however many there are', async () => {
    const bounds: { jobsListed: number } = limits;
    const { jobsListed } = bounds;
    bounds.jobsListed = 1;
    expect(await found({})).toEqual(['100%_x', 'third']);
    expect(await found({ owner: 'all' }, root)).toEqual(['of_bob', '100%_x', 'third']);
    const { result } = await platform.call(ann, counts, {});
    expect(result).toMatchObject({ PENDING: 1, RUNNING: 1, COMPLETED: 0, FAILED: 0 });
    bounds.jobsListed = 3;
    expect(await found({})).toEqual(['100%_x', 'third', 'second']);
    bounds.jobsListed = jobsListed;
  });

  it('has figures for each status, of the same jobs', async () => {
    const none = { CANCELLED: 0, TIMEOUT: 0, NODE_FAIL: 0 };
    expect((await platform.call(ann, counts, {})).result).toEqual({
      ...none,
      ...{ PENDING: 1, RUNNING: 1, COMPLETED: 1, FAILED: 1 },
    });
    expect((await platform.call(ann, counts, { jobName: 'ir' })).result).toEqual({
      ...none,
      ...{ PENDING: 0, RUNNING: 1, COMPLETED: 1, FAILED: 0 },
    });
    expect((await platform.call(root, counts, { owner: 'all' })).result.RUNNING).toBe(2);
  });
});

describe('jobs of a time', () => {
  const moment = (text: string): number => Date.parse(`${text}Z`);
  const march = { from: moment('2024-03-01T00:00'), to: moment('2024-03-31T23:59') };
  let carl: SpecUser;

  beforeAll(async () => {
    carl = await platform.addUser('carl', ['/taskManangement']);
    // The numbers of jobs do not always grow with their times: a clock was set.
    await add(carl, 'march_late', 'FAILED', { at: '2024-03-31 23:59Z' });
    await add(carl, 'february', 'COMPLETED', { at: '2024-02-29 23:59Z' });
    await add(carl, 'march_early', 'COMPLETED', { at: '2024-03-01 00:00Z' });
    await add(carl, 'march_waits', 'PENDING', { at: '2024-03-02 00:00Z' });
    await add(carl, 'april', 'COMPLETED', { at: '2024-04-01 00:00Z' });
    await add(bob, 'march_of_bob', 'COMPLETED', { at: '2024-03-05 00:00Z' });
  });

  it('are found by when they were submitted, both ends included, newest first', async () => {
    expect(await found(march, carl)).toEqual(['march_late', 'march_waits', 'march_early']);
    expect(await found({ ...march, order: 'asc', size: 1 }, carl)).toEqual(['march_early']);
    expect(await found({ from: moment('2024-04-01T00:00') }, carl)).toEqual(['april']);
    expect(await found({ to: moment('2024-02-29T23:59') }, carl)).toEqual(['february']);
    expect(await found({ ...march, jobName: 'late' }, carl)).toEqual(['march_late']);
    expect(await found({ ...march, owner: 'all' }, root)).toHaveLength(4);
    expect((await platform.call(carl, search, { from: -1 })).code).toBe(400);
  });

  it('are counted alike', async () => {
    const { result } = await platform.call(carl, counts, march);
    expect(result).toMatchObject({ PENDING: 1, COMPLETED: 1, FAILED: 1 });
    expect((await platform.call(carl, search, march)).result.total).toBe(3);
  });

  it('are the newest of that time, not of all times, and those that are open', async () => {
    const bounds: { jobsListed: number } = limits;
    const { jobsListed } = bounds;
    bounds.jobsListed = 1;
    expect(await found(march, carl)).toEqual(['march_late', 'march_waits']);
    expect(await found({ ...march, owner: 'all' }, root)).toEqual(['march_late', 'march_waits']);
    expect((await platform.call(carl, counts, march)).result.COMPLETED).toBe(0);
    bounds.jobsListed = jobsListed;
  });
});
