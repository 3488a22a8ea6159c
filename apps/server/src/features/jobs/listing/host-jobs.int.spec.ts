import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { onHost } = endpoints.jobs;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;
let viewer: SpecUser;
let root: SpecUser;
let host: string;
let other: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann', ['/platformMonitoring', '/taskManangement']);
  bob = await platform.addUser('bob', ['/taskManangement']);
  viewer = await platform.addUser('viewer', ['/platformMonitoring']);
  root = await platform.addUser('root');
  await platform.query(
    `INSERT INTO user_role (user_id, role_id) SELECT $1, id FROM role WHERE is_system_administrator`,
    [root.id],
  );
  [host = '', other = ''] = await Promise.all(['calc-1', 'calc-2'].map(addHost));
  await add(ann, 'of_ann', 'RUNNING');
  await add(bob, 'of_bob', 'RUNNING');
  await add(viewer, 'of_viewer', 'RUNNING');
  await add(ann, 'elsewhere', 'RUNNING', { nodeId: other });
  await add(ann, 'nowhere', 'PENDING', { nodeId: null });
  await add(ann, 'yesterday', 'COMPLETED', { endedDaysAgo: 1 });
  await add(bob, 'just_now', 'FAILED', { endedDaysAgo: 0 });
  await add(ann, 'long_ago', 'COMPLETED', { endedDaysAgo: 8 });
});
afterAll(() => platform.close());

async function addHost(name: string): Promise<string> {
  const [row] = await platform.query(
    `INSERT INTO node (kind, name) VALUES ('compute', $1) RETURNING id`,
    [name],
  );
  return String(row?.['id']);
}

async function add(
  user: SpecUser,
  jobName: string,
  status: string,
  more: { nodeId?: string | null; endedDaysAgo?: number } = {},
): Promise<void> {
  const nodeId = more.nodeId === undefined ? host : more.nodeId;
  await platform.query(
    `INSERT INTO script_job (user_id, user_name, job_name, queue_name, script, work_dir, cpus, status, node_id, ended_at)
     VALUES ($1, $2, $3, 'local', 'true', '/', 1, $4, $5, now() - $6 * interval '1 day')`,
    [user.id, user.name, jobName, status, nodeId, more.endedDaysAgo ?? null],
  );
}

/** What a user is told, jobs as names. */
async function told(user: SpecUser, nodeId = host) {
  const { running, ended, runningCount } = onHost.result.parse(
    (await platform.call(user, onHost, { nodeId })).result,
  );
  const names = (jobs: typeof running): string[] => jobs.map(({ scriptName }) => scriptName);
  return { running: names(running), ended: names(ended), runningCount };
}

it('shows a system administrator all that a host runs, and what ended there within a week', async () => {
  expect(await told(root)).toEqual({
    running: ['of_viewer', 'of_bob', 'of_ann'],
    ended: ['just_now', 'yesterday'],
    runningCount: 3,
  });
  expect((await told(root, other)).running).toEqual(['elsewhere']);
});

it("names others only their own jobs, and counts everybody's", async () => {
  expect(await told(ann)).toEqual({ running: ['of_ann'], ended: ['yesterday'], runningCount: 3 });
});

it('names no job to those who have no page of jobs', async () => {
  expect(await told(viewer)).toEqual({ running: [], ended: [], runningCount: 3 });
});

it('knows nothing of a host that is not there', async () => {
  const nothing = { running: [], ended: [], runningCount: 0 };
  expect(await told(root, 'nonsense')).toEqual(nothing);
  expect(await told(root, '00000000-0000-4000-8000-000000000000')).toEqual(nothing);
});

it('is for those who see hosts', async () => {
  expect((await platform.call(bob, onHost, { nodeId: host })).code).toBe(403);
});

it('shows at most the last ten that ended, the last one first', async () => {
  for (let index = 0; index < 11; index += 1) {
    await add(ann, `ended_${index}`, 'COMPLETED', { nodeId: other, endedDaysAgo: 5 - index / 10 });
  }
  const { ended } = await told(root, other);
  expect(ended).toHaveLength(10);
  expect([ended[0], ended[9]]).toEqual(['ended_10', 'ended_1']);
});
