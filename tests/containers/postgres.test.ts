import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { AcknowledgedWork } from '../support/containers/acknowledged-work.js';
import { ContainerPlatform } from '../support/containers/container-platform.js';
import { LiveWindow } from '../support/containers/live-window.js';
import { cutOff, frozen, killed, stopped } from '../support/containers/part-failures.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { LineJob } from '../support/platform/line-job.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(400_000);

/** Longer than any deadline of the platform's: what waits has given up by then. */
const cutForMs = 30_000;

let platform: ContainerPlatform;
let client: ApiClient;
let direct: ApiClient[];
let windows: LiveWindow[];

beforeAll(async () => {
  platform = await ContainerPlatform.start({ servers: 2, workers: 2, agents: 2 });
  [client, ...direct] = (await platform.signInAt(platform, ...platform.servers)) as [ApiClient];
  windows = await Promise.all(direct.map((each) => LiveWindow.open(each)));
});
let hasPassed = true;
afterEach(async () => {
  if (!hasPassed) {
    console.log(await platform?.readLogs());
  }
});
afterAll(async () => {
  windows?.forEach((window) => window.close());
  await platform?.stop();
});

/** Work and a job go on through it, and are whole afterwards; both windows show what there is. */
async function expectUnharmedBy(name: string, fault: (work: AcknowledgedWork) => Promise<void>) {
  hasPassed = false;
  const { part, queueName } = platform.agent(1);
  const job = await LineJob.submit(client, name, queueName, (path) => part.exec(['touch', path]));
  await job.waitForLine(5);
  const work = await AcknowledgedWork.begin(platform, name);
  await fault(work);
  await waitFor('every server and worker to be ready', async () =>
    (
      await Promise.all([...platform.servers, ...platform.workers].map((each) => each.isReady()))
    ).every(Boolean),
  );
  await work.waitForMore(20);
  await work.end();
  await job.expectUnharmed();
  for (const [index, each] of direct.entries()) {
    const path = `/${name}_window_${index}`;
    await each.expectOk(endpoints.disk.mkdir, { path });
    await waitFor(`each window to show ${path}`, () =>
      windows.every(({ shown }) => shown.has(path)),
    );
  }
  hasPassed = true;
}

describe.each([stopped, killed, frozen])('PostgreSQL $what', ({ what, begin, end }) => {
  test('answers 503 in time, and nothing acknowledged is lost or doubled', async () => {
    await expectUnharmedBy(`postgres_${what}`, async (work) => {
      await begin(platform.postgres);
      await work.waitForRefusals(10);
      await end(platform.postgres);
    });
  });
});

test('PostgreSQL cut off for 30 s: the same, though nobody is told of it', async () => {
  await expectUnharmedBy('postgres_cut_off', async (work) => {
    await cutOff.begin(platform.postgres);
    const over = sleep(cutForMs);
    await work.waitForRefusals(10);
    await over;
    await cutOff.end(platform.postgres);
  });
});

test('PostgreSQL failed over to its standby: the same, without a restart of any part', async () => {
  await platform.addStandby();
  const startedAt = () =>
    Promise.all([...platform.servers, ...platform.workers].map((part) => part.startedAt()));
  const before = await startedAt();
  await expectUnharmedBy('postgres_failed_over', async (work) => {
    await platform.postgres.kill();
    await work.waitForRefusals(3);
    await platform.failOver();
  });
  expect(await startedAt()).toEqual(before);
});
