import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
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
import { endpoints, limits, type Failure } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { EntryCollection } from '../../spaces/entries/entry-collection.service.js';
import { EntryTree } from '../../spaces/entries/entry-tree.js';
import { projectRef } from '../space/project-ref.js';

const { projects, projectFiles } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let ann: SpecUser;
let bob: SpecUser;
let stranger: SpecUser;
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  [owner, ann, bob, stranger] = [
    await spec.addUser('owner'),
    await spec.addUser('ann'),
    await spec.addUser('bob'),
    await spec.addUser('stranger'),
  ];
});
afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM project');
  await platform.query('DELETE FROM entry_comment');
  await platform.query('DELETE FROM attempt_limit');
  ({ id: projectId } = await spec.add(owner, { members: [ann, bob] }));
  await spec.upload(owner, projectId, '/data/plan.txt');
});

const plan = '/data/plan.txt';
const write = (user: SpecUser, text: string, path = plan) =>
  platform.call(user, projectFiles.addComment, { projectId, path, text });
const read = (user: SpecUser, path = plan, page: { pageNum?: number; pageSize?: number } = {}) =>
  platform.call(user, projectFiles.comments, { projectId, path, ...page });
const remove = (user: SpecUser, commentId: string, path = plan) =>
  platform.call(user, projectFiles.removeComment, { projectId, path, commentId });
const texts = async (path = plan, user = ann): Promise<string[]> =>
  (await read(user, path)).result.data.map(({ text }) => text);
const errorOf = ({ result }: { result: unknown }): string => (result as Failure).error;

describe('comments on an entry', () => {
  it('are read by the members, the newest first and page by page, with who may delete which', async () => {
    for (const [user, text] of [
      [ann, 'one'],
      [bob, 'two'],
      [ann, 'three'],
    ] as const) {
      expect((await write(user, text)).code).toBe(200);
    }
    const { result } = await read(bob);
    expect(result.total).toBe(3);
    expect(
      result.data.map(({ text, author, canRemove }) => [text, author?.userName, canRemove]),
    ).toEqual([
      ['three', 'ann', false],
      ['two', 'bob', true],
      ['one', 'ann', false],
    ]);
    expect((await read(owner)).result.data.every(({ canRemove }) => canRemove)).toBe(true);
    const second = await read(ann, plan, { pageNum: 1, pageSize: 2 });
    expect(second.result.data.map(({ text }) => text)).toEqual(['one']);
    expect(await texts('/data')).toEqual([]);
  });

  it('are deleted by who wrote them and by managers, and by nobody else', async () => {
    const [first, second] = [(await write(ann, 'one')).result, (await write(ann, 'two')).result];
    const refused = await remove(bob, first.id);
    expect([refused.code, errorOf(refused)]).toEqual([403, 'COMMENT_NOT_OWN']);
    expect((await remove(ann, first.id)).code).toBe(200);
    expect(errorOf(await remove(ann, first.id))).toBe('COMMENT_NOT_FOUND');
    expect((await remove(owner, second.id)).code).toBe(200);
    expect(await texts()).toEqual([]);
  });

  it('are deleted on the entry that they are about, and in its project alone', async () => {
    const { id } = (await write(ann, 'here')).result;
    expect(errorOf(await remove(ann, id, '/data'))).toBe('COMMENT_NOT_FOUND');
    expect(errorOf(await remove(ann, randomUUID()))).toBe('COMMENT_NOT_FOUND');
    const other = await spec.add(stranger);
    await spec.upload(stranger, other.id, plan);
    const foreign = await platform.call(stranger, projectFiles.removeComment, {
      projectId: other.id,
      path: plan,
      commentId: id,
    });
    expect(errorOf(foreign)).toBe('COMMENT_NOT_FOUND');
    expect(await texts()).toEqual(['here']);
  });

  it('are plain text, whatever they look like, and bounded', async () => {
    const hostile = '<img src=x onerror=alert(1)> \u202Egnp.exe\u2066 {{name}}\nline';
    expect((await write(ann, ` ${hostile} `)).code).toBe(200);
    expect(await texts()).toEqual([hostile]);
    expect((await write(ann, 'x'.repeat(limits.commentLength))).code).toBe(200);
    for (const text of ['', '  \n ', 'x'.repeat(limits.commentLength + 1), 'a\0b', 'half \uD800']) {
      expect((await write(ann, text)).code).toBe(400);
    }
  });

  it('are at most so many of an entry, also when they come at once', async () => {
    const { id } = (await write(ann, 'first')).result;
    await platform.query(
      `INSERT INTO entry_comment (entry_id, body)
       SELECT entry_id, 'of many' FROM entry_comment, generate_series(1, $2::int) WHERE id = $1`,
      [id, limits.commentsPerEntry - 2],
    );
    const answers = await Promise.all([write(ann, 'a'), write(bob, 'b'), write(owner, 'c')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    expect((await read(ann)).result.total).toBe(limits.commentsPerEntry);
    expect((await read(ann)).result.data.at(-1)).toMatchObject({ author: null, canRemove: false });
  });

  it('are not written faster than people write', async () => {
    const codes = new Set<number>();
    for (let n = 0; n <= limits.commentsPerMinute; n += 1) {
      codes.add((await write(ann, 'again')).code);
    }
    expect([...codes]).toEqual([200, 429]);
  });
});

describe('who may not', () => {
  it('is whoever is no member, also where everybody may view the entry', async () => {
    const { id } = (await write(ann, 'inside')).result;
    await spec.save(owner, projectId, '/', { otherView: true, groupView: true, userView: true });
    expect((await platform.call(stranger, projectFiles.list, { projectId })).code).toBe(200);
    const codes = [await read(stranger), await write(stranger, 'me'), await remove(stranger, id)];
    expect(codes.map(errorOf)).toEqual(codes.map(() => 'PROJECT_NOT_FOUND'));
  });

  it('is a member who may not view the entry any more, who wrote there included', async () => {
    const { id } = (await write(ann, 'mine')).result;
    await spec.save(owner, projectId, plan, {});
    const codes = [await read(ann), await write(ann, 'again'), await remove(ann, id)];
    expect(codes.map(errorOf)).toEqual(codes.map(() => 'PROJECT_VIEW_OFF'));
    expect((await read(owner)).result.total).toBe(1);
    expect((await read(ann, '/data/none')).code).toBe(404);
  });

  it('is a member who has left', async () => {
    await write(ann, 'mine');
    await platform.call(owner, projects.removeUser, { projectId, userId: ann.id });
    expect(errorOf(await read(ann))).toBe('PROJECT_NOT_FOUND');
    expect((await read(bob)).result.data[0]?.author?.userName).toBe('ann');
  });
});

describe('what becomes of them', () => {
  it('is that they go where the entry goes, and come back with it from the trash', async () => {
    await write(ann, 'on the file');
    await write(ann, 'on the folder', '/data');
    await platform.call(owner, projectFiles.rename, { projectId, name: '/data', newName: 'moved' });
    expect(await texts('/moved/plan.txt')).toEqual(['on the file']);
    expect(await texts('/moved')).toEqual(['on the folder']);
    await platform.call(owner, projectFiles.remove, { projectId, paths: ['/moved'] });
    await spec.upload(owner, projectId, '/moved/plan.txt');
    expect(await texts('/moved/plan.txt')).toEqual([]);
    await platform.call(owner, projectFiles.remove, { projectId, paths: ['/moved'] });
    const { result } = await platform.call(owner, projectFiles.trash, { projectId });
    const ids = [result.data.at(-1)!.id];
    await platform.call(owner, projectFiles.restoreFromTrash, { projectId, ids });
    expect(await texts('/moved/plan.txt')).toEqual(['on the file']);
  });

  it('is that they stay when the content is replaced, and go when the entry is gone for good', async () => {
    await write(ann, 'on the file');
    await spec.upload(owner, projectId, plan, 'other content');
    expect(await texts()).toEqual(['on the file']);
    await platform.call(owner, projectFiles.remove, { projectId, paths: ['/data'] });
    await platform.call(owner, projectFiles.emptyTrash, { projectId });
    await platform.get(EntryCollection).collect(new AbortController().signal);
    expect(await platform.query('SELECT FROM entry_comment')).toEqual([]);
  });
});

describe('notices', () => {
  beforeEach(() => platform.query('DELETE FROM notification'));
  /** What the user has not read: of which entry, from whom, how many. */
  const unread = async (user: SpecUser): Promise<unknown[]> => {
    const { result } = await platform.call(user, endpoints.notifications.list, {
      unreadOnly: true,
    });
    return result.content.map(({ kind, payload, count }) => [
      kind,
      payload['path'],
      payload['by'],
      count,
    ]);
  };
  const of = (path: string, by: string, count: number) => ['projects.commented', path, by, count];

  it('go to who commented before and to who is in charge, all of one entry in one', async () => {
    await write(ann, 'one');
    expect(await unread(bob)).toEqual([]);
    await write(bob, 'two');
    await write(bob, 'three');
    expect(await unread(ann)).toEqual([of(plan, 'bob', 2)]);
    expect(await unread(owner)).toEqual([of(plan, 'bob', 3)]);
    // Hours later, and with other things told meanwhile.
    await platform.query('UPDATE notification SET period = period - 60');
    await write(ann, 'elsewhere', '/data');
    await write(bob, 'four');
    expect(await unread(owner)).toEqual([of(plan, 'bob', 4), of('/data', 'ann', 1)]);
    expect(await unread(ann)).toEqual([of(plan, 'bob', 3)]);
    expect(await unread(bob)).toEqual([]);
    await platform.call(ann, endpoints.notifications.readAll, {});
    await write(bob, 'five');
    expect(await unread(ann)).toEqual([of(plan, 'bob', 1)]);
    await write(owner, 'six');
    expect(await unread(bob)).toEqual([of(plan, 'owner', 1)]);
  });

  it('go to nobody who may not view the entry at that moment', async () => {
    const [cut, gone, frozen, pageless] = [
      await spec.addUser('cut'),
      await spec.addUser('gone'),
      await spec.addUser('frozen'),
      await spec.addUser('pageless'),
    ];
    const left = [cut, gone, frozen, pageless];
    for (const user of left) {
      await platform.call(owner, projects.addUsers, { projectId, userId: user.id });
    }
    await spec.upload(cut, projectId, '/data/own.txt');
    for (const user of [ann, ...left]) {
      expect((await write(user, 'mine', '/data/own.txt')).code).toBe(200);
    }
    await platform.query('DELETE FROM notification');
    await platform.call(owner, projects.removeUser, { projectId, userId: gone.id });
    await platform.query('DELETE FROM notification');
    await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [frozen.id]);
    await platform.query('DELETE FROM user_role WHERE user_id = $1', [pageless.id]);
    // Its putter alone may view it, of all members.
    await spec.save(owner, projectId, '/data/own.txt', { userView: true });
    expect((await write(owner, 'seen?', '/data/own.txt')).code).toBe(200);
    const told = await platform.query(
      'SELECT user_name FROM notification JOIN user_account ON user_account.id = user_id',
    );
    expect(told).toEqual([{ user_name: 'cut' }]);
    await spec.save(owner, projectId, '/data/own.txt', {});
    await platform.query('DELETE FROM notification');
    await write(owner, 'still?', '/data/own.txt');
    expect(await platform.query('SELECT FROM notification')).toEqual([]);
  });
});

describe('the entry that a notice names', () => {
  const find = (user: SpecUser, entryId: string, of = projectId) =>
    platform.call(user, projectFiles.commentedEntry, { projectId: of, entryId });
  /** By the notice that the owner got. */
  const named = async (): Promise<string> => {
    await platform.query('DELETE FROM notification');
    expect((await write(ann, 'look')).code).toBe(200);
    const { result } = await platform.call(owner, endpoints.notifications.list, {});
    const entryId = String(result.content[0]?.payload['entryId']);
    expect((await read(ann)).result.entryId).toBe(entryId);
    return entryId;
  };
  const gone = async (user: SpecUser, entryId: string, of = projectId): Promise<void> => {
    const { code, result } = await find(user, entryId, of);
    expect([code, (result as Partial<Failure>).error]).toEqual([404, 'COMMENT_ENTRY_GONE']);
  };

  it('is found where it is now, and not while it is in the trash', async () => {
    const entryId = await named();
    expect((await find(bob, entryId)).result.path).toBe(plan);
    await platform.call(owner, projectFiles.rename, { projectId, name: '/data', newName: 'moved' });
    await platform.call(owner, projectFiles.rename, {
      projectId,
      name: '/moved/plan.txt',
      newName: 'now.txt',
    });
    // What has the old name since is another one.
    await spec.upload(owner, projectId, plan);
    expect((await find(bob, entryId)).result.path).toBe('/moved/now.txt');
    await platform.call(owner, projectFiles.remove, { projectId, paths: ['/moved/now.txt'] });
    await gone(owner, entryId);
    const { result } = await platform.call(owner, projectFiles.trash, { projectId });
    const ids = [result.data[0]!.id];
    await platform.call(owner, projectFiles.restoreFromTrash, { projectId, ids });
    expect((await find(bob, entryId)).result.path).toBe('/moved/now.txt');
    await rm(spec.path(projectId, '/moved/now.txt'));
    await gone(owner, entryId);
  });

  it('is found by nobody who may not view it there, and only in its project', async () => {
    const entryId = await named();
    await spec.save(owner, projectId, plan, {});
    await gone(bob, entryId);
    expect((await find(owner, entryId)).result.path).toBe(plan);
    await spec.save(owner, projectId, '/', { otherView: true, groupView: true, userView: true });
    expect(errorOf(await find(stranger, entryId))).toBe('PROJECT_NOT_FOUND');
    const other = await spec.add(stranger);
    await gone(stranger, entryId, other.id);
  });

  it.each(['0', '-1', 'x', "1' OR true", '99999999999999999999', randomUUID()])(
    'is none where %p is given',
    (entryId) => gone(owner, entryId),
  );
});

describe('a comment on what is moved in that moment', () => {
  const rename = () =>
    platform.call(owner, projectFiles.rename, { projectId, name: plan, newName: 'now.txt' });
  afterEach(() => void jest.restoreAllMocks());

  it('is refused where the entry has left the path', async () => {
    const tree = platform.get(EntryTree);
    const holdStill = tree.holdStill.bind(tree);
    jest.spyOn(tree, 'holdStill').mockImplementationOnce(async (...given) => {
      expect((await rename()).code).toBe(200);
      await holdStill(...given);
    });
    expect((await write(ann, 'late')).code).toBe(404);
    expect(await platform.query('SELECT FROM entry_comment')).toEqual([]);
    expect((await tree.find(projectRef(projectId), [plan])).has(plan)).toBe(false);
  });

  it('goes with the entry that was there when it was written', async () => {
    const tree = platform.get(EntryTree);
    const ensure = tree.ensure.bind(tree);
    let renamed: ReturnType<typeof rename> | undefined;
    jest.spyOn(tree, 'ensure').mockImplementationOnce(async (...given) => {
      renamed = rename();
      await waitFor('the new name', async () => (await read(ann, '/data/now.txt')).code !== 404);
      await ensure(...given);
    });
    expect((await write(ann, 'in time')).code).toBe(200);
    expect((await renamed)?.code).toBe(200);
    expect(await texts('/data/now.txt')).toEqual(['in time']);
  });
});

describe('live', () => {
  it('tells who looks at the entry and may view it, and nobody else', async () => {
    const topic = { topic: 'comments', projectId, path: plan } as const;
    const heard: string[] = [];
    const revoked: string[] = [];
    const windows: { close(): void }[] = [];
    const open = async (name: string, user: SpecUser, mayWatch: boolean): Promise<void> => {
      const window = await connectConsole(platform.baseUrl, user.token);
      windows.push(window);
      window.socket.on('commentsChanged', (event) =>
        heard.push(`${name} ${JSON.stringify(event)}`),
      );
      window.socket.on('subscriptionRevoked', () => revoked.push(name));
      expect([name, await window.ask('watch', topic)]).toEqual([name, mayWatch]);
    };
    const told = JSON.stringify({ projectId, path: plan });
    await spec.save(owner, projectId, '/', { otherView: true, groupView: true, userView: true });
    await open('ann', ann, true);
    await open('stranger', stranger, false);
    await write(bob, 'hello');
    await waitFor('the first event', () => heard.length > 0);
    await spec.save(owner, projectId, plan, {});
    await waitFor('the end of the watching', () => revoked.length > 0);
    await open('owner', owner, true);
    await open('bob', bob, false);
    const { id } = (await write(owner, 'closed')).result;
    await waitFor('the second event', () => heard.length > 1);
    await remove(owner, id);
    await waitFor('the third event', () => heard.length > 2);
    expect(heard).toEqual([`ann ${told}`, `owner ${told}`, `owner ${told}`]);
    expect(revoked).toEqual(['ann']);
    windows.forEach((window) => window.close());
  });
});
