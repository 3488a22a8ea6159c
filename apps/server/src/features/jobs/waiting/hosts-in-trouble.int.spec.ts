import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { HostHistories } from '../../cluster/monitoring/host-history.service.js';

let platform: SpecPlatform;
let ann: SpecUser;
let watcher: SpecUser;
let stranger: SpecUser;
const hosts = new Map<string, string>();

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann', ['/taskManangement']);
  stranger = await platform.addUser('stranger', ['/taskManangement', '/platformMonitoring']);
  watcher = await platform.addUser('watcher');
  await platform.query(
    `INSERT INTO user_role (user_id, role_id) SELECT $1, id FROM role WHERE is_system_administrator`,
    [watcher.id],
  );
  await platform.query(`INSERT INTO compute_queue (queue_name) VALUES ('large')`);
  await addHost('busy', 4);
  await addHost('far', 4);
  await addHost('away', 4, false);
  await addHost('small', 1, false);
  await platform.get(HostHistories).store([
    {
      ...{
        nodeId: hosts.get('far') ?? '',
        time: Math.floor(Date.now() / 60_000) * 60_000,
        load: 1,
      },
      ...{
        networkIn: null,
        networkOut: null,
        disks: [{ mount: '/', sizeBytes: 100, usedBytes: 99 }],
      },
      reach: { roundTripMs: 1, clockOffMs: 9_000, cuts: 0 },
    },
  ]);
  await add('holder', 'RUNNING', hosts.get('busy'));
  await add('holder', 'RUNNING', hosts.get('far'));
});
afterAll(() => platform.close());

/** A host of the queue that takes jobs; nobody marks it as silent. */
async function addHost(name: string, cpus: number, isOnline = true): Promise<void> {
  const [row] = await platform.query(
    `INSERT INTO node (kind, name, is_online, last_seen_at, cpu_count, accepts_jobs, networks)
     VALUES ('compute', $1, $2, now() + interval '1 hour', $3, true, '{none,outside}') RETURNING id`,
    [name, isOnline, cpus],
  );
  hosts.set(name, String(row?.['id']));
  await platform.query(
    `INSERT INTO compute_queue_node (queue_id, node_id, cpus) SELECT id, $1, $2 FROM compute_queue WHERE queue_name = 'large'`,
    [row?.['id'], cpus],
  );
}

async function add(jobName: string, status: string, nodeId?: string): Promise<string> {
  const [row] = await platform.query(
    `INSERT INTO script_job (user_id, user_name, job_name, queue_id, queue_name, script, work_dir, cpus, max_minutes, status, node_id, reserved_at)
     SELECT $1, $2, $3, id, queue_name, 'true', '/', 4, 60, $4, $5::uuid, CASE WHEN $5::uuid IS NOT NULL THEN now() END
     FROM compute_queue WHERE queue_name = 'large' RETURNING id`,
    [ann.id, ann.name, jobName, status, nodeId ?? null],
  );
  return String(row?.['id']);
}

const waitingOf = async (user: SpecUser, jobId: string) =>
  (await platform.call(user, endpoints.jobs.detail, { jobId })).result.waiting;

it('names those of the large enough hosts with which something is wrong', async () => {
  const jobId = await add('waits', 'PENDING');
  const waiting = await waitingOf(ann, jobId);
  expect(waiting?.code).toBe('CPUS');
  expect(waiting?.hosts).toEqual([
    { nodeId: null, name: 'away', text: expect.stringMatching(/^Offline, last heard from at /) },
    { nodeId: null, name: 'far', text: 'One of its disks is full. Its clock is 9 s ahead.' },
  ]);
});

it('leads there who may see hosts', async () => {
  const jobId = await add('waits', 'PENDING');
  const named = (await waitingOf(watcher, jobId))?.hosts.map(({ nodeId }) => nodeId);
  expect(named).toEqual([hosts.get('away'), hosts.get('far')]);
  expect((await platform.call(stranger, endpoints.jobs.detail, { jobId })).code).toBe(404);
});

it('names the host that a job has, and no other', async () => {
  const jobId = await add('placed', 'PENDING', hosts.get('away'));
  const waiting = await waitingOf(ann, jobId);
  expect(waiting?.code).toBe('NOT_CONFIRMED');
  expect(waiting?.hosts.map(({ name }) => name)).toEqual(['away']);
});

it('names none where they are not why it waits', async () => {
  const jobId = await add('held', 'PENDING');
  await platform.query(`UPDATE script_job SET held_reason = 'HELD_BY_OWNER' WHERE id = $1`, [
    jobId,
  ]);
  expect(await waitingOf(ann, jobId)).toMatchObject({ code: 'HELD', hosts: [] });
});
