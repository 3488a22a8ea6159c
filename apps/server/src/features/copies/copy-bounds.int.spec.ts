import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits, type CopyState } from '@clusterdesk/contracts';
import { isLongRun } from '@clusterdesk/tests/long-run.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpaceAccess } from '../spaces/space-access.service.js';
import { NoSpaceLeftError } from '../spaces/space.errors.js';
import { FreeSpaceGuard } from '../spaces/storage/free-space-guard.service.js';
import { Staging } from '../spaces/storage/staging.js';
import { CopyRepository } from './copy.repository.js';
import { CopyRunner } from './running/copy-runner.service.js';
import { EntryCopier } from './running/entry-copier.service.js';

const { copy, cancel, state } = endpoints.copies;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

/** No worker: its runs are the spec's. */
beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
});

afterAll(() => platform.close());

afterEach(async () => {
  await platform.query('DELETE FROM copy_task');
  await rm(ann.home, { recursive: true, force: true });
});

async function makeFolders(user: SpecUser): Promise<void> {
  await mkdir(join(user.home, 'd'), { recursive: true });
  await mkdir(join(user.home, 'to'), { recursive: true });
}

const ask = (user: SpecUser) =>
  platform.call(user, copy, { paths: ['/d'], dir: '/to', operation: '2', async: true });

describe('copies under way of one user', () => {
  it('are so many at a time, also when they are asked for at once; others have theirs', async () => {
    await makeFolders(ann);
    await makeFolders(bob);
    const answers = await Promise.all(
      Array.from({ length: limits.copiesUnderWayPerUser + 10 }, () => ask(ann)),
    );
    const refused = answers.filter(({ code }) => code !== 200);
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({
      code: 409,
      result: { error: 'COPY_TOO_MANY' },
    });
    expect((await ask(bob)).code).toBe(200);
    const [first] = await platform.query('SELECT id FROM copy_task WHERE user_id = $1', [ann.id]);
    await platform.call(ann, cancel, { copyId: String(first?.['id']) });
    expect((await ask(ann)).code).toBe(200);
  });
});

describe('a copy of many entries', () => {
  it('asks for the rights to each when it is placed, not for those to all', async () => {
    await makeFolders(ann);
    const paths = Array.from({ length: 12 }, (_, index) => `/many-${index}`);
    await Promise.all(paths.map((path) => writeFile(join(ann.home, path), path)));
    const input = { paths, dir: '/to', operation: '0', async: true } as const;
    await platform.call(ann, copy, input);
    const asked = jest.spyOn(SpaceAccess.prototype, 'openFor');
    await run();
    const reads = asked.mock.calls.filter(([, , action]) => action === 'download');
    asked.mockRestore();
    expect(await readdir(join(ann.home, 'to'))).toHaveLength(paths.length);
    expect(reads.flatMap(([, , , about]) => about)).toHaveLength(2 * paths.length);
  });
});

describe('files of holes', () => {
  it('that are small stay as small in a copy, and so do blocks that stand apart', async () => {
    await makeFolders(ann);
    const sizeBytes = 4 * 1024 * 1024;
    for (let index = 0; index < 50; index += 1) {
      const file = await open(join(ann.home, 'd', `hole-${index}`), 'w');
      await file.truncate(sizeBytes);
      await file.close();
    }
    const comb = await open(join(ann.home, 'd/comb'), 'w');
    for (let at = 0; at < 64; at += 1) {
      await comb.write('x', at * 1024 * 1024);
    }
    await comb.close();
    await writeFile(join(ann.home, 'd/plain'), Buffer.alloc(5_000, 1));
    await ask(ann);
    await platform.get(CopyRunner).work({}, new AbortController().signal);
    const dir = join(ann.home, 'to/d');
    let blockBytes = 0;
    for (const name of await readdir(dir)) {
      const copied = await stat(join(dir, name));
      blockBytes += copied.blocks * 512;
      expect(copied.size).toBe((await stat(join(ann.home, 'd', name))).size);
    }
    expect(await readdir(dir)).toHaveLength(52);
    expect(blockBytes).toBeLessThan(2 * 1024 * 1024);
  });
});

/** Folders of small files, in which the run makes a folder while files before it are still being written; and one large file. */
async function makeManyFolders(user: SpecUser, count: number): Promise<void> {
  await makeFolders(user);
  for (let index = 0; index < count; index += 1) {
    const dir = join(user.home, 'd', `f${index}`);
    await mkdir(dir);
    await Promise.all(['a', 'b', 'c'].map((name) => writeFile(join(dir, name), name)));
  }
  await writeFile(join(user.home, 'd/large'), Buffer.alloc(6 * 1024 * 1024, 1));
}

const begin = async (user: SpecUser): Promise<string> =>
  ((await ask(user)).result as CopyState).copyId;

const run = (): Promise<void> => platform.get(CopyRunner).work({}, new AbortController().signal);

/** Lets something happen at a call of a method, once, before the call goes on. */
function once<T extends object, K extends keyof T & string>(
  type: { prototype: T },
  name: K,
  nth: number,
  act: () => Promise<void>,
): void {
  const real = type.prototype[name];
  let calls = 0;
  type Method = (this: T, ...args: unknown[]) => Promise<unknown>;
  jest.spyOn(type.prototype as Record<string, Method>, name).mockImplementation(async function (
    this: T,
    ...args
  ) {
    calls += 1;
    if (calls === nth) {
      await act();
    }
    return (real as Method).apply(this, args);
  });
}

const staged = () => readdir(platform.get(Staging).copiesDir);

describe('a copy that its user cancels', () => {
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['before its run begins', null, '', 0],
    ['while its run asks for the rights', EntryCopier, 'open', 1],
    ['at the first folder', FreeSpaceGuard, 'claim', 1],
    ['between files and folders', FreeSpaceGuard, 'claim', 16],
    ['when nearly all is written', FreeSpaceGuard, 'claim', 48],
    ['before what is staged is noted', CopyRepository, 'addEntry', 1],
    ['before it is placed', CopyRepository, 'markPlacing', 1],
    ['when it is placed', CopyRepository, 'notePlaced', 1],
    ['after all is placed', CopyRepository, 'endLeased', 1],
  ] as const)('%s ends without an error and leaves nothing staged', async (_, type, name, nth) => {
    await makeManyFolders(ann, 12);
    const copyId = await begin(ann);
    const stop = async (): Promise<void> => void (await platform.call(ann, cancel, { copyId }));
    if (type === null) {
      await stop();
    } else {
      once(type as { prototype: object }, name as never, nth, stop);
    }
    await run();
    expect((await platform.call(ann, state, { copyId })).result.state).toBe('cancelled');
    expect(await staged()).toEqual([]);
    const isPlaced = name === 'notePlaced' || name === 'endLeased';
    expect(await readdir(join(ann.home, 'to'))).toEqual(isPlaced ? ['d'] : []);
  });

  it('may do so at any moment', async () => {
    await makeManyFolders(ann, isLongRun ? 60 : 12);
    for (let piece = 1; piece <= (isLongRun ? 200 : 5); piece += 1) {
      const copyId = await begin(ann);
      once(FreeSpaceGuard, 'claim', piece, async () => {
        await platform.call(ann, cancel, { copyId });
      });
      await run();
      jest.restoreAllMocks();
      expect((await platform.call(ann, state, { copyId })).result.state).toBe('cancelled');
      expect(await staged()).toEqual([]);
    }
  });
});

describe('a copy for which the disk has no room any more', () => {
  afterEach(() => void jest.restoreAllMocks());

  it.each([1, 9, 10, 11, 12, 48])('at piece %d ends with the reason', async (nth) => {
    await makeManyFolders(ann, 12);
    const copyId = await begin(ann);
    const { claim } = FreeSpaceGuard.prototype;
    let claims = 0;
    jest.spyOn(FreeSpaceGuard.prototype, 'claim').mockImplementation(async function (
      this: FreeSpaceGuard,
      bytes,
    ) {
      claims += 1;
      if (claims >= nth) {
        throw new NoSpaceLeftError();
      }
      return claim.call(this, bytes);
    });
    await run();
    const ended = (await platform.call(ann, state, { copyId })).result;
    expect(ended.state).toBe('failed');
    expect(ended.message).toMatch(/disk space/);
    expect(await staged()).toEqual([]);
    expect(await readdir(join(ann.home, 'to'))).toEqual([]);
  });
});
