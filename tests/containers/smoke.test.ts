import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ContainerPlatform } from '../support/containers/container-platform.js';
import { download, RemoteUpload } from '../support/containers/remote-upload.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { connectConsole } from '../support/server/test-console.js';
import { waitFor } from '../support/wait-for.js';

/** Whether a composition works at all: each promise of several servers once. Faults are the other files'. */
let platform: ContainerPlatform;
/** One session: by nginx, and straight to each server. */
let client: ApiClient;
let direct: ApiClient[];

beforeAll(async () => {
  platform = await ContainerPlatform.start({ servers: 2, workers: 1, agents: 1 });
  [client, ...direct] = (await platform.signInAt(platform, ...platform.servers)) as [ApiClient];
});
afterAll(() => platform?.stop());

test('a session by nginx is one at every server', async () => {
  for (const each of [client, ...direct]) {
    const { result } = await each.expectOk(endpoints.account.detail, {});
    expect(result.userName).toBe('admin');
  }
});

test('an upload begins at one server and ends at the other', async () => {
  const content = randomBytes(3_000_000);
  const [first, second] = direct as [ApiClient, ApiClient];
  const upload = await RemoteUpload.begin(first, '两台.bin', content);
  expect(await upload.send(first, 0, 1_000_000)).toEqual([204, 1_000_000]);
  expect(await upload.offset(second)).toBe(1_000_000);
  expect(await upload.send(second, 1_000_000, 2_000_000)).toEqual([204, 2_000_000]);
  expect(await upload.send(client, 2_000_000)).toEqual([204, 3_000_000]);
  for (const each of [client, ...direct]) {
    expect((await download(each, '/两台.bin')).equals(content)).toBe(true);
  }
});

test('browsers at different servers hear one event', async () => {
  const heard: string[] = [];
  const windows = await Promise.all(
    direct.map(async ({ url, token }, index) => {
      const window = await connectConsole(url, token ?? '');
      window.socket.on('filesChanged', () => heard.push(`window ${index}`));
      return window;
    }),
  );
  await direct[0]?.expectOk(endpoints.disk.mkdir, { path: '/told' });
  await waitFor('both to hear of it', () => new Set(heard).size === 2);
  windows.forEach((window) => window.close());
});

test('a job runs on the host of an agent, and a worker packs its output', async () => {
  const { queueName } = platform.agent(0);
  const { result } = await client.expectOk(endpoints.jobs.run, {
    jobName: 'smoke',
    queueName,
    scriptContent: 'hostname; mkdir out; echo one > out/1; echo two > out/2',
  });
  const job = await waitFor('the job to end', async () => {
    const { result: detail } = await client.expectOk(endpoints.jobs.detail, result);
    return detail.endTime !== null && detail;
  });
  expect([job.status, job.nodeName]).toEqual(['COMPLETED', 'agent-1']);
  const { result: copy } = await client.expectOk(endpoints.copies.copy, {
    paths: ['/两台.bin'],
    dir: '/told',
    async: true,
  });
  await waitFor('a worker to copy', async () => {
    const { result: state } = await client.expectOk(endpoints.copies.state, copy);
    return state.state === 'done';
  });
});

test('with one server killed, the other answers every call', async () => {
  await platform.server(0).kill();
  for (let count = 0; count < 10; count += 1) {
    await client.expectOk(endpoints.disk.list, {});
  }
  await platform.server(0).start();
  await direct[0]?.expectOk(endpoints.disk.list, {});
});
