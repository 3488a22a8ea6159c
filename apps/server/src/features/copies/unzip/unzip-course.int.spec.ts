import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type EndpointAnswer, type Envelope } from '@clusterdesk/contracts';
import { runWaiting, stopARun } from '@clusterdesk/tests/features/waiting-runs.js';
import { zipByHand } from '@clusterdesk/tests/features/zip-by-hand.js';
import { projectPages, SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { FreeSpaceGuard } from '../../spaces/storage/free-space-guard.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { NoSpaceLeftError } from '../../spaces/space.errors.js';
import { CopyRepository } from '../copy.repository.js';
import { CopyRunner } from '../running/copy-runner.service.js';

const { copies, projectFiles } = endpoints;
type Answer = EndpointAnswer<typeof copies.state>;

let platform: SpecPlatform;
let spec: SpecProjects;
let ann: SpecUser;
let member: SpecUser;

/** No worker: the runs are the spec's. */
beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    timings: { files: { firstMeasuringMs: 0 } },
  });
  spec = new SpecProjects(platform);
  ann = await platform.addUser('ann', [...projectPages]);
  member = await spec.addUser('member');
});

afterAll(() => platform.close());

const archive = zipByHand(
  Array.from({ length: 20 }, (_, n) => ({ name: `d${n}/file-${n}`, data: `of ${n}` })),
);

beforeEach(async () => {
  await platform.query('DELETE FROM copy_task');
  await rm(ann.home, { recursive: true, force: true });
  await mkdir(ann.home, { recursive: true });
  await writeFile(join(ann.home, 'data.zip'), archive);
});

afterEach(() => void jest.restoreAllMocks());

const ok = ({ success, message, result }: Envelope<Answer>): Answer => {
  if (!success) {
    throw new Error(message);
  }
  return result;
};
const begin = async (): Promise<string> =>
  ok(await platform.call(ann, copies.unzip, { path: '/data.zip', async: true })).copyId;
const run = (): Promise<void> => runWaiting(platform, platform.get(CopyRunner));
const state = async (copyId: string, user = ann): Promise<Answer> =>
  (await platform.call(user, copies.state, { copyId })).result;
const staged = (): Promise<string[]> => readdir(platform.get(Staging).copiesDir);
const home = async (): Promise<string[]> => (await readdir(ann.home)).sort();

/** Lets something happen when the nth piece is about to be written. */
function atPiece(nth: number, act: () => Promise<void>): void {
  const { claim } = FreeSpaceGuard.prototype;
  let claims = 0;
  jest.spyOn(FreeSpaceGuard.prototype, 'claim').mockImplementation(async function (
    this: FreeSpaceGuard,
    bytes,
  ) {
    claims += 1;
    if (claims === nth) {
      await act();
    }
    return claim.call(this, bytes);
  });
}

describe('an archive that is being unpacked', () => {
  it.each([1, 7, 30])('is cancelled at piece %d, and leaves nothing', async (nth) => {
    const copyId = await begin();
    atPiece(nth, async () => void (await platform.call(ann, copies.cancel, { copyId })));
    await run();
    expect((await state(copyId)).state).toBe('cancelled');
    expect(await staged()).toEqual([]);
    expect(await home()).toEqual(['data.zip']);
  });

  it('finds no room on the disk, and leaves nothing', async () => {
    const copyId = await begin();
    atPiece(15, () => Promise.reject(new NoSpaceLeftError()));
    await run();
    expect(await state(copyId)).toMatchObject({ kind: 'unzip', state: 'failed' });
    expect(await staged()).toEqual([]);
    expect(await home()).toEqual(['data.zip']);
  });

  it('is unpacked anew by the next run when its worker stops', async () => {
    const copyId = await begin();
    await stopARun(platform, platform.get(CopyRunner));
    expect((await state(copyId)).state).toBe('waiting');
    expect(await home()).toEqual(['data.zip']);
    await run();
    expect((await state(copyId)).state).toBe('done');
    expect(await readFile(join(ann.home, 'data/d7/file-7'), 'utf8')).toBe('of 7');
    expect(await staged()).toEqual([]);
  });

  it.each(['markPlacing', 'notePlaced'] as const)(
    'is there once when a run is killed at %s',
    async (step) => {
      const copyId = await begin();
      const repository = platform.get(CopyRepository);
      // What comes after the step never happens, as after kill -9; the row keeps its lease.
      const dead = new Error('killed');
      jest.spyOn(repository, step).mockRejectedValueOnce(dead);
      jest.spyOn(repository, 'updateLeased').mockRejectedValue(dead);
      await expect(run()).rejects.toThrow(dead);
      jest.restoreAllMocks();
      await platform.query("UPDATE copy_task SET touched_at = now() - interval '1 minute'");
      await run();
      expect(await state(copyId)).toMatchObject({ state: 'done', placedPath: '/data' });
      expect(await home()).toEqual(['data', 'data.zip']);
      expect(await readdir(join(ann.home, 'data'))).toHaveLength(20);
      expect(await staged()).toEqual([]);
    },
  );

  it('holds more than it did when it was asked for: nothing is unpacked', async () => {
    const copyId = await begin();
    await writeFile(
      join(ann.home, 'data.zip'),
      zipByHand([{ name: 'more', data: 'x'.repeat(10_000) }]),
    );
    await run();
    expect(await state(copyId)).toMatchObject({ state: 'failed', doneBytes: 0 });
    expect(await home()).toEqual(['data.zip']);
  });

  it('is gone when its turn comes', async () => {
    const copyId = await begin();
    await rm(join(ann.home, 'data.zip'));
    await run();
    expect((await state(copyId)).state).toBe('failed');
    expect(await home()).toEqual([]);
  });
});

describe('in a project', () => {
  async function projectWith(): Promise<string> {
    const { id } = await spec.add(ann, { members: [member] });
    await mkdir(spec.path(id, '/open'), { recursive: true });
    await writeFile(spec.path(id, '/open/data.zip'), archive);
    return id;
  }
  const unzip = (projectId: string, user: SpecUser): Promise<Envelope<Answer>> =>
    platform.call(user, projectFiles.unzip, { projectId, path: '/open/data.zip', async: true });

  it('what is unpacked is of who unpacked it', async () => {
    const projectId = await projectWith();
    await spec.save(ann, projectId, '/open', {
      groupView: true,
      groupEdit: true,
      groupDownload: true,
      otherView: true,
      otherEdit: true,
      otherDownload: true,
    });
    const { copyId } = ok(await unzip(projectId, member));
    await run();
    expect(await state(copyId, member)).toMatchObject({
      state: 'done',
      to: { space: 'project', spaceId: projectId },
      placedPath: '/open/data',
    });
    const listed = await platform.call(ann, projectFiles.list, { projectId, path: '/open' });
    expect(listed.result.find(({ path }) => path === '/open/data')?.putBy?.id).toBe(member.id);
  });

  it('who may not see or download the archive may not unpack it', async () => {
    const projectId = await projectWith();
    const all = { groupView: true, groupEdit: true, groupDownload: true };
    const others = { otherView: true, otherEdit: true, otherDownload: true };
    for (const off of ['View', 'Download'] as const) {
      const on = { ...all, ...others, [`group${off}`]: false, [`other${off}`]: false };
      await spec.save(ann, projectId, '/open', on);
      expect(await unzip(projectId, member)).toMatchObject({ success: false });
    }
    const stranger = await spec.addUser(`stranger-${projectId.slice(0, 8)}`);
    expect((await unzip(projectId, stranger)).success).toBe(false);
    expect(await readdir(spec.path(projectId, '/open'))).toEqual(['data.zip']);
  });

  it('ends when the right to the archive ends on the way', async () => {
    const projectId = await projectWith();
    await spec.save(ann, projectId, '/open', {
      ...{ groupView: true, groupEdit: true, groupDownload: true },
      ...{ otherView: true, otherEdit: true, otherDownload: true },
    });
    const { copyId } = ok(await unzip(projectId, member));
    await spec.save(ann, projectId, '/open', { groupView: true, otherView: true });
    await run();
    expect((await state(copyId, member)).state).toBe('failed');
    expect(await readdir(spec.path(projectId, '/open'))).toEqual(['data.zip']);
    expect(await staged()).toEqual([]);
  });
});
