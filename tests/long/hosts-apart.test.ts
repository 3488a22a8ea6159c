import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { AgentHost } from '../support/platform/agent-host.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { LineJob } from '../support/platform/line-job.js';
import { TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

const isRoot = process.getuid?.() === 0;
const hostNumbers = [1, 2, 3];

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

/** Between two moments no sample of a host is missing in the end, and none is there twice. */
async function expectWhole(host: AgentHost, from: number, to: number): Promise<void> {
  let gaps: number[] = [];
  await waitFor(
    'the samples of that time to be whole',
    async () => {
      const times = await sampleTimes(host, from);
      gaps = times.slice(1).map((time, index) => time - times[index]!);
      // Samples are kept by the second, and one is taken in two.
      return times.some((time) => time >= to) && Math.max(...gaps) <= 4_000;
    },
    60_000,
    200,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)} Gaps: ${gaps.join(', ')} ms`);
  });
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
}

/** The queue of one host alone. */
const queueOf = (host: AgentHost): string => host.name.replace('-', '_');

/** A job that runs on one host, and has begun. */
async function submitTo(host: AgentHost): Promise<LineJob> {
  const job = await LineJob.submit(client, host.name, queueOf(host));
  await job.waitForLine(5);
  return job;
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
  for (const host of hosts) {
    await client.expectOk(endpoints.jobs.queueAdd, {
      queueName: queueOf(host),
      calculations: [{ id: idOf.get(host.name) ?? '', cpus: 1 }],
    });
  }
});

afterAll(async () => {
  await Promise.all(hosts.map((host) => host.leave()));
  await platform?.stop();
});

(isRoot ? describe : describe.skip)('hosts with addresses of their own', () => {
  test('each get the jobs of their queue, and of no other', async () => {
    const jobIds = await Promise.all(
      hosts.map(async (host) => {
        const input = { jobName: 'where', queueName: queueOf(host), scriptContent: 'true' };
        return (await client.expectOk(endpoints.jobs.run, input)).result.jobId;
      }),
    );
    const rows = await Promise.all(
      jobIds.map((jobId) =>
        waitFor('the job to end', async () => {
          const { result } = await client.expectOk(endpoints.jobs.detail, { jobId });
          return result.endTime === null ? null : result;
        }),
      ),
    );
    expect(rows.map(({ nodeName, status }) => [nodeName, status])).toEqual(
      hosts.map(({ name }) => [name, 'COMPLETED']),
    );
  });

  test('whose cable is pulled is soon offline, alone; its job and its samples are whole in the end', async () => {
    const [first, ...others] = hosts as [AgentHost, AgentHost, AgentHost];
    const job = await submitTo(first);

    first.unplug();
    const pulledAt = Date.now();
    // How soon is measured by tests/long/dead-node.test.ts.
    await waitFor('it to be offline', async () => !(await isOnline(first)), 30_000, 100);
    expect(await Promise.all(others.map(isOnline))).toEqual([true, true]);
    // Longer than the connection is given on either side.
    await waitFor('both sides to give the connection up', () => Date.now() - pulledAt > 12_000);

    first.plug();
    await waitUntilOnline(first);
    const backAt = Date.now();
    await job.expectUnharmed();
    await expectWhole(first, pulledAt, backAt);
  });

  test('come back to a server that was killed, with what they measured meanwhile', async () => {
    const killedAt = Date.now();
    await platform.killAndWait('server');
    await Promise.all(hosts.map(waitUntilOnline));
    const backAt = Date.now();
    for (const host of hosts) {
      await expectWhole(host, killedAt, backAt);
      expect(await isOnline(host)).toBe(true);
    }
  });

  test('one that gets another address is the same node, and misses no sample', async () => {
    const [, second] = hosts as [AgentHost, AgentHost, AgentHost];
    const movedAt = Date.now();
    second.moveTo(77);
    // What was measured after the move can only have come by the new address.
    await expectWhole(second, movedAt, movedAt + 4_000);
    await waitUntilOnline(second);
  });

  test('one whose agent is killed goes on with its job, and the next agent finds it', async () => {
    const [, , third] = hosts as [AgentHost, AgentHost, AgentHost];
    const job = await submitTo(third);
    await third.killAgent();
    third.startAgent(platform);
    await waitUntilOnline(third);
    await job.expectUnharmed();
  });
});
