import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  consoleNamespace,
  endpoints,
  type PackageState,
  type ServerToConsole,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { DownloadRepository } from '../download.repository.js';
import { PackageRequests } from './package-requests.repository.js';
import { PackageBuilder } from './package-builder.service.js';
import { holdPacking } from '@clusterdesk/tests/features/held-packing.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { Staging } from '../../spaces/storage/staging.js';
import { DownloadSweeper } from '../download-sweeper.service.js';

const { cancelPackage, getDownloadPath, packageState } = endpoints.downloads;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;
/** What a test lets go when its package need not be under way any more. */
let packing: ReturnType<typeof holdPacking> | undefined;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: true,
    timings: { runs: { lookMs: 20, progressMs: 20, heartbeatMs: 20 } },
  });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
  await mkdir(join(ann.home, 'many'), { recursive: true });
  const noise = randomBytes(1_000_000).toString('hex');
  await Promise.all([1, 2, 3].map((n) => writeFile(join(ann.home, `many/${n}.bin`), noise)));
  await mkdir(join(ann.home, 'small'));
  await writeFile(join(ann.home, 'small/a'), 'a');
  // For what is packed to its end.
  await mkdir(join(ann.home, 'some'));
  await Promise.all([1, 2].map((n) => writeFile(join(ann.home, `some/${n}.bin`), noise)));
});

afterAll(() => platform.close());

beforeEach(() => platform.query('DELETE FROM download_package'));
afterEach(() => {
  packing?.letGo();
  packing = undefined;
});

async function filesOf(packageId: string): Promise<string[]> {
  const names = await readdir(platform.get(Staging).packagesDir);
  return names.filter((name) => name.startsWith(packageId));
}

async function ask(paths = ['/many']): Promise<PackageState> {
  const answer = await platform.call(ann, getDownloadPath, { paths, async: true });
  return answer.result as PackageState;
}

async function askUntilPacking(paths?: string[]): Promise<PackageState> {
  packing ??= holdPacking();
  const { packageId } = await ask(paths);
  return waitFor('bytes to be packed', async () => {
    const { result } = await platform.call(ann, packageState, { packageId });
    return result.doneBytes > 0 && result.state === 'packing' ? result : null;
  });
}

const stateOf = async (packageId: string): Promise<string> =>
  (await platform.call(ann, packageState, { packageId })).result.state;

describe('a package being made', () => {
  it('stops when it is cancelled, and leaves no file', async () => {
    const { packageId } = await askUntilPacking();
    expect(await filesOf(packageId)).toHaveLength(1);
    expect(await platform.call(ann, cancelPackage, { packageId })).toMatchObject({
      success: true,
      result: null,
    });
    expect(await stateOf(packageId)).toBe('cancelled');
    expect(await filesOf(packageId)).toEqual([]);
    const openParts = async (): Promise<string[]> => {
      const links = await Promise.all(
        (await readdir('/proc/self/fd')).map((fd) =>
          readlink(`/proc/self/fd/${fd}`).catch(() => ''),
        ),
      );
      return links.filter((link) => link.includes(packageId));
    };
    // It is held, and would not come to its end.
    await waitFor('the worker to let go', async () => (await openParts()).length === 0);
    packing?.letGo();
    const later = await ask(['/small']);
    await waitFor('a later one', async () => (await stateOf(later.packageId)) === 'ready');
    expect(await filesOf(packageId)).toEqual([]);
    expect(await stateOf(packageId)).toBe('cancelled');
  });

  it('tells the windows of its user, last of all', async () => {
    const socket: Socket<ServerToConsole> = io(platform.baseUrl + consoleNamespace, {
      auth: { token: ann.token },
      transports: ['websocket'],
    });
    try {
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
      const states: PackageState[] = [];
      socket.on('packagingProgress', (state) => void states.push(state));
      const { packageId } = await askUntilPacking();
      await platform.call(ann, cancelPackage, { packageId });
      await waitFor('the event', () => states.some(({ state }) => state === 'cancelled'));
      packing?.letGo();
      const later = await ask(['/small']);
      const isReady = (one: PackageState): boolean =>
        one.packageId === later.packageId && one.state === 'ready';
      await waitFor('the event of a later one', () => states.some(isReady));
      const own = states.filter((one) => one.packageId === packageId);
      expect(own.at(-1)).toMatchObject({ packageId, state: 'cancelled', token: null });
    } finally {
      socket.close();
    }
  });

  it('fails the call that waits for it with a plain word', async () => {
    packing = holdPacking();
    const waiting = platform.call(ann, getDownloadPath, { paths: ['/many'] });
    const { packageId } = await askUntilPacking();
    await platform.call(ann, cancelPackage, { packageId });
    expect(await waiting).toMatchObject({
      code: 409,
      result: { error: 'DOWNLOAD_PACKAGE_CANCELLED' },
    });
  });

  it('can be asked for anew, and is made anew', async () => {
    const first = await askUntilPacking(['/some']);
    await platform.call(ann, cancelPackage, { packageId: first.packageId });
    packing?.letGo();
    const second = await ask(['/some']);
    expect(second.packageId).not.toBe(first.packageId);
    expect(second.state).toBe('waiting');
    await waitFor('the second', async () => (await stateOf(second.packageId)) === 'ready');
    expect(await filesOf(second.packageId)).toEqual([`${second.packageId}.zip`]);
    // Not even the sweep wakes the first.
    await platform.query("UPDATE download_package SET touched_at = now() - interval '1 minute'");
    await platform.get(DownloadSweeper).sweep();
    await platform.get(PackageBuilder).work({}, new AbortController().signal);
    expect(await stateOf(first.packageId)).toBe('cancelled');
    expect(await filesOf(first.packageId)).toEqual([]);
  });
});

describe('a package', () => {
  it('that is ready loses its file and its tickets', async () => {
    const token = (await platform.call(ann, getDownloadPath, { paths: ['/small'] }))
      .result as string;
    const { packageId } = await ask(['/small']);
    await platform.call(ann, cancelPackage, { packageId });
    expect(await filesOf(packageId)).toEqual([]);
    expect((await platform.download(token)).status).toBe(404);
  });

  it('cancelled in the moment it is put in place leaves no file', async () => {
    const { leases } = platform.get(DownloadRepository);
    const builder = platform.get(PackageBuilder);
    const { entity } = await platform.get(PackageRequests).reuseOrInsert(
      {
        userId: ann.id,
        space: 'disk',
        spaceId: ann.id,
        sessionId: null,
        paths: ['/small'],
        fingerprint: 'race',
        fileName: 'small.zip',
        totalBytes: 1,
        totalFiles: 1,
      },
      null,
      { count: 50, underWay: 10, bytes: 1_000_000 },
      () => Promise.resolve(),
    );
    const end = leases.end.bind(leases);
    const staging = platform.get(Staging);
    try {
      leases.end = async (id, lease, change, andThen) => {
        if (change.state === 'ready') {
          await platform.call(ann, cancelPackage, { packageId: id });
          // As if the file had come into place only now.
          await writeFile(staging.packagePath(id), '');
        }
        return end(id, lease, change, andThen);
      };
      await builder.work({}, new AbortController().signal);
    } finally {
      leases.end = end;
    }
    expect(await stateOf(entity.id)).toBe('cancelled');
    expect(await filesOf(entity.id)).toEqual([]);
  });

  it('that failed stays failed, with its reason', async () => {
    const { packageId } = await ask(['/small']);
    await waitFor('it', async () => (await stateOf(packageId)) === 'ready');
    await platform.query(
      `UPDATE download_package SET state = 'failed', message = '{"cn":"因","en":"why"}'`,
    );
    expect(await platform.call(ann, cancelPackage, { packageId })).toMatchObject({ success: true });
    expect((await platform.call(ann, packageState, { packageId })).result).toMatchObject({
      state: 'failed',
      message: 'why',
    });
  });

  it('is not there for others, nor for nobody', async () => {
    const { packageId } = await ask(['/small']);
    expect(await platform.call(bob, cancelPackage, { packageId })).toMatchObject({
      code: 404,
      result: { error: 'DOWNLOAD_PACKAGE_NOT_FOUND' },
    });
    expect(await platform.call(ann, cancelPackage, { packageId: 'none' })).toMatchObject({
      code: 404,
    });
    expect(await platform.call(null, cancelPackage, { packageId })).toMatchObject({ code: 401 });
    const guest = await platform.addUser(`guest-${randomBytes(3).toString('hex')}`, []);
    expect(await platform.call(guest, cancelPackage, { packageId })).toMatchObject({ code: 403 });
    expect(await stateOf(packageId)).not.toBe('cancelled');
  });
});
