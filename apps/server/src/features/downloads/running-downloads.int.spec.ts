import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { endpoints, type FilePermission, type PackageState } from '@clusterdesk/contracts';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { noteStatements } from '@clusterdesk/tests/server/statements.js';
import { RunningWork, type WorkHandle } from '../../platform/running-work/running-work.service.js';
import { DownloadService } from './download.service.js';
import { PackageBuilder } from './packages/package-builder.service.js';
import { PackageRights } from './packages/package-rights.service.js';
import { RunningDownloads } from './sending/running-downloads.service.js';

const { projectFiles, projects } = endpoints;
const files = 200;
const users = 10;
const perUser = 50;
const open: Partial<FilePermission> = {
  userView: true,
  userEdit: true,
  userDownload: true,
  groupView: true,
  groupEdit: true,
  groupDownload: true,
};
const closed: Partial<FilePermission> = { userView: true, groupView: true };

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let admin: SpecUser;
let members: SpecUser[];
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    timings: { rights: { runningWorkMs: 3_600_000 } },
  });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  admin = await spec.addUser('admin2');
  members = await Promise.all(
    Array.from({ length: users }, (_, index) => spec.addUser(`member${index}`)),
  );
});
afterAll(() => platform.close());

beforeEach(async () => {
  ({ id: projectId } = await spec.add(owner, { admin, members }));
  await spec.save(owner, projectId, '/', open);
});

/** Downloads by a token, as if somebody read them slowly. */
async function run(token: string, times = 1): Promise<WorkHandle[]> {
  const opened = await platform.get(DownloadService).open(token);
  await opened.handle.close();
  return Array.from({ length: times }, () => platform.get(RunningDownloads).begin(opened));
}

/** A package of entries, built. */
async function packed(user: SpecUser, paths: string[]): Promise<string> {
  await platform.call(user, projectFiles.getDownloadPath, {
    projectId,
    paths,
    async: true,
  });
  await platform.get(PackageBuilder).work({}, new AbortController().signal);
  const again = await platform.call(user, projectFiles.getDownloadPath, {
    projectId,
    paths,
    async: true,
  });
  return String((again.result as PackageState).token);
}

const tokenOf = async (user: SpecUser, path: string): Promise<string> =>
  String(
    (
      await platform.call(user, projectFiles.getDownloadPath, {
        projectId,
        paths: [path],
        async: false,
      })
    ).result,
  );

async function expectGone(works: readonly WorkHandle[], tokens: readonly string[]): Promise<void> {
  await platform.get(RunningWork).recheck();
  expect(works.map(({ signal }) => signal.aborted)).toEqual(works.map(() => true));
  for (const token of tokens) {
    expect((await platform.download(token)).status).not.toBe(200);
  }
}

it('a package is fetched in ranges without a look at its entries, until rights change', async () => {
  const [member = owner] = members;
  for (let index = 0; index < files; index += 1) {
    await spec.write(projectId, `/data/sub${index % 7}/${index}.txt`);
  }
  const token = await packed(member, ['/data']);
  const works = await run(token);
  const asked = noteStatements(/download_package_entry|project_entry/);
  const range = { Range: 'bytes=0-9' };
  for (let index = 0; index < 5; index += 1) {
    expect((await platform.download(token, range)).status).toBe(206);
  }
  await platform.get(RunningWork).recheck();
  expect(asked.list).toEqual([]);
  // Something else was changed, and nobody told of it.
  await platform.query('UPDATE project_access_version SET version = version + 1');
  expect((await platform.download(token, range)).status).toBe(206);
  expect((await platform.download(token, range)).status).toBe(206);
  // What is not settled, and whether any entry may not be fetched any more.
  expect(asked.list.map(({ rows }) => rows)).toEqual([1, 1]);
  expect(works.map(({ signal }) => signal.aborted)).toEqual([false]);
  await spec.save(owner, projectId, '/data/sub3/10.txt', closed);
  asked.list.length = 0;
  await expectGone(works, [token]);
  expect(asked.list.every(({ rows }) => rows < 10)).toBe(true);
  asked.stop();
});

it('five hundred downloads of ten users are asked for together', async () => {
  await spec.write(projectId, '/data/one');
  await spec.write(projectId, '/data/two');
  const works: WorkHandle[] = [];
  for (const member of members) {
    works.push(...(await run(await tokenOf(member, '/data/one'), perUser)));
  }
  const asked = noteStatements(/download_ticket|user_account|project|space_/);
  await platform.get(RunningWork).recheck();
  // Within ten seconds: less than 20 a second are 200, and it is asked as often again at most.
  expect(asked.list.length).toBeLessThan(10);
  expect(works.some(({ signal }) => signal.aborted)).toBe(false);
  await spec.save(owner, projectId, '/data/two', closed);
  asked.list.length = 0;
  await platform.get(RunningWork).recheck();
  expect(asked.list.length).toBeLessThan(users * 5);
  asked.list.length = 0;
  await platform.get(RunningWork).recheck();
  expect(asked.list.length).toBeLessThan(10);
  asked.stop();
  await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [members[3]?.id]);
  await platform.get(RunningWork).recheck();
  const ended = works.flatMap(({ signal }, index) =>
    signal.aborted ? [Math.floor(index / perUser)] : [],
  );
  expect(ended).toEqual(Array.from({ length: perUser }, () => 3));
  await platform.query('UPDATE user_account SET is_frozen = false');
  works.forEach((work) => work.end());
});

it('a question that fails ends nothing, and keeps nothing of others', async () => {
  const [one = owner, other = owner] = members;
  await spec.write(projectId, '/data/file');
  const kept = await run(await packed(one, ['/data']));
  const ended = await run(await tokenOf(other, '/data/file'));
  await platform.query('DELETE FROM project_member WHERE user_id = $1', [other.id]);
  await platform.query('UPDATE project_access_version SET version = version + 1');
  const asked = jest
    .spyOn(platform.get(PackageRights), 'findRefusal')
    .mockRejectedValue(new Error('The statement took too long.'));
  await platform.get(RunningWork).recheck();
  asked.mockRestore();
  expect([...kept, ...ended].map(({ signal }) => signal.aborted)).toEqual([false, true]);
  kept.forEach((work) => work.end());
});

describe('a right to one of many entries ends for what runs, and for the next range', () => {
  /** Told by nobody: the next look finds it. */
  const ends: Record<string, (member: SpecUser) => Promise<unknown>> = {
    'with its own switches': () => spec.save(owner, projectId, '/data/sub/file', closed),
    'with those of a folder above': () => spec.save(owner, projectId, '/data', closed),
    'with those of the project': () => spec.save(owner, projectId, '/', closed),
    'with a move into a closed folder': async () => {
      await spec.write(projectId, '/closed/x');
      await spec.save(owner, projectId, '/closed', closed);
      await platform.call(owner, projectFiles.move, {
        projectId,
        paths: ['/closed'],
        dir: '/data',
      });
      await platform.call(owner, projectFiles.remove, { projectId, paths: ['/data/sub'] });
      await platform.call(owner, projectFiles.rename, {
        projectId,
        name: '/data/closed',
        newName: 'sub',
      });
    },
    'with a closed one restored in its place': async () => {
      await spec.save(owner, projectId, '/data/sub', closed);
      await platform.call(owner, projectFiles.remove, { projectId, paths: ['/data/sub'] });
      await spec.write(projectId, '/data/other');
      const { result } = await platform.call(owner, projectFiles.trash, { projectId });
      await platform.call(owner, projectFiles.restoreFromTrash, {
        projectId,
        ids: result.data.map(({ id }) => id),
      });
    },
    'with the membership': ({ id }) =>
      platform.call(owner, projects.removeUser, { projectId, userId: id }),
    'with the membership, of which nobody was told': ({ id }) =>
      platform.query('DELETE FROM project_member WHERE user_id = $1', [id]),
    'with the pages of projects': ({ id }) =>
      platform.query('DELETE FROM user_role WHERE user_id = $1', [id]),
    'with the project': () => platform.call(owner, projects.remove, { id: projectId }),
    'while an operation is not settled': () =>
      platform.query(
        `INSERT INTO space_operation (space, space_id, steps, due_at)
         VALUES ('project', $1, $2, now() + interval '1 hour')`,
        [
          projectId,
          JSON.stringify([
            {
              kind: 'move',
              from: '/x',
              dir: '/data',
              name: 'sub',
              identity: '1:1:1',
              clearedId: null,
            },
          ]),
        ],
      ),
  };

  it.each(Object.keys(ends))('%s', async (name) => {
    const member = await spec.addUser(`of ${name}`.replaceAll(/\W/g, '').slice(0, 30));
    await platform.query('INSERT INTO project_member (project_id, user_id) VALUES ($1, $2)', [
      projectId,
      member.id,
    ]);
    await spec.write(projectId, '/data/sub/file');
    await spec.write(projectId, '/data/last');
    const tokens = [await packed(member, ['/data']), await tokenOf(member, '/data/sub/file')];
    const works = (await Promise.all(tokens.map((token) => run(token)))).flat();
    await platform.get(RunningWork).recheck();
    expect(works.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    await ends[name]?.(member);
    await expectGone(works, tokens);
  });
});
