import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { AcknowledgedWork } from '../support/containers/acknowledged-work.js';
import type { AddressedPart } from '../support/containers/container-part.js';
import { ContainerPlatform } from '../support/containers/container-platform.js';
import { LiveWindow } from '../support/containers/live-window.js';
import {
  makeNextVersion,
  nextVersionTable,
  type NextVersion,
} from '../support/containers/next-version.js';
import { download, RemoteUpload } from '../support/containers/remote-upload.js';
import { SayingJob } from '../support/containers/saying-job.js';
import { waitLong } from '../support/containers/wait-long.js';
import { ApiClient } from '../support/platform/api-client.js';
import { connectConsole } from '../support/server/test-console.js';

/**
 * An upgrade without a pause, as docs/operations/several-servers.md has it: the tables first, then servers and workers of the next
 * version beside the old ones, and the old ones last. Work goes on all the time.
 */
jest.setTimeout(600_000);

/** As deploy/compose has it: nginx hears of a stop before the server refuses calls. */
const composed = { STOP_NOTICE_MS: '6000', STOP_TIMEOUT_MS: '30000' };

let platform: ContainerPlatform;
let next: NextVersion;
let client: ApiClient;
let work: AcknowledgedWork;
let old: AddressedPart;
let oldWorker: AddressedPart;
let oldClient: ApiClient;
let newServer: AddressedPart;
let newClient: ApiClient;
let windows: LiveWindow[];
let job: SayingJob;
let upload: RemoteUpload;
const content = randomBytes(3_000_000);

beforeAll(async () => {
  [platform, next] = await Promise.all([
    ContainerPlatform.start({ servers: 1, workers: 1, agents: 2, env: composed }),
    makeNextVersion(),
  ]);
  [old, oldWorker] = [platform.server(0), platform.worker(0)];
  [client, oldClient] = (await platform.signInAt(platform, old)) as [ApiClient, ApiClient];
  work = await AcknowledgedWork.begin(platform, 'upgrade');
  windows = [await LiveWindow.open(client), await LiveWindow.open(oldClient)];
  job = await SayingJob.submit(platform, client, 'through', 1);
  upload = await RemoteUpload.begin(oldClient, 'through.bin', content);
  expect(await upload.send(oldClient, 0, 1_000_000)).toEqual([204, 1_000_000]);
});
afterAll(async () => {
  windows?.forEach((window) => window.close());
  await platform?.stop();
  await next?.remove();
});

const versionOf = async (by: ApiClient): Promise<string> =>
  (await by.expectOk(endpoints.operations.publicConfigs, {})).result.version;

/** Changes where nginx passes calls on to, and waits until it does. */
async function passTo(servers: readonly AddressedPart[]): Promise<void> {
  work.mayBreakOff = true;
  await platform.passTo(servers);
  await work.waitForMore(20);
  work.mayBreakOff = false;
}

/** Each window shows what each of these servers was asked for. */
async function expectHeardByAll(servers: readonly ApiClient[], name: string): Promise<void> {
  for (const [index, by] of servers.entries()) {
    const path = `/${name}_${index}`;
    await by.expectOk(endpoints.disk.mkdir, { path });
    await waitLong(`each window to show ${path}`, () =>
      windows.every(({ shown }) => shown.has(path)),
    );
  }
}

/** Sockets at both are told of what the other was asked for: by the event, not by finding out later what they missed. */
async function expectEventsAt(servers: readonly ApiClient[]): Promise<void> {
  const sockets = await Promise.all(
    servers.map(async ({ url, token }) => {
      const { socket, close } = await connectConsole(url, token ?? '');
      const dirs = new Set<string>();
      socket.on('filesChanged', (event: { dir: string }) => dirs.add(event.dir));
      return { dirs, close };
    }),
  );
  for (const [index, by] of servers.entries()) {
    const path = `/beside_${index}`;
    await by.expectOk(endpoints.disk.mkdir, { path: `${path}/told` });
    await waitLong(`all to be told of ${path}`, () => sockets.every(({ dirs }) => dirs.has(path)));
  }
  sockets.forEach(({ close }) => close());
}

test('the old version works on with the tables of the next one', async () => {
  await platform.migrate(next.server);
  expect(await platform.query(`SELECT * FROM ${nextVersionTable}`)).toEqual([]);
  await work.waitForMore(20);
});

test('server and worker of the next version work beside the old ones, and each hears the events of the other', async () => {
  const [server] = await Promise.all([
    platform.addServer(next.server),
    platform.addWorker(next.worker),
  ]);
  newServer = server;
  newClient = Object.assign(new ApiClient(newServer.url), { token: client.token });
  expect(await versionOf(newClient)).not.toBe(await versionOf(oldClient));
  await passTo([old, newServer]);
  windows.push(await LiveWindow.open(newClient));
  await expectHeardByAll([oldClient, newClient, client], 'beside');
  await expectEventsAt([oldClient, newClient]);
  expect(await upload.send(newClient, 1_000_000, 2_000_000)).toEqual([204, 2_000_000]);
  await work.waitForMore(30);
});

test('when the old ones have stopped nothing is lost, and nobody was refused', async () => {
  await passTo([newServer]);
  await Promise.all([old.stop(40), oldWorker.stop(40)]);
  const [byOld] = windows.splice(1, 1);
  byOld?.close();
  await work.waitForMore(20);
  expect(await upload.offset(newClient)).toBe(2_000_000);
  expect(await upload.send(newClient, 2_000_000)).toEqual([204, 3_000_000]);
  expect((await download(client, '/through.bin')).equals(content)).toBe(true);
  await work.end();
  expect([...work.refusedKinds]).toEqual([]);
  await job.waitToBeHeard();
  await job.expectUnharmed();
  await expectHeardByAll([newClient, client], 'after');
  const { result } = await client.expectOk(endpoints.disk.list, {});
  await waitLong('each window to show all', () =>
    windows.every(({ shown }) => result.every(({ path }) => shown.has(path))),
  );
});
