import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  defaultNoticeChoice,
  endpoints,
  jobEndedNotice,
  limits,
  nodeClonedNotice,
  projectJoinedNotice,
  type EndpointInput,
  type NoticeChoice,
  type NotificationRow,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { startMailServer, type TestMailServer } from '@clusterdesk/tests/server/test-messages.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Notifications } from '../../notifications/notification.service.js';
import { NoticeMails } from './notice-mails.service.js';

const { list, readAll } = endpoints.notifications;
const { get: getPreference, set: setPreference } = endpoints.noticePreferences;
type Preference = EndpointInput<typeof setPreference>;

let mail: TestMailServer;
let platform: SpecPlatform;
let ann: SpecUser;
let ben: SpecUser;

beforeAll(async () => {
  mail = await startMailServer();
  platform = await SpecPlatform.open({
    withWorker: false,
    environment: {
      MAIL_URL: mail.url,
      MAIL_FROM: 'platform@example.com',
      PUBLIC_URL: 'https://desk.example.com',
    },
  });
  ann = await platform.addUser('mail-ann');
  ben = await platform.addUser('mail-ben');
  await platform.query(
    `UPDATE user_account SET email = user_name || '@example.com', language = 'cn' WHERE user_name = 'mail-ann'`,
  );
});
afterAll(async () => {
  await platform.close();
  await mail.stop();
});
beforeEach(async () => {
  await platform.query('TRUNCATE notification, notification_preference');
  mail.mails.length = 0;
});

const mailed: NoticeChoice = { ...defaultNoticeChoice, mail: true };
const preferenceOf = async (user: SpecUser): Promise<Preference> =>
  (await platform.call(user, getPreference, {})).result;
async function choose(
  user: SpecUser,
  choices: Partial<Preference['choices']>,
  more: Partial<Preference> = {},
): Promise<void> {
  const preference = await preferenceOf(user);
  const chosen = { ...preference, ...more, choices: { ...preference.choices, ...choices } };
  expect((await platform.call(user, setPreference, chosen)).code).toBe(200);
}

const tellJob = (user: SpecUser, jobName: string): Promise<void> =>
  platform.get(DataSource).transaction((manager) =>
    platform.get(Notifications).notify(manager, [user.id], jobEndedNotice, {
      jobId: '1',
      jobName,
      status: 'FAILED',
      exitCode: 3,
    }),
  );
const tellProject = (user: SpecUser, projectName: string): Promise<void> =>
  platform.get(DataSource).transaction((manager) =>
    platform.get(Notifications).notify(manager, [user.id], projectJoinedNotice, {
      projectId: ben.id,
      projectName,
      by: 'Ben',
    }),
  );
const send = (): Promise<void> => platform.get(NoticeMails).sendDue(new AbortController().signal);
/** Puts back all that is remembered of times by some minutes, as if they had passed. */
async function pass(minutes: number): Promise<void> {
  await platform.query(
    `UPDATE notification SET created_at = created_at - $1 * interval '1 minute'`,
    [minutes],
  );
  await platform.query(
    `UPDATE notification_preference SET mail_due_at = mail_due_at - $1 * interval '1 minute',
       mailed_at = mailed_at - $1 * interval '1 minute'`,
    [minutes],
  );
}
const isPlanned = async (): Promise<boolean> =>
  (await platform.query('SELECT 1 FROM notification_preference WHERE mail_due_at IS NOT NULL'))
    .length > 0;
const bellOf = async (user: SpecUser): Promise<NotificationRow[]> =>
  (await platform.call(user, list, {})).result.content;

describe('what a user chooses', () => {
  it('is the bell and the browser, and no mail, for whoever chose nothing', async () => {
    const { result } = await platform.call(ann, getPreference, {});
    expect(result.choices.jobs).toEqual({ bell: true, mail: false, browser: true });
    expect(result).toMatchObject({ mail: 'ready', quietHours: null, timeZone: null });
    expect((await platform.call(ben, getPreference, {})).result.mail).toBe('noAddress');
    await tellJob(ann, 'plain');
    await pass(60);
    await send();
    expect(mail.mails).toEqual([]);
    expect(await bellOf(ann)).toMatchObject([{ payload: { jobName: 'plain' }, isQuiet: false }]);
  });

  it("is the user's own alone", async () => {
    await choose(ann, { jobs: { bell: false, mail: true, browser: false } });
    expect((await preferenceOf(ben)).choices['jobs']).toEqual(defaultNoticeChoice);
    expect((await platform.call(null, getPreference, {})).code).toBe(401);
    const own = await preferenceOf(ben);
    expect((await platform.call(null, setPreference, own)).code).toBe(401);
    expect((await preferenceOf(ann)).choices['jobs']).toMatchObject({ bell: false, mail: true });
  });

  it('keeps out of the bell what is not wanted there, but not what concerns security', async () => {
    const silent = { bell: false, mail: false, browser: false };
    await choose(ann, { jobs: silent, security: silent });
    await tellJob(ann, 'unheard');
    await platform.get(DataSource).transaction((manager) =>
      platform.get(Notifications).notify(manager, [ann.id], nodeClonedNotice, {
        nodeKind: 'compute',
        name: 'c1',
        hosts: ['a', 'b'],
      }),
    );
    expect(await bellOf(ann)).toMatchObject([{ kind: nodeClonedNotice.kind }]);
    expect((await preferenceOf(ann)).choices['security']).toMatchObject({ bell: true });
    expect(await platform.query('SELECT 1 FROM notification')).toHaveLength(1);
  });

  it('stays what it was when a part of it is wrong', async () => {
    const own = await preferenceOf(ann);
    for (const wrong of [
      { timeZone: 'Asia/Nowhere' },
      { digestHour: 24 },
      { quietHours: { from: 7, to: 7 } },
      { choices: {} },
    ]) {
      const { code } = await platform.call(ann, setPreference, { ...own, ...wrong } as Preference);
      expect(code).toBe(400);
    }
    expect(await preferenceOf(ann)).toEqual(own);
  });

  it('is heard in other windows', async () => {
    const window = await connectConsole(platform.baseUrl, ann.token);
    const events: string[] = [];
    window.socket.onAny((name: string) => events.push(name));
    await choose(ann, { jobs: mailed });
    await waitFor('the event', () => events.includes('noticePreferenceChanged'));
    window.close();
  });

  it('lets no browser speak in quiet hours', async () => {
    const hour = new Date().getUTCHours();
    const quiet = { from: hour, to: (hour + 2) % 24 };
    await choose(ann, {}, { quietHours: quiet, timeZone: 'UTC' });
    await tellJob(ann, 'quiet');
    expect(await bellOf(ann)).toMatchObject([{ isQuiet: true }]);
    await choose(ann, {}, { quietHours: null });
    expect(await bellOf(ann)).toMatchObject([{ isQuiet: false }]);
  });
});

describe('a mail of notices', () => {
  it('tells all that waits in one, in the language of its user, and leads to the choices', async () => {
    await choose(ann, { jobs: mailed, projects: mailed });
    for (let count = 0; count < 3; count += 1) {
      await tellJob(ann, `job ${count}`);
    }
    await tellProject(ann, 'P1');
    await waitFor('the plan', isPlanned);
    await send();
    expect(mail.mails).toEqual([]);
    await pass(3);
    await send();
    expect(mail.mails).toHaveLength(1);
    const [{ to, text } = { to: [], text: '' }] = mail.mails;
    expect(to).toEqual(['mail-ann@example.com']);
    expect(text).toContain('任务「job 0」失败');
    expect(text).toContain('退出码 3');
    expect(text).toContain('Ben 将您加入项目「P1」');
    expect(text).toContain('https://desk.example.com/userCenter/notifications');
    await pass(60);
    await send();
    expect(mail.mails).toHaveLength(1);
    expect(await bellOf(ann)).toHaveLength(4);
  });

  it('does not follow another within ten minutes', async () => {
    await choose(ann, { jobs: mailed });
    await tellJob(ann, 'first');
    await waitFor('the plan', isPlanned);
    await pass(3);
    await send();
    await tellJob(ann, 'second');
    await waitFor('the plan', isPlanned);
    await pass(3);
    await send();
    expect(mail.mails).toHaveLength(1);
    await pass(10);
    await send();
    expect(mail.mails).toHaveLength(2);
    expect(mail.mails[1]?.text).not.toContain('first');
  });

  it('tells nothing that was read or turned off before it went, and nothing the bell has not', async () => {
    await choose(ann, { jobs: mailed, projects: mailed });
    await tellJob(ann, 'read');
    await platform.call(ann, readAll, {});
    await tellProject(ann, 'turned off');
    await choose(ann, { projects: defaultNoticeChoice });
    await pass(60);
    await send();
    expect(mail.mails).toEqual([]);
    expect(await isPlanned()).toBe(false);
  });

  it('waits for the end of quiet hours and for the hour of the day', async () => {
    const hour = new Date().getUTCHours();
    const quiet = { from: hour, to: (hour + 2) % 24 };
    await choose(ann, { jobs: mailed }, { quietHours: quiet, timeZone: 'UTC' });
    await tellJob(ann, 'at night');
    await waitFor('the plan', isPlanned);
    await platform.query('UPDATE notification_preference SET mail_due_at = now()');
    await send();
    expect(mail.mails).toEqual([]);
    const daily = { mailMode: 'daily', digestHour: (hour + 23) % 24, quietHours: null } as const;
    await choose(ann, {}, daily);
    await send();
    expect(mail.mails).toEqual([]);
    // As if the hour had come since.
    await pass(4 * 60);
    await platform.query('UPDATE notification_preference SET mail_due_at = now()');
    await send();
    expect(mail.mails).toHaveLength(1);
  });

  it('that could not be sent is sent later, and stops no other', async () => {
    await platform.query(`UPDATE user_account SET email = 'mail-ben@example.com' WHERE id = $1`, [
      ben.id,
    ]);
    await choose(ann, { jobs: mailed });
    await choose(ben, { jobs: mailed });
    await tellJob(ann, 'one');
    await tellJob(ben, 'two');
    await pass(5);
    await platform.query(`UPDATE notification_preference SET mail_due_at = now()`);
    mail.refuseNext(1);
    await send();
    expect(mail.mails).toHaveLength(1);
    await send();
    expect(mail.mails).toHaveLength(1);
    await pass(11);
    await send();
    expect(mail.mails.flatMap(({ to }) => to).sort()).toEqual([
      'mail-ann@example.com',
      'mail-ben@example.com',
    ]);
    await platform.query('UPDATE user_account SET email = NULL WHERE id = $1', [ben.id]);
  });

  it('of a hundred says how many more there are', async () => {
    await choose(ann, { jobs: mailed });
    await platform.query(
      `INSERT INTO notification (user_id, kind, payload, to_mail)
       SELECT $1, 'jobs.ended', jsonb_build_object('jobId', '1', 'jobName', 'n' || n, 'status', 'COMPLETED', 'exitCode', 0), true
       FROM generate_series(1, 100) n`,
      [ann.id],
    );
    // Its process died before it asked for the mail.
    await send();
    await pass(5);
    await send();
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0]?.text.match(/^- /gm)).toHaveLength(50);
    expect(mail.mails[0]?.text).toContain('50 条');
    expect(limits.maxNotifications).toBeGreaterThan(100);
  });

  it('goes to nobody who may not sign in', async () => {
    await choose(ann, { jobs: mailed });
    await tellJob(ann, 'secret');
    await waitFor('the plan', isPlanned);
    await platform.query(`UPDATE user_account SET is_frozen = true WHERE id = $1`, [ann.id]);
    await pass(5);
    await send();
    expect(mail.mails).toEqual([]);
    await platform.query(`UPDATE user_account SET is_frozen = false WHERE id = $1`, [ann.id]);
  });
});
