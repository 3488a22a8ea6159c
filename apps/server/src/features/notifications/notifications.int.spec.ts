import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  consoleNamespace,
  defineNotification,
  endpoints,
  limits,
  type NotificationRow,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Notifications } from './notification.service.js';
import { NotificationTasks } from './notification.tasks.js';

const { list, read, readAll } = endpoints.notifications;
const approved = defineNotification({
  kind: 'spec.approved',
  group: 'jobs',
  payload: z.object({ name: z.string() }),
});

let platform: SpecPlatform;
let anna: SpecUser;
let ben: SpecUser;
let notifications: Notifications;
let source: DataSource;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  anna = await platform.addUser('note-anna', ['/myDoc', '/myShare', '/managementProject']);
  ben = await platform.addUser('note-ben');
  notifications = platform.get(Notifications);
  source = platform.get(DataSource);
});
afterAll(() => platform.close());
beforeEach(() => platform.query('TRUNCATE notification'));

const notify = (users: SpecUser[], name: string, sender?: SpecUser): Promise<void> =>
  source.transaction((manager) =>
    notifications.notify(
      manager,
      users.map(({ id }) => id),
      approved,
      { name },
      sender?.id,
    ),
  );

async function namesOf(user: SpecUser, unreadOnly = false): Promise<unknown[]> {
  const { result } = await platform.call(user, list, { unreadOnly });
  return result.content.map(({ payload }) => payload.name);
}

/** Another window of the user; gives what it hears. */
async function listen(
  user: SpecUser,
): Promise<{ heard: NotificationRow[]; reads: () => number; socket: Socket }> {
  const heard: NotificationRow[] = [];
  let reads = 0;
  const socket = io(`${platform.baseUrl}${consoleNamespace}`, {
    auth: { token: user.token },
    transports: ['websocket'],
    forceNew: true,
  });
  socket.on('notificationAdded', (row: NotificationRow) => heard.push(row));
  socket.on('notificationsRead', () => (reads += 1));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return { heard, reads: () => reads, socket };
}

describe('notifications', () => {
  it('are stored with the decision, for the users named and no one else', async () => {
    await notify([anna], 'one');
    await notify([anna, ben], 'two');
    expect(await namesOf(anna)).toEqual(['two', 'one']);
    expect(await namesOf(ben)).toEqual(['two']);
    const { result } = await platform.call(anna, list, { size: 1 });
    expect(result).toMatchObject({ totalElements: 2, unread: 2, content: [{ isRead: false }] });
  });

  it('are pushed after the commit, once', async () => {
    const { heard, socket } = await listen(anna);
    await notify([anna, ben], 'live');
    await waitFor('the push', () => heard.length > 0);
    await notifications.pushForgotten();
    expect(heard.map(({ payload }) => payload)).toEqual([{ name: 'live' }]);
    await waitFor(
      'the marks',
      async () =>
        (await platform.query('SELECT 1 FROM notification WHERE pushed_at IS NULL')).length === 0,
    );
    socket.disconnect();
  });

  it('do not exist and are not pushed when the decision is rolled back', async () => {
    const { heard, socket } = await listen(anna);
    await expect(
      source.transaction(async (manager) => {
        await notifications.notify(manager, [anna.id], approved, { name: 'never' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await notify([anna], 'after');
    await waitFor('the push', () => heard.length > 0);
    expect(heard.map(({ payload }) => payload)).toEqual([{ name: 'after' }]);
    expect(await namesOf(anna)).toEqual(['after']);
    socket.disconnect();
  });

  it('are found and pushed when their process died after the commit', async () => {
    const { heard, socket } = await listen(anna);
    await platform.query(
      `INSERT INTO notification (user_id, kind, payload, created_at)
       VALUES ($1, 'spec.approved', '{"name":"left"}', now() - interval '1 minute')`,
      [anna.id],
    );
    await notifications.pushForgotten();
    await notifications.pushForgotten();
    await waitFor('the push', () => heard.length > 0);
    expect(heard.map(({ payload }) => payload)).toEqual([{ name: 'left' }]);
    socket.disconnect();
  });

  it('are read one by one or all at once, by their owner only', async () => {
    await notify([anna, ben], 'one');
    await notify([anna, ben], 'two');
    const { result } = await platform.call(anna, list, {});
    const ids = result.content.map(({ id }) => id);
    const { heard, reads, socket } = await listen(anna);
    await platform.call(ben, read, { ids });
    expect(await namesOf(anna, true)).toEqual(['two', 'one']);
    await platform.call(anna, read, { ids: ids.slice(0, 1) });
    expect(await namesOf(anna, true)).toEqual(['one']);
    await waitFor('the other window to hear of it', () => reads() === 1);
    await platform.call(anna, readAll, {});
    expect(await namesOf(anna, true)).toEqual([]);
    // Where nothing was unread there is nothing to hear; what comes after it comes later.
    await platform.call(anna, readAll, {});
    await notify([anna], 'three');
    await waitFor('the next one', () => heard.length === 1);
    expect(reads()).toBe(2);
    socket.disconnect();
    expect(await namesOf(ben, true)).toEqual(['two', 'one']);
  });

  it('are nothing for who is not signed in', async () => {
    for (const endpoint of [list, readAll]) {
      expect((await platform.call(null, endpoint, {})).code).toBe(401);
    }
    expect((await platform.call(null, read, { ids: ['1'] })).code).toBe(401);
  });

  it('go after their time, and when there are too many', async () => {
    await platform.query(
      `INSERT INTO notification (user_id, kind, payload, created_at)
       SELECT $1, 'spec.approved', jsonb_build_object('name', number::text),
              now() - CASE WHEN number <= 10 THEN interval '91 days' ELSE interval '1 day' END
       FROM generate_series(1, 1020) number`,
      [anna.id],
    );
    await platform.get(NotificationTasks).prune(new AbortController().signal);
    const [row] = await platform.query(
      `SELECT count(*)::int AS count, min((payload ->> 'name')::int) AS first FROM notification`,
    );
    expect(row).toEqual({ count: 1000, first: 21 });
  });
});

describe('many of one sender', () => {
  it('are one that says how many, as long as nobody has read it, and leave others’ alone', async () => {
    await notify([anna], 'approval');
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => notify([anna], `share ${index}`, ben)),
    );
    await notify([anna], 'last', ben);
    const rows = (await platform.call(anna, list, {})).result.content;
    expect(rows.map(({ payload, count }) => [payload.name, count])).toEqual([
      ['last', 21],
      ['approval', 1],
    ]);
    await platform.call(anna, readAll, {});
    await notify([anna], 'again', ben);
    expect(await namesOf(anna, true)).toEqual(['again']);
    await platform.query('UPDATE notification SET period = period - 1');
    await notify([anna], 'later', ben);
    expect(await namesOf(anna, true)).toEqual(['later', 'again']);
  });

  it.each([
    [
      'shares',
      limits.sharesPerMinute,
      () =>
        platform.call(anna, endpoints.shares.add, {
          paths: ['/none'],
          shareType: 1,
          users: [{ id: ben.id }],
        }),
    ],
    [
      'invitations',
      limits.invitationsPerMinute,
      () =>
        platform.call(anna, endpoints.projects.addUsers, { projectId: anna.id, userId: ben.id }),
    ],
  ])('are so many a minute: %s', async (_, most, send) => {
    const codes = [];
    for (let count = 0; count <= most; count += 1) {
      codes.push((await send()).code);
    }
    expect(codes.slice(0, most)).not.toContain(429);
    expect(codes.at(-1)).toBe(429);
  });
});
