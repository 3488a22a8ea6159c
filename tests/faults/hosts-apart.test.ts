import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { AgentHost } from '../support/platform/agent-host.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(120_000);

const isRoot = process.getuid?.() === 0;
const hostNumbers = [1, 2, 3];
const lineCount = 100;
const expected = Array.from({ length: lineCount }, (_, index) => `line ${index + 1}`);

let platform: TestPlatform;
let client: ApiClient;
const hosts: AgentHost[] = [];
const idOf = new Map<string, string>();

const isOnline = async (host: AgentHost): Promise<boolean> => {
  const { result } = await client.expectOk(endpoints.calculations.list, {});
  return result.find(({ calculationName }) => calculationName === host.name)?.online ?? false;
};
/** A node counts as online from its creation on. */
const hasCome = async (host: AgentHost): Promise<boolean> => {
  const { result } = await client.expectOk(endpoints.calculations.list, {});
  return result.some(
    ({ calculationName, agent }) => calculationName === host.name && agent.hostname !== null,
  );
};
const waitUntilOnline = (host: AgentHost): Promise<unknown> =>
  waitFor(`${host.name} to be online`, () => isOnline(host), 30_000, 200);

/** When the samples of a host were taken that are stored, from a moment on; milliseconds since the epoch. */
async function sampleTimes(host: AgentHost, since: number): Promise<number[]> {
  const rows = (await platform.query(
    `SELECT (date_part('epoch', time) * 1000)::float8 AS time FROM node_metric
     WHERE node_id = $1 AND time >= $2 ORDER BY time`,
    [idOf.get(host.name), new Date(since)],
  )) as { time: number }[];
  return rows.map(({ time }) => time);
}

/** Between two moments no sample of a host is missing and none is there twice. */
async function expectWhole(host: AgentHost, from: number, to: number): Promise<void> {
  const times = await waitFor('the samples of that time', async () => {
    const all = await sampleTimes(host, from);
    return all.some((time) => time >= to) && all.filter((time) => time < to);
  });
  const gaps = times.slice(1).map((time, index) => time - times[index]!);
  // Samples are kept by the second, and one is taken in two.
  expect(Math.max(...gaps)).toBeLessThanOrEqual(4_000);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
}

/** A job that runs on one host for some ten seconds and more. */
async function submitTo(host: AgentHost): Promise<string> {
  await platform.query('DELETE FROM compute_queue_node');
  await platform.query(
    `INSERT INTO compute_queue_node (queue_id, node_id, cpus)
     SELECT id, $1, 1 FROM compute_queue WHERE queue_name = 'local'`,
    [idOf.get(host.name)],
  );
  const { result } = await client.expectOk(endpoints.jobs.run, {
    jobName: 'lines',
    queueName: 'local',
    scriptContent: `for i in $(seq 1 ${lineCount}); do echo "line $i"; sleep 0.15; done; exit 7`,
  });
  return result.jobId;
}

async function readLog(jobId: string): Promise<{ text: string; isComplete: boolean }> {
  const { result } = await client.expectOk(endpoints.jobs.log, { jobId, offset: 0 });
  return result;
}

async function expectUnharmed(jobId: string): Promise<void> {
  const detail = await waitFor(
    'the job to end',
    async () => {
      const { result } = await client.expectOk(endpoints.jobs.detail, { jobId });
      return !['PENDING', 'RUNNING'].includes(result.status) && result;
    },
    60_000,
    250,
  );
  const log = await waitFor('all of its output', async () => {
    const page = await readLog(jobId);
    return page.isComplete && page;
  });
  expect([detail.status, detail.exitCode]).toEqual(['FAILED', 7]);
  expect(log.text.trimEnd().split('\n')).toEqual(expected);
}

beforeAll(async () => {
  if (!isRoot) {
    return;
  }
  platform = await TestPlatform.start({ env: { HOST: '0.0.0.0' } });
  client = await platform.signIn();
  for (const number of hostNumbers) {
    const host = await AgentHost.join(number);
    hosts.push(host);
    const { result } = await client.expectOk(endpoints.calculations.add, {
      calculationName: host.name,
      lanIp: `198.19.${number}.2`,
    });
    idOf.set(host.name, result.id);
    const token = /AGENT_TOKEN='([\w-]+)'/.exec(result.enrolment?.command ?? '')?.[1];
    host.startAgent(platform, token);
  }
  await Promise.all(hosts.map((host) => waitFor(`${host.name} to come`, () => hasCome(host))));
});

afterAll(async () => {
  await Promise.all(hosts.map((host) => host.leave()));
  await platform?.stop();
});

(isRoot ? describe : describe.skip)('hosts with addresses of their own', () => {
  test('whose cable is pulled is offline within ten seconds, alone; its job and its samples are whole in the end', async () => {
    const [first, ...others] = hosts as [AgentHost, AgentHost, AgentHost];
    const jobId = await submitTo(first);
    await waitFor('the first lines', async () => (await readLog(jobId)).text.includes('line 5\n'));

    first.unplug();
    const pulledAt = Date.now();
    await waitFor('it to be offline', async () => !(await isOnline(first)), 15_000, 100);
    expect(Date.now() - pulledAt).toBeLessThan(10_000);
    expect(await Promise.all(others.map(isOnline))).toEqual([true, true]);
    // Longer than the connection is given on either side.
    await waitFor('both sides to give the connection up', () => Date.now() - pulledAt > 12_000);

    first.plug();
    await waitUntilOnline(first);
    const backAt = Date.now();
    await expectUnharmed(jobId);
    await expectWhole(first, pulledAt, backAt);
  });

  test('come back to a server that was killed, with what they measured meanwhile', async () => {
    const killedAt = Date.now();
    await platform.killAndWait('server');
    await Promise.all(hosts.map(waitUntilOnline));
    const backAt = Date.now() + 8_000;
    await waitFor('all to have reported again', () => Date.now() > backAt);
    for (const host of hosts) {
      await expectWhole(host, killedAt, backAt);
      expect(await isOnline(host)).toBe(true);
    }
  });

  test('one that gets another address is the same node, and misses no sample', async () => {
    const [, second] = hosts as [AgentHost, AgentHost, AgentHost];
    const movedAt = Date.now();
    second.moveTo(77);
    const until = movedAt + 15_000;
    await waitFor('it to find its way', () => Date.now() > until);
    await waitUntilOnline(second);
    await expectWhole(second, movedAt, until);
  });

  test('one whose agent is killed goes on with its job, and the next agent finds it', async () => {
    const [, , third] = hosts as [AgentHost, AgentHost, AgentHost];
    const jobId = await submitTo(third);
    await waitFor('the first lines', async () => (await readLog(jobId)).text.includes('line 5\n'));
    await third.killAgent();
    third.startAgent(platform);
    await waitUntilOnline(third);
    await expectUnharmed(jobId);
  });
});
