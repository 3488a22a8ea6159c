import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { endpoints, uploadsPath } from '@clusterdesk/contracts';
import { Upload } from 'tus-js-client';
import { AcknowledgedWork } from '../support/containers/acknowledged-work.js';
import { ContainerPlatform } from '../support/containers/container-platform.js';
import { LiveWindow } from '../support/containers/live-window.js';
import { download } from '../support/containers/remote-upload.js';
import { SayingJob } from '../support/containers/saying-job.js';
import { waitLong } from '../support/containers/wait-long.js';
import type { ApiClient } from '../support/platform/api-client.js';

/** Each server and each worker is restarted behind nginx while all go on working: nobody notices. */
jest.setTimeout(600_000);

/** As deploy/compose has it: a server that stops says so before it refuses calls, and ends what is under way. */
const env = { STOP_NOTICE_MS: '6000', STOP_TIMEOUT_MS: '30000' };
const stopSeconds = 40;
const content = randomBytes(8 * 1024 * 1024);

let platform: ContainerPlatform;
let client: ApiClient;
let work: AcknowledgedWork;
let window: LiveWindow;
let job: SayingJob;
let isOver = false;
let transfers: Promise<unknown>;
const done = { uploads: 0, downloads: 0 };

beforeAll(async () => {
  platform = await ContainerPlatform.start({ servers: 2, workers: 2, agents: 2, env });
  client = await platform.signIn();
  await upload('kept.bin');
  work = await AcknowledgedWork.begin(platform, 'rolling');
  window = await LiveWindow.open(client);
  job = await SayingJob.submit(platform, client, 'through', 1);
  transfers = Promise.all([
    repeat(async (count) => {
      await upload(`rolling-${count}.bin`);
      done.uploads += 1;
    }),
    repeat(async () => {
      expect((await download(client, '/kept.bin')).equals(content)).toBe(true);
      done.downloads += 1;
    }),
  ]);
  // It is asked for at the end.
  transfers.catch(() => undefined);
});
afterAll(async () => {
  isOver = true;
  await transfers?.catch(() => undefined);
  window?.close();
  await platform?.stop();
});

async function repeat(act: (count: number) => Promise<void>): Promise<void> {
  for (let count = 1; !isOver; count += 1) {
    await act(count);
  }
}

/** As the console does: in pieces, and what a piece met is tried again by the client itself. */
function upload(fileName: string): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(content, {
      endpoint: `${platform.url}${uploadsPath}`,
      chunkSize: 1024 * 1024,
      headers: { Authorization: client.token ?? '' },
      metadata: { fileName, dir: '/' },
      retryDelays: Array.from({ length: 20 }, () => 500),
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
}

test('servers, one after the other', async () => {
  for (const server of platform.servers) {
    const before = { ...done };
    await server.restart(stopSeconds);
    await work.waitForMore(20);
    await waitLong(
      'uploads and downloads',
      () => done.uploads > before.uploads && done.downloads > before.downloads,
    );
  }
});

test('workers, one after the other', async () => {
  for (const worker of platform.workers) {
    await worker.restart(stopSeconds);
    await work.waitForMore(20);
  }
});

test('nothing was lost, and nothing refused but what clients send again by themselves', async () => {
  isOver = true;
  await transfers;
  await work.end();
  expect([...work.refusedKinds].filter((kind) => kind !== 'uploads')).toEqual([]);
  for (let count = 1; count <= done.uploads; count += 1) {
    expect((await download(client, `/rolling-${count}.bin`)).equals(content)).toBe(true);
  }
  await job.waitToBeHeard();
  await job.expectUnharmed();
  // It is told of this at least; files that the job made are nobody's event.
  await client.expectOk(endpoints.disk.mkdir, { path: '/last' });
  const { result } = await client.expectOk(endpoints.disk.list, {});
  await waitLong('the window to show all', () =>
    result.every(({ path }) => window.shown.has(path)),
  );
});
