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
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type CopyState, type EndpointInput } from '@clusterdesk/contracts';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { runWaiting } from '@clusterdesk/tests/features/waiting-runs.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpaceDetails } from '../../spaces/details/space-details.service.js';
import { SpaceEventPublisher } from '../../spaces/space-event-publisher.service.js';
import { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { CopyRepository } from '../copy.repository.js';
import { CopyRunner } from '../running/copy-runner.service.js';

const { copies, disk, trash, projectFiles } = endpoints;
type Task = EndpointInput<typeof copies.begin>['task'];
type Space = EndpointInput<typeof copies.begin>['space'];

let platform: SpecPlatform;
let projects: SpecProjects;
let ann: SpecUser;
let bob: SpecUser;
let guest: SpecUser;

/** No worker: the runs are the spec's, so that it knows when one has ended. */
beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    timings: { files: { firstMeasuringMs: 0 } },
  });
  projects = new SpecProjects(platform);
  ann = await projects.addUser('ann');
  bob = await projects.addUser('bob');
  guest = await platform.addUser('guest', []);
});

afterAll(() => platform.close());

/** More than are done between two looks at the rights. */
const many = 60;
const names = Array.from({ length: many }, (_, index) => `f-${String(index).padStart(3, '0')}`);
const paths = names.map((name) => `/in/${name}`);

beforeEach(async () => {
  await platform.query('DELETE FROM copy_task');
  await platform.call(ann, trash.empty, {});
  await rm(ann.home, { recursive: true, force: true });
  await mkdir(join(ann.home, 'in'), { recursive: true });
  await mkdir(join(ann.home, 'to'));
  await Promise.all(names.map((name) => writeFile(join(ann.home, 'in', name), name)));
});

afterEach(() => void jest.restoreAllMocks());

const ask = (task: Task, user: SpecUser | null = ann, space: Space = { space: 'disk' }) =>
  platform.call(user, copies.begin, { space, task });

async function begin(task: Task, user = ann, space?: Space): Promise<string> {
  const { success, message, result } = await ask(task, user, space);
  if (!success) {
    throw new Error(`The task was refused: ${message}`);
  }
  return result.copyId;
}

const stateOf = async (copyId: string, user = ann): Promise<CopyState> =>
  (await platform.call(user, copies.state, { copyId })).result as CopyState;

async function ended(copyId: string, user = ann): Promise<CopyState> {
  await runWaiting(platform, platform.get(CopyRunner));
  return stateOf(copyId, user);
}

async function done(task: Task, user = ann, space?: Space): Promise<CopyState> {
  return ended(await begin(task, user, space), user);
}

const inFolder = async (name: string): Promise<string[]> =>
  (await readdir(join(ann.home, name))).sort();
const inTrash = async (): Promise<string[]> =>
  (await platform.call(ann, trash.list, { size: 1000 })).result.data.map(({ path }) => path).sort();

/** Lets something happen before the nth entry is deleted. */
function atRemoval(nth: number, act: () => Promise<void> | void): void {
  const { remove } = SpaceOperations.prototype;
  let calls = 0;
  jest.spyOn(SpaceOperations.prototype, 'remove').mockImplementation(async function (
    this: SpaceOperations,
    ...args
  ) {
    calls += 1;
    if (calls === nth) {
      await act();
    }
    return remove.apply(this, args);
  });
}

describe('a deletion as a task', () => {
  it('moves all to the trash, and tells the windows that show the folder', async () => {
    const changed = jest.spyOn(SpaceEventPublisher.prototype, 'filesChanged');
    const copyId = await begin({ kind: 'delete', paths });
    expect(await stateOf(copyId)).toMatchObject({
      ...{ kind: 'delete', state: 'waiting', name: 'f-000', entries: many, totalFiles: many },
    });
    expect(await inFolder('in')).toEqual(names);
    expect(await ended(copyId)).toMatchObject({ state: 'done', doneFiles: many, message: '' });
    expect(await inFolder('in')).toEqual([]);
    expect(await inTrash()).toEqual(paths);
    expect(changed.mock.calls.flatMap(([, dirs]) => [...dirs])).not.toContain('/');
    expect(changed).toHaveBeenCalled();
  });

  it('tells of an entry that it could not delete, deletes the rest, and tries only that again', async () => {
    const copyId = await begin({ kind: 'delete', paths });
    await rm(join(ann.home, 'in/f-030'));
    const failed = await ended(copyId);
    expect(failed).toMatchObject({ state: 'failed', doneFiles: many });
    expect(failed.message).toMatch(/^1 could not be dealt with, all others were: /);
    expect(await inTrash()).toHaveLength(many - 1);
    await writeFile(join(ann.home, 'in/f-030'), 'again');
    await writeFile(join(ann.home, 'in/f-031'), 'another');
    const again = await platform.call(ann, copies.retry, { copyId });
    expect(again.result).toMatchObject({ kind: 'delete', entries: 1, name: 'f-030' });
    expect(await ended(again.result.copyId)).toMatchObject({ state: 'done' });
    expect(await inFolder('in')).toEqual(['f-031']);
    expect((await platform.call(ann, copies.retry, { copyId })).code).toBe(409);
  });

  it('goes on after its process died, with what is not done, and calls nothing refused', async () => {
    const copyId = await begin({ kind: 'delete', paths });
    const stop = new AbortController();
    atRemoval(55, () => stop.abort());
    await platform.get(CopyRunner).work({}, stop.signal);
    jest.restoreAllMocks();
    expect(await inFolder('in')).toHaveLength(many - 55);
    // What was written down is a multiple of what is done between two looks at the rights.
    expect(await platform.query('SELECT position, state FROM copy_task')).toEqual([
      { position: 50, state: 'waiting' },
    ]);
    // What came since under a name that was written down as done is another entry.
    await writeFile(join(ann.home, 'in/f-010'), 'new');
    await platform.query(`UPDATE copy_task SET touched_at = now() - interval '1 minute'`);
    expect(await ended(copyId)).toMatchObject({ state: 'done', doneFiles: many, message: '' });
    expect(await inFolder('in')).toEqual(['f-010']);
  });

  it('stops when it is cancelled; what is deleted stays in the trash', async () => {
    const copyId = await begin({ kind: 'delete', paths });
    atRemoval(10, async () => {
      await platform.call(ann, copies.cancel, { copyId });
    });
    expect(await ended(copyId)).toMatchObject({ state: 'cancelled' });
    const left = await inFolder('in');
    expect(left.length).toBeGreaterThan(0);
    expect(await inTrash()).toHaveLength(many - left.length);
  });

  it('is tried again after an error of ours, three times, and then says so', async () => {
    jest.spyOn(SpaceOperations.prototype, 'remove').mockRejectedValue(new Error('a fault'));
    const copyId = await begin({ kind: 'delete', paths: paths.slice(0, 2) });
    for (let run = 0; run < 3; run += 1) {
      await platform.query(`UPDATE copy_task SET touched_at = now() - interval '1 minute'`);
      await runWaiting(platform, platform.get(CopyRunner));
    }
    const failed = await stateOf(copyId);
    expect(failed.state).toBe('failed');
    expect(failed.message).toMatch(/^Deleting failed/);
    expect(await inFolder('in')).toHaveLength(many);
  });
});

describe('a move as a task', () => {
  it('puts all into the folder, and leads to the first', async () => {
    const task = { kind: 'move', paths, dir: '/to', operation: '0' } as const;
    expect(await done(task)).toMatchObject({ state: 'done', dir: '/to', placedPath: '/to/f-000' });
    expect(await inFolder('to')).toEqual(names);
    expect(await inFolder('in')).toEqual([]);
  });

  it('does with taken names as it was told, and what is in the folder already stays', async () => {
    await writeFile(join(ann.home, 'to/f-000'), 'there');
    const [first = '', second = ''] = paths;
    const task = { kind: 'move', dir: '/to' } as const;
    const chosen = [first, second, '/to/f-000'];
    expect((await ask({ ...task, paths: chosen, operation: '0' })).code).toBe(409);
    expect(await done({ ...task, paths: chosen, operation: '2' })).toMatchObject({
      state: 'done',
      totalFiles: 2,
    });
    expect(await inFolder('to')).toEqual(['f-000', 'f-000 (1)', 'f-001']);
  });

  it('is refused before it begins where it cannot be', async () => {
    const into: Task = { kind: 'move', paths: ['/in'], dir: '/in' };
    expect((await ask(into)).result).toMatchObject({ error: 'FILE_MOVE_INTO_ITSELF' });
    expect((await ask({ ...into, paths: ['/gone'], dir: '/to' })).code).toBe(404);
    expect((await ask({ ...into, paths: ['/in'], dir: '/gone' })).code).toBe(404);
    expect(await platform.query('SELECT FROM copy_task')).toEqual([]);
  });
});

describe('a trash', () => {
  beforeEach(async () => {
    await platform.call(ann, disk.remove, { paths });
  });

  it('is restored as a whole, but for what comes there meanwhile', async () => {
    const copyId = await begin({ kind: 'restore' });
    expect(await stateOf(copyId)).toMatchObject({ name: '', entries: many, totalFiles: many });
    await writeFile(join(ann.home, 'later'), 'later');
    await platform.call(ann, disk.remove, { paths: ['/later'] });
    const ended_ = await ended(copyId);
    expect(ended_).toMatchObject({ state: 'done', doneFiles: many });
    // What was deleted last comes first.
    expect(ended_.placedPath).toBe('/in/f-059');
    expect(await inFolder('in')).toEqual(names);
    expect(await inTrash()).toEqual(['/later']);
  });

  it('is restored to its end after its process died, and counts what was not written down', async () => {
    const copyId = await begin({ kind: 'restore' });
    const stop = new AbortController();
    const { restore } = SpaceOperations.prototype;
    const restored = jest.spyOn(SpaceOperations.prototype, 'restore');
    restored.mockImplementation(async function (this: SpaceOperations, ...asked) {
      if (restored.mock.calls.length === 55) {
        stop.abort();
      }
      return restore.apply(this, asked);
    });
    await platform.get(CopyRunner).work({}, stop.signal);
    jest.restoreAllMocks();
    expect(await inFolder('in')).toHaveLength(55);
    expect(await ended(copyId)).toMatchObject({ state: 'done', doneFiles: many });
    expect(await inFolder('in')).toEqual(names);
  });

  it('gives a folder back before what had been deleted from it', async () => {
    await platform.call(ann, disk.remove, { paths: ['/in'] });
    await done({ kind: 'restore' });
    expect(await inFolder('')).toEqual(['in', 'to']);
    expect(await inFolder('in')).toEqual(names);
  });

  it('is emptied, also of what another window purged meanwhile', async () => {
    const copyId = await begin({ kind: 'purge' });
    const [first] = (await platform.call(ann, trash.list, {})).result.data;
    await platform.call(ann, trash.purge, { ids: [first?.id ?? ''] });
    expect(await ended(copyId)).toMatchObject({ state: 'done', message: '' });
    expect(await inTrash()).toEqual([]);
  });

  it('is restored in part, and tells of what is not there', async () => {
    const { data } = (await platform.call(ann, trash.list, {})).result;
    const ids = data.slice(0, 3).map(({ id }) => id);
    const copyId = await begin({ kind: 'restore', ids });
    await platform.call(ann, trash.purge, { ids: ids.slice(0, 1) });
    expect(await ended(copyId)).toMatchObject({ state: 'failed', entries: 3 });
    expect(await inFolder('in')).toHaveLength(2);
  });

  it('that has nothing in it is done with at once', async () => {
    await platform.call(ann, trash.empty, {});
    expect(await done({ kind: 'purge' })).toMatchObject({ state: 'done', totalFiles: 0 });
  });

  it('is emptied anew only of what it had when it was begun', async () => {
    jest.spyOn(SpaceOperations.prototype, 'purge').mockRejectedValue(new Error('a fault'));
    const copyId = await begin({ kind: 'purge' });
    for (let run = 0; run < 3; run += 1) {
      await platform.query(`UPDATE copy_task SET touched_at = now() - interval '1 minute'`);
      await runWaiting(platform, platform.get(CopyRunner));
    }
    jest.restoreAllMocks();
    await writeFile(join(ann.home, 'later'), 'later');
    await platform.call(ann, disk.remove, { paths: ['/later'] });
    const again = await platform.call(ann, copies.retry, { copyId });
    expect(await ended(again.result.copyId)).toMatchObject({ state: 'done' });
    expect(await inTrash()).toEqual(['/later']);
  });
});

describe('a checksum as a task', () => {
  it('is the SHA-256, promises no bytes, and is listed until it is cleared', async () => {
    const bytes = randomBytes(3_000_000);
    await writeFile(join(ann.home, 'large'), bytes);
    const copyId = await begin({ kind: 'checksum', path: '/large' });
    expect(await platform.get(CopyRepository).bytesUnderWay()).toBe(0);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const outcome = { state: 'done', sha256, name: 'large', dir: '/', doneBytes: bytes.length };
    expect(await ended(copyId)).toMatchObject(outcome);
    expect((await platform.call(ann, copies.list, {})).result).toMatchObject([{ copyId, sha256 }]);
    await platform.call(ann, copies.clear, { copyIds: [copyId] });
    expect((await platform.call(ann, copies.list, {})).result).toEqual([]);
  });

  it('is of files only, and ends when it is cancelled', async () => {
    expect((await ask({ kind: 'checksum', path: '/in' })).result).toMatchObject({
      error: 'FILE_IS_A_FOLDER',
    });
    expect((await ask({ kind: 'checksum', path: '/' })).success).toBe(false);
    expect((await ask({ kind: 'checksum', path: '/gone' })).code).toBe(404);
    const copyId = await begin({ kind: 'checksum', path: '/in/f-000' });
    const { hash } = SpaceDetails.prototype;
    jest.spyOn(SpaceDetails.prototype, 'hash').mockImplementation(async function (
      this: SpaceDetails,
      ...asked
    ) {
      await platform.call(ann, copies.cancel, { copyId });
      return hash.apply(this, asked);
    });
    expect(await ended(copyId)).toMatchObject({ state: 'cancelled', sha256: null });
  });
});

describe('who may not', () => {
  it('begins nothing: without a session, without files, with an id of another trash', async () => {
    const task: Task = { kind: 'delete', paths: ['/x'] };
    expect((await ask(task, null)).code).toBe(401);
    expect((await ask(task, guest)).code).toBe(403);
    await platform.call(ann, disk.remove, { paths: paths.slice(0, 1) });
    const [theirs] = (await platform.call(ann, trash.list, {})).result.data;
    for (const kind of ['restore', 'purge'] as const) {
      const stolen = await begin({ kind, ids: [theirs?.id ?? ''] }, bob);
      expect(await ended(stolen, bob)).toMatchObject({ state: 'failed', placedPath: null });
    }
    expect(await inTrash()).toHaveLength(1);
    expect((await ask({ kind: 'delete', paths: ['/../ann/in'] }, bob)).success).toBe(false);
  });

  it('is the member of a project who may neither change, nor download, nor see the trash', async () => {
    const { id: spaceId } = await projects.add(ann, { members: [bob] });
    const space = { space: 'project', spaceId } as const;
    await projects.write(spaceId, '/theirs', 'text');
    const asks: Task[] = [
      { kind: 'delete', paths: ['/theirs'] },
      { kind: 'move', paths: ['/theirs'], dir: '/', operation: '2' },
      { kind: 'checksum', path: '/theirs' },
      { kind: 'restore' },
      { kind: 'purge' },
    ];
    for (const task of asks.filter(({ kind }) => kind !== 'move')) {
      expect([task.kind, (await ask(task, bob, space)).code]).toEqual([task.kind, 403]);
    }
    const stranger = await projects.addUser('stranger');
    for (const task of asks) {
      const { code } = await ask(task, stranger, space);
      expect([task.kind, code]).toEqual([task.kind, 404]);
    }
    expect(await platform.query('SELECT FROM copy_task')).toEqual([]);
    // Its manager may, and ends with the right.
    expect(await done({ kind: 'delete', paths: ['/theirs'] }, ann, space)).toMatchObject({
      state: 'done',
    });
    const copyId = await begin({ kind: 'restore' }, ann, space);
    await platform.query('UPDATE project SET owner_id = $1, admin_id = $1 WHERE id = $2', [
      ...[stranger.id, spaceId],
    ]);
    expect(await ended(copyId, ann)).toMatchObject({ state: 'failed', doneFiles: 0 });
    const listed = await platform.call(stranger, projectFiles.trash, { projectId: spaceId });
    expect(listed.result.total).toBe(1);
  });
});
