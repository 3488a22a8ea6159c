import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type CopyState, type PackageState } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecShareRows } from '@clusterdesk/tests/features/share-rows-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { NoSpaceLeftError } from '../../spaces/space.errors.js';
import { FreeSpaceGuard } from '../../spaces/storage/free-space-guard.service.js';
import { ShareVisits } from './share-visits.service.js';

const { shares } = endpoints;
const everything = ['/myDoc', '/myShare', '/receiveShare'];

let platform: SpecPlatform;
let spec: SpecShareRows;
let owner: SpecUser;
let receiver: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { runs: { lookMs: 20 } } });
  spec = new SpecShareRows(platform);
  owner = await platform.addUser('owner', everything);
  receiver = await platform.addUser('receiver', everything);
});

afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await platform.query('DELETE FROM copy_task');
  await platform.query('DELETE FROM download_package');
  for (const user of [owner, receiver]) {
    await spec.clear(user);
  }
  await mkdir(join(owner.home, 'data'));
  await writeFile(join(owner.home, 'data/one.txt'), 'one');
  await writeFile(join(owner.home, 'data/two.txt'), 'two');
});

function download(
  id: string,
  paths: string[],
): ReturnType<typeof platform.call<typeof shares.getDownloadPath>> {
  return platform.call(receiver, shares.getDownloadPath, { id, paths });
}

const usedUp = { code: 403, result: { error: 'SHARE_USED_UP' } };

describe('a package of a limited link', () => {
  const ask = async (id: string): Promise<PackageState> => {
    const input = { id, paths: ['/data'], async: true };
    const { result } = await platform.call(receiver, shares.getDownloadPath, input);
    return result as PackageState;
  };
  const finished = (id: string): Promise<PackageState> =>
    waitFor('the package', async () => {
      const state = await ask(id);
      return state.state === 'ready' ? state : undefined;
    });
  const fetchBytes = async (token: string | null): Promise<number> => {
    const { path } = endpoints.downloads.download;
    const answer = await fetch(`${platform.baseUrl}/api${path}?path=${String(token)}`);
    await answer.arrayBuffer();
    return answer.status;
  };

  it('counts once until it is fetched, and again when it is asked for after that', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver], downloadLimit: 2 });
    await ask(id);
    const { token } = await finished(id);
    expect(await ask(id)).toMatchObject({ state: 'ready', token });
    expect(await spec.downloads(id)).toBe(1);
    expect(await fetchBytes(token)).toBe(200);
    expect(await ask(id)).toMatchObject({ state: 'ready' });
    expect(await ask(id)).toMatchObject({ state: 'ready' });
    expect(await spec.downloads(id)).toBe(2);
    expect(await fetchBytes(token)).toBe(200);
    expect(await download(id, ['/data'])).toMatchObject(usedUp);
  });

  it('gives its count back when it is cancelled before anything was fetched', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver], downloadLimit: 1 });
    const { packageId, token } = await finished(id);
    expect(await spec.downloads(id)).toBe(1);
    const cancel = { packageId };
    await Promise.all(
      [1, 2, 3].map(() => platform.call(receiver, endpoints.downloads.cancelPackage, cancel)),
    );
    expect(await spec.downloads(id)).toBe(0);
    expect(await fetchBytes(token)).toBe(404);
    const again = await finished(id);
    expect(await fetchBytes(again.token)).toBe(200);
    await platform.call(receiver, endpoints.downloads.cancelPackage, again);
    expect(await spec.downloads(id)).toBe(1);
    expect(await download(id, ['/data'])).toMatchObject(usedUp);
  });

  it('never has both its bytes fetched and its count back', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await spec.add(owner, ['/data'], { receivers: [receiver], downloadLimit: 1 });
      const { packageId, token } = await finished(id);
      const [status] = await Promise.all([
        fetchBytes(token),
        platform.call(receiver, endpoints.downloads.cancelPackage, { packageId }),
      ]);
      expect(await spec.downloads(id)).toBe(status === 200 ? 1 : 0);
    }
  });

  it('gives its count back when it fails', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver], downloadLimit: 1 });
    const failing = jest
      .spyOn(FreeSpaceGuard.prototype, 'assertRoomFor')
      .mockRejectedValueOnce(new NoSpaceLeftError());
    expect(await download(id, ['/data'])).toMatchObject({ success: false });
    failing.mockRestore();
    expect(await spec.downloads(id)).toBe(0);
    expect(await download(id, ['/data'])).toMatchObject({ success: true });
  });
});

describe('a copy out of a limited link', () => {
  const save = async (id: string, path = '/data'): Promise<CopyState[]> => {
    const input = { items: [{ shareId: id, path }], async: true, operation: '2' as const };
    return (await platform.call(receiver, shares.saveToMe, input)).result as CopyState[];
  };
  const cancel = (copies: CopyState[]): Promise<unknown> =>
    Promise.all(
      copies.map(({ copyId }) => platform.call(receiver, endpoints.copies.cancel, { copyId })),
    );
  const isOver = (): Promise<unknown> =>
    waitFor('the end of the copy', async () => {
      const over = "SELECT FROM copy_task WHERE user_id = $1 AND state IN ('done', 'failed')";
      return (await platform.query(over, [receiver.id])).length > 0;
    });

  it('gives its count back when it fails before anything is there, and keeps it afterwards', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver], downloadLimit: 1 });
    const failing = jest
      .spyOn(FreeSpaceGuard.prototype, 'assertRoomFor')
      .mockResolvedValueOnce(undefined)
      .mockRejectedValueOnce(new NoSpaceLeftError());
    const { refund } = ShareVisits.prototype;
    const states = (): Promise<unknown> =>
      platform.query('SELECT state FROM copy_task WHERE user_id = $1', [receiver.id]);
    let meanwhile: unknown;
    const slow = jest.spyOn(ShareVisits.prototype, 'refund').mockImplementationOnce(async function (
      this: ShareVisits,
      ...given
    ) {
      // Somebody else's copy begins and ends before the count is given back; this one is not over by then.
      const input = { paths: ['/data/one.txt'], dir: '/', operation: '2' as const };
      const other = await platform.call(owner, endpoints.copies.copy, input);
      expect(other).toMatchObject({ success: true });
      meanwhile = await states();
      return refund.apply(this, given);
    });
    await save(id);
    await isOver();
    slow.mockRestore();
    failing.mockRestore();
    expect(meanwhile).toEqual([{ state: 'copying' }]);
    expect(await states()).toEqual([{ state: 'failed' }]);
    expect(await spec.downloads(id)).toBe(0);
    await platform.query('DELETE FROM copy_task');
    const copies = await save(id);
    await isOver();
    await cancel(copies);
    expect(await spec.downloads(id)).toBe(1);
  });

  it('gives its count back when it is cancelled before anything is there', async () => {
    const id = await spec.add(owner, ['/data'], { receivers: [receiver], downloadLimit: 1 });
    const silent = jest.spyOn(TaskQueue.prototype, 'add').mockResolvedValue(undefined as never);
    const copies = await save(id);
    silent.mockRestore();
    expect(await spec.downloads(id)).toBe(1);
    await cancel([...copies, ...copies]);
    expect(await spec.downloads(id)).toBe(0);
  });
});
