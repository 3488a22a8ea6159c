import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { readLog } from '../support/browser/job-calls.js';
import { ContainerPlatform } from '../support/containers/container-platform.js';
import { SayingJob } from '../support/containers/saying-job.js';
import { waitLong } from '../support/containers/wait-long.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { connectConsole, type TestConsole } from '../support/server/test-console.js';

/** Jobs go on while their agents are away, and nothing that they say is lost or said twice. */
jest.setTimeout(600_000);

let platform: ContainerPlatform;
let client: ApiClient;
let direct: ApiClient[];
let windows: TestConsole[];
/** What each window was told of each host, in order. */
let told: Record<string, boolean[]>[];

beforeAll(async () => {
  platform = await ContainerPlatform.start({ servers: 2, workers: 1, agents: 2 });
  [client, ...direct] = (await platform.signInAt(platform, ...platform.servers)) as [
    ApiClient,
    ...ApiClient[],
  ];
  // The folder of the user's files is there from now on.
  await client.expectOk(endpoints.disk.mkdir, { path: '/made' });
  told = direct.map(() => ({}));
  windows = await Promise.all(
    direct.map(async ({ url, token }, index) => {
      const window = await connectConsole(url, token ?? '');
      window.socket.on('nodeStatus', (event: { hostname: string; online: boolean }) =>
        (told[index]![event.hostname] ??= []).push(event.online),
      );
      await window.ask('watch', { topic: 'hosts' });
      return window;
    }),
  );
});
afterAll(async () => {
  windows?.forEach((window) => window.close());
  await platform?.stop();
});

/** Waits until both servers show the nodes of all agents this way. */
function waitUntilShown(online: boolean): Promise<unknown> {
  return waitLong(`all nodes to be ${online ? 'online' : 'offline'}`, async () => {
    for (const by of direct) {
      const { result } = await by.expectOk(endpoints.calculations.list, {});
      if (result.some((node) => node.online !== online)) {
        return false;
      }
    }
    return true;
  });
}

const agents = [0, 1] as const;
const submitAll = (name: string): Promise<SayingJob[]> =>
  Promise.all(
    agents.map((agent) => SayingJob.submit(platform, client, `${name}${agent + 1}`, agent)),
  );
const atAll = <T>(jobs: readonly SayingJob[], act: (job: SayingJob) => Promise<T>): Promise<T[]> =>
  Promise.all(jobs.map(act));
const parts = () => platform.agents.map(({ part }) => part);

test('cut off for a moment: each line of their jobs is heard, once', async () => {
  const jobs = await submitAll('moment');
  await atAll(jobs, (job) => job.waitToBeHeard());
  for (let cut = 0; cut < 2; cut += 1) {
    await Promise.all(parts().map((part) => part.cut()));
    await atAll(jobs, (job) => job.waitToSay(5));
    await Promise.all(parts().map((part) => part.connect()));
    await atAll(jobs, (job) => job.waitToSay(1));
    await atAll(jobs, (job) => job.waitToBeHeard());
  }
  await atAll(jobs, (job) => job.expectUnharmed());
});

test('cut off for longer than a node may be silent: shown offline and online again, and no job is lost or run twice', async () => {
  const jobs = await submitAll('silence');
  await atAll(jobs, (job) => job.waitToBeHeard());
  await waitUntilShown(true);
  told.forEach((hosts) => Object.keys(hosts).forEach((name) => delete hosts[name]));
  await Promise.all(parts().map((part) => part.cut()));
  await waitUntilShown(false);
  await atAll(jobs, (job) => job.waitToSay(5));
  for (const job of jobs) {
    expect((await job.readDetail()).status).toBe('RUNNING');
  }
  // It waits for a node that is away.
  const next = await submitAll('after-silence');
  for (const job of next) {
    expect((await job.readDetail()).status).toBe('PENDING');
  }
  await Promise.all(parts().map((part) => part.connect()));
  await waitUntilShown(true);
  await waitLong('each window to be told of both', () =>
    told.every((hosts) => parts().every(({ name }) => hosts[name]?.at(-1) === true)),
  );
  for (const hosts of told) {
    for (const { name } of parts()) {
      expect(hosts[name]?.[0]).toBe(false);
    }
  }
  await atAll(jobs, (job) => job.waitToBeHeard());
  await atAll(jobs, (job) => job.expectUnharmed());
  await atAll(next, (job) => job.expectUnharmed());
});

test('each server killed in turn: agents move to the other, and each line is heard, once', async () => {
  const jobs = await submitAll('moved');
  await atAll(jobs, (job) => job.waitToBeHeard());
  // Wherever an agent is, its server is one of them.
  for (const [index, other] of [direct[1]!, direct[0]!].entries()) {
    await platform.server(index).kill();
    await atAll(jobs, (job) => job.waitToSay(1));
    await atAll(jobs, (job) => job.waitToBeHeard(other));
    await platform.server(index).start();
  }
  await waitUntilShown(true);
  await atAll(jobs, (job) => job.expectUnharmed());
});

test('killed with its host: what its job had said is kept, the job is said to be lost and not run again, and the next one runs', async () => {
  const jobs = await submitAll('lost');
  await atAll(jobs, (job) => job.waitToBeHeard());
  const heard = await atAll(jobs, (job) => readLog(client, job.jobId));
  await Promise.all(parts().map((part) => part.kill()));
  await waitUntilShown(false);
  const next = await submitAll('after-loss');
  await Promise.all(parts().map((part) => part.start()));
  await waitUntilShown(true);
  for (const [index, job] of jobs.entries()) {
    const { status, reason } = await job.waitForEnd();
    // In the language of its owner.
    expect([status, reason]).toEqual(['NODE_FAIL', '节点重启或停机，任务已丢失，请重新提交']);
    const log = await readLog(client, job.jobId);
    expect(log.startsWith(heard[index] ?? '')).toBe(true);
    const lines = log.trimEnd().split('\n');
    expect(lines).toEqual(lines.map((_, line) => `line ${line + 1} 行`));
    await job.expectOneStart();
  }
  await atAll(next, (job) => job.expectUnharmed());
});
