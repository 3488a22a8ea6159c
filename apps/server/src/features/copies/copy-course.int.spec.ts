import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  consoleNamespace,
  endpoints,
  type CopyState,
  type ServerToConsole,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { SpecCopies } from '@clusterdesk/tests/features/copies-fixture.js';
import type { SpecPlatform, SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { FreeSpaceGuard } from '../spaces/storage/free-space-guard.service.js';
import { Staging } from '../spaces/storage/staging.js';
import { CopyRepository } from './copy.repository.js';
import { CopySweeper } from './running/copy-sweeper.service.js';

const { copies } = endpoints;
/** What a run writes at once of a large file. */
const pieceBytes = 1024 * 1024;

let spec: SpecCopies;
let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  spec = await SpecCopies.open({ runs: { lookMs: 20, progressMs: 20, heartbeatMs: 20 } });
  ({ platform, ann, bob } = spec);
});

afterAll(() => spec.close());

beforeEach(() => spec.reset());

describe('a copy', () => {
  // How often is proved by run-progress.spec.ts.
  it('tells the windows of its user how far it is', async () => {
    await writeFile(join(ann.home, '数据/large'), randomBytes(8_000_000));
    const socket: Socket<ServerToConsole> = io(platform.baseUrl + consoleNamespace, {
      auth: { token: ann.token },
      transports: ['websocket'],
    });
    const claim = FreeSpaceGuard.prototype.claim;
    const slow = jest.spyOn(FreeSpaceGuard.prototype, 'claim');
    try {
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
      const heard: CopyState[] = [];
      const isUnderWay = (): boolean => heard.some(({ state: one }) => one === 'copying');
      const changed: string[] = [];
      socket.on('copyProgress', (event) => void heard.push(event));
      socket.on('filesChanged', ({ dir }) => void changed.push(dir));
      // It goes on when the windows have heard of what there is so far, however fast it is.
      slow.mockImplementation(async function (this: FreeSpaceGuard, bytes) {
        await waitFor('word of it', isUnderWay, 60_000, 5);
        return claim.call(this, bytes);
      });
      const copyId = await spec.begin(['/数据']);
      await waitFor('the end', () => heard.some(({ state: one }) => one === 'done'));
      await waitFor('word of the folder', () => changed.includes('/to'));
      expect(heard.every((event) => event.copyId === copyId)).toBe(true);
      // From the beginning: windows that did not begin it show it, too.
      expect(heard[0]).toMatchObject({ state: 'waiting' });
      expect(isUnderWay()).toBe(true);
      const done = heard.find(({ state: one }) => one === 'done');
      expect(done).toMatchObject({ doneBytes: done?.totalBytes, doneFiles: done?.totalFiles });
    } finally {
      slow.mockRestore();
      socket.close();
    }
  });
});

describe("another's copy", () => {
  it('can be neither seen nor cancelled', async () => {
    const copyId = await spec.begin(['/a.txt']);
    for (const endpoint of [copies.state, copies.cancel]) {
      expect(await platform.call(bob, endpoint, { copyId })).toMatchObject({
        code: 404,
        result: { error: 'COPY_NOT_FOUND' },
      });
      expect((await platform.call(ann, endpoint, { copyId: 'none' })).code).toBe(404);
      expect((await platform.call(null, endpoint, { copyId })).code).toBe(401);
    }
    expect((await spec.ended(copyId)).state).toBe('done');
  });
});

describe('a cancelled copy', () => {
  it('stops as soon as its run hears of it, and leaves nothing of what was not finished', async () => {
    const pieces = 16;
    await mkdir(join(ann.home, 'zz'));
    await writeFile(join(ann.home, 'zz/large'), randomBytes(pieces * pieceBytes));
    const { claim } = FreeSpaceGuard.prototype;
    const { updateLeased } = CopyRepository.prototype;
    let claimed = 0;
    let hasHeard = false;
    const heartbeat = jest.spyOn(CopyRepository.prototype, 'updateLeased');
    heartbeat.mockImplementation(async function (this: CopyRepository, ...row) {
      const isOwn = await updateLeased.apply(this, row);
      hasHeard ||= !isOwn;
      return isOwn;
    });
    const cleared = jest.spyOn(Staging.prototype, 'removeCopy');
    // The second piece comes when the run has heard that it was cancelled.
    const slow = jest.spyOn(FreeSpaceGuard.prototype, 'claim');
    slow.mockImplementation(async function (this: FreeSpaceGuard, bytes) {
      if (bytes === pieceBytes) {
        claimed += 1;
        await waitFor('the run to hear of it', () => claimed === 1 || hasHeard, 60_000, 5);
      }
      return claim.call(this, bytes);
    });
    const copyId = await spec.begin(['/a.txt', '/zz']);
    await waitFor('bytes', async () => (await spec.state(copyId)).doneBytes > 4);
    expect(await platform.call(ann, copies.cancel, { copyId })).toMatchObject({ success: true });
    expect((await spec.state(copyId)).state).toBe('cancelled');
    await waitFor('the end of the run', () => cleared.mock.calls.length === 1);
    expect(claimed).toBeLessThan(pieces / 2);
    await spec.nothingStaged();
    [slow, heartbeat, cleared].forEach((spy) => spy.mockRestore());
    // A later copy is over.
    await mkdir(join(ann.home, 'later'));
    expect(await spec.copy(['/a.txt'], '/later')).toMatchObject({ success: true });
    await spec.nothingStaged();
    expect(await spec.inTarget()).toEqual(['a.txt']);
    // Once more does nothing, and the sweep wakes nothing.
    expect(await platform.call(ann, copies.cancel, { copyId })).toMatchObject({ success: true });
    await platform.get(CopySweeper).sweep();
    expect((await spec.state(copyId)).state).toBe('cancelled');
  });

  it('that was done already stays done', async () => {
    const { result } = await spec.copy(['/a.txt']);
    await platform.call(ann, copies.cancel, { copyId: result.copyId });
    expect((await spec.state(result.copyId)).state).toBe('done');
    expect(await spec.inTarget()).toEqual(['a.txt']);
  });
});
