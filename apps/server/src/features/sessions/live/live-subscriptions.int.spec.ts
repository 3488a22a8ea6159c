import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { rooms, type LivePosition } from '@clusterdesk/contracts';
import { connectConsole, type TestConsole } from '@clusterdesk/tests/server/test-console.js';
import { signIn, startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Authenticator } from '../../../platform/http/access/principal.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { ConsoleGateway } from './console-gateway.service.js';
import { LiveSubscriptions } from './live-subscriptions.service.js';
import { SessionService } from '../session.service.js';

let server: TestServer;
let browser: TestConsole;

beforeAll(async () => {
  // Windows are not all checked again while the tests run.
  server = await startTestServer({}, undefined, {
    rights: { socketsMs: 600_000 },
    realtime: { positionRetryMs: 50 },
  });
  browser = await connectConsole(server.baseUrl, await signIn(server.baseUrl));
});
afterAll(async () => {
  browser.close();
  await server.stop();
});

/** Comes again where too many come at once. */
async function connectSlowly(token: string): Promise<TestConsole> {
  return waitFor('a window', () => connectConsole(server.baseUrl, token), 5_000, 200);
}

describe('the windows of one user', () => {
  it('are as many as people need', async () => {
    const token = await signIn(server.baseUrl);
    const windows: TestConsole[] = [];
    for (let count = 0; count < 32; count += 1) {
      windows.push(await connectSlowly(token));
    }
    // Until so many may come at once again, it is refused for another reason.
    const refusal = await waitFor('the refusal', async () => {
      const reason = await connectConsole(server.baseUrl, token).then(() => 'let in', String);
      return /let in|SESSION_TOO_MANY_WINDOWS/.exec(reason)?.[0];
    });
    expect(refusal).toBe('SESSION_TOO_MANY_WINDOWS');
    // Another session, and the windows that are open, are as they were.
    (await connectSlowly(await signIn(server.baseUrl))).close();
    expect(windows.filter(({ socket }) => socket.connected)).toHaveLength(32);
    windows.forEach((window) => window.close());
    (await connectSlowly(token)).close();
  });

  it('watch 512 topics together', async () => {
    server.app.get(LiveSubscriptions).allowTopic('job', () => true);
    const token = await signIn(server.baseUrl);
    const windows: TestConsole[] = [];
    for (let count = 0; count < 9; count += 1) {
      windows.push(await connectSlowly(token));
    }
    const sockets = [...server.app.get(Realtime).console.sockets.values()];
    for (const { data } of sockets.slice(-8)) {
      for (let jobId = 0; jobId < 64; jobId += 1) {
        data.topics.set(`filled ${jobId}`, { topic: 'job', jobId: String(jobId) });
      }
    }
    const [first] = windows.filter(({ socket }) => socket.id === sockets.at(-9)?.id);
    const oneMore = { topic: 'job', jobId: 'one more' };
    expect(await (first ?? browser).ask('watch', oneMore)).toBe(false);
    windows.forEach((window) => window.close());
  });

  it('ask for a topic once when rights are checked again', async () => {
    let questions = 0;
    server.app.get(LiveSubscriptions).allowTopic('job', () => {
      questions += 1;
      return true;
    });
    const gateway = server.app.get(ConsoleGateway);
    const recheck = jest.spyOn(gateway, 'recheck');
    const token = await signIn(server.baseUrl);
    const windows = [await connectSlowly(token), await connectSlowly(token)];
    for (const window of windows) {
      expect(await window.ask('watch', { topic: 'job', jobId: '1' })).toBe(true);
    }
    // Each window was checked as it came, and may have been asked about its topic by that.
    await Promise.all(recheck.mock.results.map(({ value }) => value));
    recheck.mockRestore();
    questions = 0;
    await gateway.recheck(({ data }) => data.topics.size === 1);
    expect(questions).toBe(1);
    windows.forEach((window) => window.close());
  });

  it('are let in, or not, a few times on one connection', async () => {
    const authenticate = jest.spyOn(server.app.get(Authenticator), 'authenticate');
    const url = `${server.baseUrl}/socket.io/?EIO=4&transport=polling`;
    const [, sid = ''] = /"sid":"([^"]+)"/.exec(await (await fetch(url)).text()) ?? [];
    const asking = Array<string>(200).fill('40/console,{"token":"made-up-token"}');
    await fetch(`${url}&sid=${sid}`, { method: 'POST', body: asking.join('\x1e') });
    await waitFor('the end', async () => !(await fetch(`${url}&sid=${sid}`)).ok);
    expect(authenticate.mock.calls.length).toBeLessThanOrEqual(4);
    authenticate.mockRestore();
  });
});

/** A new window, and how far its user's room is. */
async function openWindow(): Promise<{ window: TestConsole; position: LivePosition }> {
  const window = await connectConsole(server.baseUrl, await signIn(server.baseUrl));
  const [user] = await server.dataSource.query<{ id: string }[]>(
    `SELECT id FROM user_account WHERE user_name = 'admin'`,
  );
  // Asked of the server: the window's own first position may have come before anybody could listen for it.
  const [position] = await server.app.get(Realtime).positions([rooms.user(user?.id ?? '')]);
  if (!position) {
    throw new Error('There is no position.');
  }
  return { window, position };
}

describe('what a window hears', () => {
  it('begins with a position that tells whether it missed something while it was away', async () => {
    const { window, position } = await openWindow();
    window.close();
    const [, userId = ''] = position.audience.split(':');
    const realtime = server.app.get(Realtime);
    for (const dir of ['/1', '/2']) {
      realtime.publish('filesChanged', audience.user(userId), { space: 'disk', dir });
    }
    const missed = await waitFor('both events', async () => {
      const again = await openWindow();
      again.window.close();
      return again.position.seq === position.seq + 2 && again.position;
    });
    expect(missed).toMatchObject({ audience: position.audience, epoch: position.epoch });
    expect(missed.quietMs).toBeLessThan(60_000);
  });

  it('is nothing unreadable', async () => {
    expect(await browser.ask('watch', 'everything')).toBe(false);
  });

  it('has a bound', async () => {
    server.app.get(LiveSubscriptions).allowTopic('job', () => true);
    const watch = (jobId: number): Promise<boolean> =>
      browser.ask('watch', { topic: 'job', jobId: String(jobId) });
    for (let jobId = 0; jobId < 64; jobId += 1) {
      expect(await watch(jobId)).toBe(true);
    }
    expect(await watch(64)).toBe(false);
    browser.socket.emit('unwatch', { topic: 'job', jobId: '0' });
    expect(await watch(64)).toBe(true);
  });

  it('is told later, not refused, when too much is asked at once', async () => {
    server.app.get(LiveSubscriptions).allowTopic('job', () => true);
    // Of a user who has asked nothing yet.
    await createUser(server, 'hasty', []);
    const token = await signIn(server.baseUrl, 'hasty', userPassword);
    const window = await connectConsole(server.baseUrl, token);
    const answers: (boolean | null)[] = await Promise.all(
      Array.from({ length: 30 }, (_, jobId) =>
        window.socket.emitWithAck('watch', { topic: 'job', jobId: String(jobId) }),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([true, null]));
    window.close();
  });

  it('begins with its place, also when that cannot be read at first', async () => {
    const token = await signIn(server.baseUrl);
    const positions = jest
      .spyOn(server.app.get(Realtime), 'positions')
      .mockRejectedValueOnce(new Error('The log does not answer.'));
    const window = await connectConsole(server.baseUrl, token);
    await waitFor('the failure', () => positions.mock.calls.length > 0);
    const told = new Promise<LivePosition[]>((resolve) => {
      window.socket.on('livePosition', resolve);
    });
    expect((await told)[0]?.audience).toMatch(/^user:/);
    positions.mockRestore();
    window.close();
  });

  it('ends with a right that ends while it is asked for', async () => {
    const { window } = await openWindow();
    let isAllowed = true;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let questions = 0;
    server.app.get(LiveSubscriptions).allowTopic('jobs', async () => {
      const mayWatch = isAllowed;
      questions += 1;
      await gate;
      return mayWatch;
    });
    const answer = window.ask<boolean>('watch', { topic: 'jobs' });
    await waitFor('the question', () => questions === 1);
    isAllowed = false;
    await server.app.get(ConsoleGateway).recheck(() => true);
    open();
    expect(await answer).toBe(false);
    window.close();
  });

  it('is asked for by each word of a window: what ended without a word is not heard on', async () => {
    const user = await createUser(server, 'losing', ['userList']);
    const token = await signIn(server.baseUrl, 'losing', userPassword);
    const window = await connectConsole(server.baseUrl, token);
    const topic = { topic: 'accounts', what: 'users' } as const;
    expect(await window.ask('watch', topic)).toBe(true);
    const ended = new Promise((resolve) => window.socket.once('subscriptionRevoked', resolve));
    // As by another process whose word does not come: nobody checks this window, but it asks.
    await server.dataSource.query(
      'DELETE FROM role_menu USING user_role WHERE user_role.role_id = role_menu.role_id AND user_id = $1',
      [user.id],
    );
    expect(await window.ask('watch', topic)).toBe(false);
    expect(await ended).toEqual(topic);
    await server.dataSource.query(`UPDATE user_session SET expires_at = now() WHERE user_id = $1`, [
      user.id,
    ]);
    window.socket.emit('watch', topic, () => undefined);
    expect(await window.revoked).toContain('登录已失效');
  });

  it('ends with a session that ends while the window is let in', async () => {
    const token = await signIn(server.baseUrl);
    const authenticator = server.app.get(Authenticator);
    const authenticate = authenticator.authenticate.bind(authenticator);
    const slow = jest.spyOn(authenticator, 'authenticate').mockImplementation(async (given) => {
      const caller = await authenticate(given);
      if (caller) {
        await server.app.get(SessionService).close(caller);
      }
      return caller;
    });
    const window = await connectConsole(server.baseUrl, token);
    slow.mockRestore();
    expect(await window.revoked).toContain('登录已失效');
  });
});
