import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type EndpointAnswer, type Envelope } from '@clusterdesk/contracts';
import { runWaiting } from '@clusterdesk/tests/features/waiting-runs.js';
import { noteStatements } from '@clusterdesk/tests/server/statements.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { projectPages, SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { RunningWork } from '../../platform/running-work/running-work.service.js';
import { RunningTransfers } from '../spaces/tasks/running-transfers.service.js';
import type { CopyTaskEntity } from './copy-task.entity.js';
import { CopyRepository } from './copy.repository.js';
import { CopyRunner, usesOf } from './running/copy-runner.service.js';

const { projectFiles, copies } = endpoints;
type Operation = '0' | '1' | '2';
type CopyAnswer = EndpointAnswer<typeof copies.copy>;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let member: SpecUser;
let keeper: SpecUser;
let projectId: string;

/** No worker: the runs are the spec's, so that it knows when one has ended. Nobody measures, so nobody waits for it. */
beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    timings: { files: { firstMeasuringMs: 0 } },
  });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  member = await spec.addUser('member');
  keeper = await platform.addUser('keeper', [...projectPages, '/userList']);
});

afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM copy_task');
  projectId = (await spec.add(owner, { members: [member] })).id;
  await rm(member.home, { recursive: true, force: true });
  await mkdir(join(member.home, 'data/empty'), { recursive: true });
  await writeFile(join(member.home, 'data/one.txt'), 'one');
  await writeFile(join(member.home, 'a.txt'), 'of a');
});

const importing = (
  paths: string[],
  operation: Operation = '0',
  toPath = '/',
): Promise<Envelope<CopyAnswer>> =>
  platform.call(member, projectFiles.importFromDisk, {
    ...{ projectId, fileList: paths, toPath, operation },
    async: true,
  });
const saving = (paths: string[], operation: Operation = '0'): Promise<Envelope<CopyAnswer>> =>
  platform.call(member, projectFiles.saveToDisk, { projectId, paths, operation, async: true });

async function run({ success, message, result }: Envelope<CopyAnswer>): Promise<CopyAnswer> {
  if (!success) {
    throw new Error(message);
  }
  const { copyId } = result;
  await runWaiting(platform, platform.get(CopyRunner));
  return (await platform.call(member, copies.state, { copyId })).result;
}

const inProject = async (): Promise<string[]> =>
  (await readdir(spec.path(projectId), { recursive: true })).sort();
const text = (path: string): Promise<string> => readFile(spec.path(projectId, path), 'utf8');

const putBy = async (path: string): Promise<string | undefined> => {
  const listed = await platform.call(owner, projectFiles.list, { projectId });
  return listed.result.find((item) => item.path === path)?.putBy?.id;
};

describe('an import from the own disk', () => {
  it('has all that was chosen, and is of who brought it', async () => {
    expect(await run(await importing(['/data', '/a.txt']))).toMatchObject({
      state: 'done',
      to: { space: 'project', spaceId: projectId },
      doneFiles: 2,
      message: '',
    });
    expect(await inProject()).toEqual(['a.txt', 'data', 'data/empty', 'data/one.txt']);
    expect(await putBy('/data')).toBe(member.id);
    expect(await putBy('/a.txt')).toBe(member.id);
  });

  it('is refused for a taken name, and changes nothing', async () => {
    await spec.upload(owner, projectId, '/a.txt', 'theirs');
    expect(await importing(['/data', '/a.txt'])).toMatchObject({
      code: 409,
      result: { error: 'FILE_NAME_TAKEN' },
    });
    expect(await inProject()).toEqual(['a.txt']);
  });

  it('keeps both where that is asked for', async () => {
    await spec.upload(owner, projectId, '/a.txt', 'theirs');
    await run(await importing(['/a.txt'], '2'));
    expect(await inProject()).toEqual(['a (1).txt', 'a.txt']);
    expect(await text('/a.txt')).toBe('theirs');
    expect(await putBy('/a (1).txt')).toBe(member.id);
  });

  it('replaces only what its user may change', async () => {
    await spec.upload(owner, projectId, '/a.txt', 'theirs');
    expect(await importing(['/a.txt'], '1')).toMatchObject({
      code: 403,
      result: { error: 'PROJECT_EDIT_OFF' },
    });
    await spec.save(owner, projectId, '/', { groupView: true, groupEdit: true });
    await run(await importing(['/a.txt'], '1'));
    expect(await text('/a.txt')).toBe('of a');
  });

  it('replaces no folder with something in it that its user may not change', async () => {
    await spec.upload(owner, projectId, '/data/kept.txt', 'kept');
    await spec.save(owner, projectId, '/', { groupView: true, groupEdit: true });
    await spec.save(owner, projectId, '/data/kept.txt', { groupView: true });
    expect(await importing(['/data'], '1')).toMatchObject({ code: 403 });
    expect(await text('/data/kept.txt')).toBe('kept');
  });

  it('replaces nothing that its user may not change any more when it comes to that', async () => {
    await spec.upload(owner, projectId, '/a.txt', 'theirs');
    await spec.save(owner, projectId, '/', { groupView: true, groupEdit: true });
    const asked = await importing(['/a.txt'], '1');
    await spec.save(owner, projectId, '/', { groupView: true });
    expect((await run(asked)).state).toBe('failed');
    expect(await text('/a.txt')).toBe('theirs');
  });

  it('that dies in the middle is finished by the next run, once', async () => {
    const asked = await importing(['/a.txt', '/data']);
    const repository = platform.get(CopyRepository);
    const notePlaced = repository.notePlaced.bind(repository);
    repository.notePlaced = () => Promise.reject(new Error('The power went.'));
    expect((await run(asked)).state).toBe('waiting');
    repository.notePlaced = notePlaced;
    expect(await run(asked)).toMatchObject({ state: 'done', doneFiles: 2 });
    expect(await inProject()).toEqual(['a.txt', 'data', 'data/empty', 'data/one.txt']);
    expect(await putBy('/a.txt')).toBe(member.id);
    const rows = await platform.query(
      `SELECT name FROM project_entry JOIN space_entry ON id = entry_id
       WHERE project_id = $1 ORDER BY name`,
      [projectId],
    );
    expect(rows).toEqual([{ name: 'a.txt' }, { name: 'data' }]);
  });
});

describe('the quota of a project', () => {
  const limit = (quotaBytes: number | null) =>
    platform.call(keeper, projectFiles.setQuota, { projectId, quotaBytes });

  beforeEach(async () => {
    await writeFile(join(member.home, 'large1'), Buffer.alloc(600_000));
    await writeFile(join(member.home, 'large2'), Buffer.alloc(600_000));
    expect(await limit(1_000_000)).toMatchObject({ success: true });
  });

  it('refuses an import that does not fit, before anything is copied', async () => {
    expect(await importing(['/large1', '/large2'])).toMatchObject({
      result: { error: 'SPACE_QUOTA_EXCEEDED' },
    });
    expect(await inProject()).toEqual([]);
  });

  it('lets one of two in that come at the same moment and fit only alone', async () => {
    const asked = await Promise.all([importing(['/large1']), importing(['/large2'])]);
    const began = asked.filter(({ success }) => success);
    const states = await Promise.all(began.map(run));
    expect(states.filter(({ state }) => state === 'done')).toHaveLength(1);
    expect(await inProject()).toHaveLength(1);
    const { result } = await platform.call(owner, projectFiles.usage, { projectId });
    expect(result).toMatchObject({ usedBytes: 600_000, freeBytes: 400_000 });
  });

  it('is of the project, whoever brings something', async () => {
    await run(await importing(['/large1']));
    await limit(null);
    const told = jest.spyOn(platform.get(Realtime), 'publish');
    await run(await importing(['/large2']));
    expect(await inProject()).toEqual(['large1', 'large2']);
    // Nobody measures here: also without a limit, what is used follows.
    const { result } = await platform.call(owner, projectFiles.usage, { projectId });
    expect(result).toMatchObject({ quotaBytes: null, usedBytes: 1_200_000 });
    await waitFor('those who see the figure to be told', () =>
      Promise.resolve(told.mock.calls.some(([event]) => event === 'trashChanged')),
    );
    told.mockRestore();
  });

  it('ends a copy of what has grown beyond it meanwhile, with nothing half done', async () => {
    const asked = await importing(['/large1']);
    await writeFile(join(member.home, 'large1'), Buffer.alloc(1_500_000));
    expect((await run(asked)).state).toBe('failed');
    expect(await inProject()).toEqual([]);
  });
});

describe('what is saved from a project to the own disk', () => {
  beforeEach(async () => {
    await spec.upload(owner, projectId, '/a.txt', 'theirs');
    await spec.save(owner, projectId, '/', { groupView: true, groupDownload: true });
  });

  it.each([
    ['0', 409, { 'a.txt': 'of a' }],
    ['1', 200, { 'a.txt': 'theirs' }],
    ['2', 200, { 'a.txt': 'of a', 'a (1).txt': 'theirs' }],
  ] as const)('heeds the choice %s for a taken name', async (operation, code, files) => {
    const asked = await saving(['/a.txt'], operation);
    expect(asked.code).toBe(code);
    if (asked.success) {
      expect(await run(asked)).toMatchObject({ state: 'done' });
    }
    for (const [name, content] of Object.entries(files)) {
      expect(await readFile(join(member.home, name), 'utf8')).toBe(content);
    }
  });

  it('is checked while it runs by the version of the rights, for a hundred copies at once', async () => {
    const { copyId } = (await saving(['/a.txt'], '2')).result;
    const copy = await platform.get(CopyRepository).find(copyId);
    const works = Array.from({ length: 100 }, (_, index) => {
      const userId = index % 2 === 0 ? owner.id : member.id;
      const uses = usesOf({ ...copy, userId, targetSpaceId: userId } as CopyTaskEntity);
      return platform.get(RunningTransfers).begin({ userId }, () => uses);
    });
    const asked = noteStatements(/user_account|project|space_/);
    const recheck = async (): Promise<number> => {
      asked.list.length = 0;
      await platform.get(RunningWork).recheck();
      return asked.list.length;
    };
    expect(await recheck()).toBeLessThan(25);
    expect(await recheck()).toBeLessThan(5);
    await spec.save(owner, projectId, '/a.txt', { groupView: true });
    expect(await recheck()).toBeLessThan(25);
    asked.stop();
    expect(works.map(({ signal }) => signal.aborted)).toEqual(
      works.map((_, index) => index % 2 === 1),
    );
    works.forEach((work) => work.end());
  });

  it('counts on the quota of its user, not of the project', async () => {
    const { setQuota } = endpoints.disk;
    const limited = await platform.call(keeper, setQuota, { userId: member.id, quotaBytes: 1 });
    expect(limited).toMatchObject({ success: true, result: { quotaBytes: 1 } });
    expect(await saving(['/a.txt'], '2')).toMatchObject({
      result: { error: 'SPACE_QUOTA_EXCEEDED' },
    });
    await platform.call(keeper, setQuota, { userId: member.id, quotaBytes: null });
  });
});

describe('the trash of a project', () => {
  const remove = async (path: string): Promise<string> => {
    const input = { projectId, paths: [path] };
    expect(await platform.call(owner, projectFiles.remove, input)).toMatchObject({ success: true });
    const { result } = await platform.call(owner, projectFiles.trash, { projectId });
    return result.data[0]?.id ?? '';
  };

  it('gives back under another name what has lost its own, with who put it there', async () => {
    await spec.upload(member, projectId, '/a.txt', 'first');
    const id = await remove('/a.txt');
    await spec.upload(owner, projectId, '/a.txt', 'second');
    const input = { projectId, ids: [id] };
    const { result } = await platform.call(owner, projectFiles.restoreFromTrash, input);
    expect(result).toMatchObject([{ id, path: '/a (1).txt' }]);
    expect(await text('/a.txt')).toBe('second');
    expect(await text('/a (1).txt')).toBe('first');
    expect(await putBy('/a (1).txt')).toBe(member.id);
    expect(await putBy('/a.txt')).toBe(owner.id);
  });
});
