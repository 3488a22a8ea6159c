import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, limits, sweepFeedbackMails } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { startMailServer, type TestMailServer } from '@clusterdesk/tests/server/test-messages.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { FeedbackMails } from './feedback-mails.service.js';

const { leave, list, handle, remove } = endpoints.feedback;

let mail: TestMailServer;
let platform: SpecPlatform;
let manager: SpecUser;
let ann: SpecUser;

beforeAll(async () => {
  mail = await startMailServer();
  platform = await SpecPlatform.open({
    withWorker: true,
    environment: { MAIL_URL: mail.url, MAIL_FROM: 'platform@example.com' },
    timings: { tasks: { dueWorkMs: 50 } },
  });
  manager = await platform.addUser('manager', ['/systemeManagement']);
  ann = await platform.addUser('ann');
  await platform.query(
    `UPDATE user_account SET email = user_name || '@example.com' WHERE user_name IN ('manager', 'ann')`,
  );
});
afterAll(async () => {
  await platform.close();
  await mail.stop();
});
beforeEach(async () => {
  await platform.query('DELETE FROM feedback');
  await platform.query('DELETE FROM attempt_limit');
  await platform.query('DELETE FROM notification');
});
afterEach(() => {
  mail.mails.length = 0;
});

const say = (message: string, user: SpecUser | null = ann) =>
  platform.call(user, leave, { message });
const shown = async () => (await platform.call(manager, list, {})).result;
const idOf = async (): Promise<string> => (await shown()).content[0]?.id ?? '';

describe('a message to the administrators', () => {
  it('is stored, shown and handled', async () => {
    expect((await say('  磁盘满了\nplease help ')).code).toBe(200);
    expect(await shown()).toMatchObject({
      totalElements: 1,
      open: 1,
      content: [{ message: '磁盘满了\nplease help', userName: 'ann', handledTime: null }],
    });
    const id = await idOf();
    expect((await platform.call(manager, handle, { id })).code).toBe(200);
    expect(await shown()).toMatchObject({
      open: 0,
      content: [{ handledBy: 'manager', handledTime: expect.any(String) }],
    });
    const open = await platform.call(manager, list, { openOnly: true });
    expect(open.result).toMatchObject({ content: [], totalElements: 0 });
    await platform.call(manager, handle, { id, handled: false });
    expect(await shown()).toMatchObject({ open: 1, content: [{ handledBy: null }] });
    expect((await platform.call(manager, remove, { id })).code).toBe(200);
    expect((await shown()).content).toEqual([]);
    const gone = { code: 404, result: { error: 'OPERATIONS_FEEDBACK_NOT_FOUND' } };
    expect(await platform.call(manager, remove, { id })).toMatchObject(gone);
    expect(await platform.call(manager, handle, { id })).toMatchObject(gone);
  });

  it('is for everybody to leave, and for administrators of the system to see', async () => {
    expect((await say('text', null)).code).toBe(401);
    await say('text');
    const id = await idOf();
    for (const [user, code] of [
      [null, 401],
      [ann, 403],
    ] as const) {
      expect((await platform.call(user, list, {})).code).toBe(code);
      expect((await platform.call(user, handle, { id })).code).toBe(code);
      expect((await platform.call(user, remove, { id })).code).toBe(code);
    }
    expect(await shown()).toMatchObject({ open: 1, totalElements: 1 });
  });

  it.each(['', ' \n ', '\u200b', 'a\0b', 'x'.repeat(limits.feedbackLength + 1)])(
    'is not %j',
    async (message) => {
      expect((await say(message)).code).toBe(400);
    },
  );

  it('is bounded for each user: how many an hour, and how many are kept', async () => {
    for (let count = 0; count < limits.feedbackPerHour; count += 1) {
      expect((await say('text')).code).toBe(200);
    }
    expect((await say('text')).code).toBe(429);
    expect((await say('text', manager)).code).toBe(200);
    await platform.query('DELETE FROM attempt_limit');
    await platform.query(
      `INSERT INTO feedback (user_id, message, created_at, handled_at)
       SELECT $1, 'old ' || n, now() - n * interval '1 day', CASE WHEN n = 1 THEN now() END
       FROM generate_series(1, 90) n`,
      [ann.id],
    );
    await say('newest');
    const kept = await platform.query(
      `SELECT message FROM feedback WHERE user_id = $1 AND message LIKE 'old %' ORDER BY created_at`,
      [ann.id],
    );
    expect(kept).toHaveLength(89);
    // What was handled goes before what was not, however new it is.
    expect(kept.map(({ message }) => message)).not.toContain('old 1');
    expect(kept[0]).toEqual({ message: 'old 90' });
  });

  it('stays without a name when its user is deleted', async () => {
    const gone = await platform.addUser('gone');
    await say('text', gone);
    await platform.query('DELETE FROM user_account WHERE id = $1', [gone.id]);
    expect((await shown()).content).toMatchObject([{ message: 'text', userName: null }]);
  });

  it('stands in the log without its text', async () => {
    await say('a secret of mine');
    const rows = await platform.query(
      `SELECT target_type, target_name, details FROM audit_log WHERE method_name = $1 ORDER BY id DESC LIMIT 1`,
      [leave.path],
    );
    expect(rows).toEqual([
      { target_type: 'feedback', target_name: 'ann', details: { length: 16 } },
    ]);
  });
});

describe('administrators', () => {
  it('are notified, and their windows show it', async () => {
    const window = await connectConsole(platform.baseUrl, manager.token);
    let changes = 0;
    window.socket.on('feedbackChanged', () => (changes += 1));
    expect(await window.ask('watch', { topic: 'feedback' })).toBe(true);
    await say('x'.repeat(500));
    await waitFor('the window', () => changes === 1);
    const { result } = await platform.call(manager, endpoints.notifications.list, {});
    expect(result.content).toMatchObject([
      { kind: 'operations.feedback-left', payload: { by: 'ann', text: `${'x'.repeat(200)}…` } },
    ]);
    expect((await platform.call(ann, endpoints.notifications.list, {})).result.content).toEqual([]);
    await platform.call(manager, remove, { id: await idOf() });
    await waitFor('the window', () => changes === 2);
    window.close();
    const other = await connectConsole(platform.baseUrl, ann.token);
    expect(await other.ask('watch', { topic: 'feedback' })).toBe(false);
    other.close();
  });

  it('get one mail each, and none twice', async () => {
    await say('the disk is full');
    const mails = () => mail.mails.filter(({ text }) => text.includes('the disk is full'));
    await waitFor('the mail', () => mails().length === 1);
    expect(mails()[0]?.to).toEqual(['manager@example.com']);
    await waitFor('its row to go', async () => {
      const [row] = await platform.query('SELECT count(*)::int AS left FROM feedback_mail');
      return row?.['left'] === 0;
    });
    await platform.get(FeedbackMails).send(await idOf());
    expect(mails()).toHaveLength(1);
  });

  it('get the mail that was lost with a process, and none who manages nothing by now', async () => {
    const [row] = await platform.query(
      `INSERT INTO feedback (user_id, message) VALUES ($1, 'nobody was told') RETURNING id`,
      [ann.id],
    );
    await platform.query(
      `INSERT INTO feedback_mail (feedback_id, user_id, looked_at)
       SELECT $1, id, now() - interval '1 hour' FROM user_account WHERE email <> ''`,
      [row?.['id']],
    );
    await platform.makeDue(sweepFeedbackMails);
    await waitFor('the rows to go', async () => {
      const left = await platform.query('SELECT 1 FROM feedback_mail');
      return left.length === 0;
    });
    expect(mail.mails.map(({ to }) => to)).toEqual([['manager@example.com']]);
  });
});
