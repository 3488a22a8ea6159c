import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits, type Failure, type SpaceRef } from '@clusterdesk/contracts';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecShareRows } from '@clusterdesk/tests/features/share-rows-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { EntryTree } from '../../spaces/entries/entry-tree.js';
import { EntryCollection } from '../../spaces/entries/entry-collection.service.js';

const { copies, disk, favourites, projectFiles, trash } = endpoints;
const everything = [
  '/myDoc',
  '/myShare',
  '/receiveShare',
  '/managementProject',
  '/joinProject',
  '/aduitProject',
];

let platform: SpecPlatform;
let shares: SpecShareRows;
let projects: SpecProjects;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  shares = new SpecShareRows(platform);
  projects = new SpecProjects(platform);
  ann = await platform.addUser('ann', everything);
  bob = await platform.addUser('bob', everything);
});
afterAll(() => platform?.close());

beforeEach(async () => {
  await platform.query('DELETE FROM favourite');
  for (const user of [ann, bob]) {
    await shares.clear(user);
    await mkdir(join(user.home, 'd/e'), { recursive: true });
    await writeFile(join(user.home, 'd/one.txt'), 'text');
    await writeFile(join(user.home, 'two.txt'), 'text');
  }
});

const mark = (
  user: SpecUser,
  paths: string[],
  space: SpaceRef = { space: 'disk' },
  isFavourite = true,
) => platform.call(user, favourites.mark, { space, paths, isFavourite });

/** What the user is shown, latest first: where and what. */
async function shown(user = ann): Promise<string[]> {
  const { result } = await platform.call(user, favourites.list, {});
  return [
    ...result.entries.map(({ space, path }) => `${space.space} ${path}`),
    ...(result.unseen > 0 ? [`${result.unseen} unseen`] : []),
  ];
}

const starsIn = async (user: SpecUser, space: SpaceRef): Promise<unknown> => {
  const { code, result } = await platform.call(user, favourites.paths, { space });
  return code === 200 ? [...result].sort() : code;
};

const markedRows = async (): Promise<number> =>
  (await platform.query('SELECT FROM favourite')).length;

describe('favourites of a disk', () => {
  it('are files and folders, latest first, each once, and nobody else’s', async () => {
    expect((await mark(ann, ['/two.txt'])).code).toBe(200);
    expect((await mark(ann, ['/d'])).code).toBe(200);
    expect((await mark(ann, ['/two.txt'])).code).toBe(200);
    const { result } = await platform.call(ann, favourites.list, {});
    expect(result.entries).toEqual([
      expect.objectContaining({ path: '/d', directory: true, space: { space: 'disk' } }),
      expect.objectContaining({ path: '/two.txt', size: 4, markedAt: expect.any(String) }),
    ]);
    expect(await starsIn(ann, { space: 'disk' })).toEqual(['/d', '/two.txt']);
    expect(await shown(bob)).toEqual([]);
    expect(await starsIn(bob, { space: 'disk' })).toEqual([]);
    await mark(bob, ['/two.txt'], { space: 'disk' }, false);
    await mark(ann, ['/d', '/never'], { space: 'disk' }, false);
    expect(await shown()).toEqual(['disk /two.txt']);
  });

  it('stay with what is moved while it is marked, and are refused where it has left the path', async () => {
    const tree = platform.get(EntryTree);
    const rename = (path: string, newPath: string) =>
      platform.call(ann, disk.rename, { path, newPath });
    const [holdStill, ensure] = [tree.holdStill.bind(tree), tree.ensure.bind(tree)];
    jest.spyOn(tree, 'holdStill').mockImplementationOnce(async (...given) => {
      await rename('/two.txt', '/moved.txt');
      await holdStill(...given);
    });
    expect((await mark(ann, ['/two.txt'])).code).toBe(404);
    expect(await markedRows()).toBe(0);
    let renamed: ReturnType<typeof rename> | undefined;
    jest.spyOn(tree, 'ensure').mockImplementationOnce(async (...given) => {
      let isDone = false;
      renamed = rename('/moved.txt', '/last.txt').finally(() => (isDone = true));
      await waitFor('the renaming to wait, or to be over', async () => {
        const waiting = await platform.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return isDone || waiting.length > 0;
      });
      await ensure(...given);
    });
    expect((await mark(ann, ['/moved.txt'])).code).toBe(200);
    expect((await renamed)?.code).toBe(200);
    jest.restoreAllMocks();
    expect(await shown()).toEqual(['disk /last.txt']);
    await rm(join(ann.home, 'last.txt'));
  });

  it('stay with what is renamed, moved, removed and restored, by itself or with its folder', async () => {
    await mark(ann, ['/d/one.txt']);
    await platform.call(ann, disk.rename, { path: '/d', newPath: '/f' });
    expect(await shown()).toEqual(['disk /f/one.txt']);
    await platform.call(ann, copies.move, { paths: ['/f/one.txt'], dir: '/f/e' });
    expect(await shown()).toEqual(['disk /f/e/one.txt']);
    await platform.call(ann, disk.remove, { paths: ['/f'] });
    expect(await shown()).toEqual(['1 unseen']);
    expect(await starsIn(ann, { space: 'disk' })).toEqual([]);
    const { result } = await platform.call(ann, trash.list, {});
    await platform.call(ann, trash.restore, { ids: result.data.map(({ id }) => id) });
    expect(await shown()).toEqual(['disk /f/e/one.txt']);
  });

  it('are counted while what they mark cannot be seen, and can be forgotten then', async () => {
    await mark(ann, ['/d/one.txt', '/two.txt']);
    await platform.call(ann, disk.remove, { paths: ['/d'] });
    await platform.call(ann, trash.empty, {});
    expect(await shown()).toEqual(['disk /two.txt', '1 unseen']);
    await rm(join(ann.home, 'two.txt'));
    await mark(ann, ['/d']).then(({ code }) => expect(code).toBe(404));
    expect(await shown()).toEqual(['2 unseen']);
    await mkdir(join(ann.home, 'stays'));
    await mark(ann, ['/stays']);
    expect((await platform.call(ann, favourites.forgetUnseen, {})).result).toBe(2);
    expect(await shown()).toEqual(['disk /stays']);
  });

  it('are gone with an entry that the platform has forgotten', async () => {
    await mark(ann, ['/d', '/two.txt']);
    await platform.get(EntryTree).forget({ space: 'disk', spaceId: ann.id });
    await platform.get(EntryCollection).collect(new AbortController().signal);
    expect(await markedRows()).toBe(0);
  });

  it('are not what is not there, nor the whole space, and a call does all or nothing', async () => {
    expect((await mark(ann, ['/d', '/nothing'])).code).toBe(404);
    expect((await mark(ann, ['/'])).result).toMatchObject({ error: 'FAVOURITE_ROOT' });
    expect((await mark(ann, ['/../bob/two.txt'])).success).toBe(false);
    expect(await markedRows()).toBe(0);
  });

  it('are so many at most, also when they are marked at once', async () => {
    await platform.query(
      `INSERT INTO favourite (user_id, space, space_id, entry_id)
       SELECT id, 'disk', id::text, ensure_space_entry('disk', id::text, NULL, ARRAY['many', n::text])
       FROM user_account, generate_series(1, $2::integer) AS n WHERE id = $1`,
      [ann.id, limits.favourites - 2],
    );
    const marks = await Promise.all(
      ['/d', '/d/e', '/d/one.txt', '/two.txt'].map((path) => mark(ann, [path])),
    );
    expect(marks.map(({ result }) => (result as Failure | null)?.error ?? 'done').sort()).toEqual([
      'FAVOURITE_TOO_MANY',
      'FAVOURITE_TOO_MANY',
      'done',
      'done',
    ]);
    expect(await markedRows()).toBe(limits.favourites);
    const made = (await shown()).slice(0, -1);
    expect(made).toHaveLength(2);
    // What is marked stays so, and takes no room.
    expect((await mark(ann, [made[0]?.slice('disk '.length) ?? ''])).code).toBe(200);
  });

  it('are told to all windows of their user, and when an entry moves', async () => {
    const window = await connectConsole(platform.baseUrl, ann.token);
    const other = await connectConsole(platform.baseUrl, bob.token);
    let told = 0;
    let toldOther = 0;
    window.socket.on('favouritesChanged', () => void (told += 1));
    other.socket.on('favouritesChanged', () => void (toldOther += 1));
    try {
      await mark(ann, ['/d/one.txt']);
      await waitFor('the mark to be told', () => told === 1);
      await platform.call(ann, disk.rename, { path: '/d', newPath: '/g' });
      await waitFor('the move to be told', () => told === 2);
      await platform.call(ann, disk.rename, { path: '/two.txt', newPath: '/2.txt' });
      await mark(ann, ['/g/one.txt'], { space: 'disk' }, false);
      await waitFor('the end to be told', () => told === 3);
      expect(toldOther).toBe(0);
    } finally {
      window.close();
      other.close();
    }
  });

  it('go with their user, and are for whom has a page of files', async () => {
    const eve = await platform.addUser('eve');
    await mkdir(join(eve.home, 'x'), { recursive: true });
    await mark(eve, ['/x']);
    expect(await markedRows()).toBe(1);
    await platform.query('DELETE FROM user_account WHERE id = $1', [eve.id]);
    expect(await markedRows()).toBe(0);
    const guest = await platform.addUser('guest', []);
    for (const call of [favourites.list, favourites.paths, favourites.forgetUnseen]) {
      expect((await platform.call(guest, call, {})).code).toBe(403);
    }
    expect((await mark(guest, ['/x'])).code).toBe(403);
  });
});

describe('favourites of what others share', () => {
  it('show the paths of the share, follow its entries, and end with the right to it', async () => {
    const id = await shares.add(ann, ['/d', '/two.txt'], { receivers: [bob] });
    const share = { space: 'share', spaceId: id } as const;
    expect((await mark(bob, ['/d/one.txt', '/two.txt'], share)).code).toBe(200);
    expect((await shown(bob)).sort()).toEqual(['share /d/one.txt', 'share /two.txt']);
    expect(await starsIn(bob, share)).toEqual(['/d/one.txt', '/two.txt']);
    // The same entries by another way are other favourites.
    expect(await starsIn(ann, { space: 'disk' })).toEqual([]);
    await platform.call(ann, disk.rename, { path: '/d/one.txt', newPath: '/d/e/uno.txt' });
    await platform.call(ann, copies.move, { paths: ['/two.txt'], dir: '/d/e' });
    expect((await shown(bob)).sort()).toEqual(['share /d/e/two.txt', 'share /d/e/uno.txt']);
    await platform.call(ann, disk.rename, { path: '/d/e/uno.txt', newPath: '/away.txt' });
    expect(await shown(bob)).toEqual(['share /d/e/two.txt', '1 unseen']);
    await platform.query('DELETE FROM share_receiver WHERE share_id = $1', [id]);
    expect(await shown(bob)).toEqual(['2 unseen']);
    expect(await starsIn(bob, share)).toBe(404);
    expect((await mark(bob, ['/d'], share)).code).toBe(404);
  });

  it('are nothing in a drop box, whose receivers see nothing', async () => {
    const id = await shares.add(ann, ['/d'], { receivers: [bob], isDropBox: true });
    const box = { space: 'share', spaceId: id } as const;
    expect((await mark(bob, ['/one.txt'], box)).success).toBe(false);
    expect(await markedRows()).toBe(0);
  });
});

describe('favourites of a project', () => {
  it('are shown while their entry may be viewed, and change nobody’s rights', async () => {
    const { id } = await projects.add(ann, { members: [bob] });
    const project = { space: 'project', spaceId: id } as const;
    await projects.upload(ann, id, '/data/run.txt');
    expect((await mark(bob, ['/data/run.txt'], project)).code).toBe(200);
    expect(await shown(bob)).toEqual(['project /data/run.txt']);
    const { result } = await platform.call(bob, projectFiles.list, {
      projectId: id,
      path: '/data',
    });
    expect(result[0]).toMatchObject({ rights: { edit: false, download: false } });
    await projects.save(ann, id, '/data', {});
    expect(await shown(bob)).toEqual(['1 unseen']);
    expect(await starsIn(bob, project)).toEqual([]);
    expect((await mark(bob, ['/data/run.txt'], project)).success).toBe(false);
    await projects.save(ann, id, '/data', { groupView: true });
    expect(await shown(bob)).toEqual(['project /data/run.txt']);
  });

  it('do not make what is put under a marked name somebody’s', async () => {
    const { id } = await projects.add(ann, { members: [bob] });
    const project = { space: 'project', spaceId: id } as const;
    await projects.write(id, '/loose.txt');
    await mark(bob, ['/loose.txt'], project);
    await rm(projects.path(id, '/loose.txt'));
    await projects.upload(bob, id, '/loose.txt');
    const { result } = await platform.call(bob, projectFiles.list, { projectId: id, path: '/' });
    expect(result).toMatchObject([{ path: '/loose.txt', putBy: { userName: 'bob' } }]);
  });
});
