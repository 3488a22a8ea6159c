import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, settingKeys, type SettingRow } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { findFreePort } from '@clusterdesk/tests/platform/free-port.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import {
  startMailServer,
  startSmsGateway,
  type TestMailServer,
  type TestSmsGateway,
} from '@clusterdesk/tests/server/test-messages.js';
import { adminPassword } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { pageSettingKeys } from '../../../platform/settings/setting-definition.js';
import { SettingsModule } from '../../../platform/settings/settings.module.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { trashDaysSetting } from '../../spaces/trash/trash-days.setting.js';
import { maxWaitingJobs } from '../../jobs/job.settings.js';

const { settings, operations, users, disk } = endpoints;
const password = 'smtp-pass-of-the-spec';
let platform: SpecPlatform;
let other: SpecPlatform;
let admin: ApiClient;
let user: SpecUser;
let mail: TestMailServer;
let sms: TestSmsGateway;
let log = '';

beforeAll(async () => {
  [mail, sms] = await Promise.all([startMailServer(), startSmsGateway()]);
  const environment = { PUBLIC_URL: 'https://desk.example', METRICS_TOKEN: 'spec-metrics-token-1' };
  platform = await SpecPlatform.open({
    withWorker: false,
    environment,
    onLog: (line) => (log += line),
  });
  other = await SpecPlatform.open({
    withWorker: false,
    environment: {
      DATABASE_URL: platform.config.databaseUrl,
      DATA_DIR: platform.config.dataDir,
      MAIL_URL: 'smtps://robot:very-secret@mail.example:2465',
    },
    // It learns of a change by being told only.
    timings: { rights: { settingKeptMs: 3_600_000 } },
  });
  admin = new ApiClient(platform.baseUrl);
  await admin.signIn('admin', adminPassword);
  await platform.query(`UPDATE user_account SET language = 'en'`);
  user = await platform.addUser('ann', ['/myDoc', '/userList', '/desktopDot']);
});
afterAll(async () => {
  await other.close();
  await platform.close();
  await Promise.all([mail.stop(), sms.stop()]);
});

const list = async (client = admin): Promise<Map<string, SettingRow>> => {
  const { result } = await client.expectOk(settings.list, {});
  return new Map(result.map((row) => [row.key, row]));
};
const row = async (key: string): Promise<SettingRow | undefined> => (await list()).get(key);
const save = (changes: Record<string, SettingRow['value']>) =>
  admin.call(settings.save, { changes });
const reported = (answer: { result: unknown }): Record<string, string> =>
  (answer.result as { fields: Record<string, string> }).fields;

describe('the page of settings', () => {
  it('shows each setting that is declared for it, in its order', async () => {
    expect([...(await list()).keys()]).toEqual([...settingKeys]);
    expect(pageSettingKeys().sort()).toEqual([...settingKeys].sort());
  });

  it('is for administrators only, changes and tests included', async () => {
    const calls = [
      [settings.list, {}],
      [settings.save, { changes: { trashDays: 1 } }],
      [settings.testMail, { email: 'a@b.example' }],
      [settings.testSms, { mobile: '13800138000' }],
    ] as const;
    for (const [endpoint, input] of calls) {
      expect((await platform.call(user, endpoint, input)).code).toBe(403);
      expect((await platform.call(null, endpoint, input)).code).toBe(401);
    }
    const page = await connectConsole(platform.baseUrl, user.token);
    expect(await page.ask('watch', { topic: 'settings' })).toBe(false);
    page.socket.close();
  });

  it('says what each is: kind, range, default, choices', async () => {
    const rows = await list();
    expect(rows.get('trashDays')).toMatchObject({
      ...{ group: 'files', kind: 'days', min: 1, max: 3650, default: 30, value: 30 },
      ...{ isOptional: false, isValid: true, fixedBy: null, changedBy: null, changedTime: null },
    });
    expect(rows.get('alertCpuPercent')).toMatchObject({ min: 1, max: 99, isOptional: true });
    expect(rows.get('packageBytesPerUser')).toMatchObject({ min: 1, max: null, kind: 'bytes' });
    expect(rows.get('mailSecurity')?.choices).toEqual(['tls', 'starttls', 'none']);
    expect(rows.get('publicUrl')).toMatchObject({
      ...{ fixedBy: 'PUBLIC_URL', value: 'https://desk.example', default: null },
    });
  });
});

describe('changing settings', () => {
  it('counts in every process, tells the pages, and says who did it when', async () => {
    const page = await connectConsole(platform.baseUrl, admin.token ?? '');
    let told = 0;
    page.socket.on('settingsChanged', () => (told += 1));
    expect(await page.ask('watch', { topic: 'settings' })).toBe(true);
    const elsewhere = other.get(Settings);
    expect(await elsewhere.get(maxWaitingJobs)).toBe(1000);
    expect((await save({ maxWaitingJobs: 50, alertCpuPercent: null })).code).toBe(200);
    await waitFor('the other process', async () => (await elsewhere.get(maxWaitingJobs)) === 50);
    await waitFor('the event', () => told === 1);
    page.socket.close();
    const changed = await row('maxWaitingJobs');
    expect(changed).toMatchObject({ value: 50, default: 1000, changedBy: 'admin' });
    expect(changed?.changedTime).toMatch(/^\d{4}-\d\d-\d\d /);
    expect(
      await platform.query(
        `SELECT target_id, details, user_name FROM audit_log WHERE method_name = '/systemSetting/save'
         AND log_level = 'INFO' ORDER BY target_id`,
      ),
    ).toEqual([
      { target_id: 'alertCpuPercent', details: { before: null, after: null }, user_name: 'admin' },
      { target_id: 'maxWaitingJobs', details: { before: 1000, after: 50 }, user_name: 'admin' },
    ]);
  });

  it('changes all or nothing, and says of each what is wrong', async () => {
    const answer = await save({ jobDays: 7, trashDays: 0, mailSecurity: 'x', nothing: 1 });
    expect(answer).toMatchObject({ code: 400, result: { error: 'SETTINGS_REFUSED' } });
    expect(reported(answer)).toEqual({
      trashDays: 'must be at least 1',
      mailSecurity: 'must be one of: tls, starttls, none',
      nothing: 'there is no such setting; reload the page',
    });
    expect(await row('jobDays')).toMatchObject({ value: 365, changedBy: null });
    const wrong = { mailHost: 'http://a/', timeZone: 'Mars', smsWebhookUrl: 'file:///etc/passwd' };
    expect(Object.keys(reported(await save(wrong)))).toEqual(Object.keys(wrong));
    expect(
      Object.keys(reported(await save({ mailFrom: 'a@b.example\r\nBcc: c@d.example' }))),
    ).toEqual(['mailFrom']);
    // The platform's own keys are no settings of the page.
    expect(reported(await save({ 'identity.code-key': 'x', downloadSwitch: 'y' }))).toMatchObject({
      'identity.code-key': 'there is no such setting; reload the page',
      downloadSwitch: 'there is no such setting; reload the page',
    });
  });

  it('refuses what the environment decides', async () => {
    expect(reported(await save({ publicUrl: 'https://elsewhere.example' }))).toEqual({
      publicUrl: expect.stringContaining('PUBLIC_URL'),
    });
    const there = new ApiClient(other.baseUrl);
    there.token = admin.token;
    const rows = await list(there);
    const byUrl = (key: string) => [rows.get(key)?.value, rows.get(key)?.fixedBy];
    expect(byUrl('mailHost')).toEqual(['mail.example', 'MAIL_URL']);
    expect(byUrl('mailPort')).toEqual([2465, 'MAIL_URL']);
    expect(byUrl('mailSecurity')).toEqual(['tls', 'MAIL_URL']);
    expect(byUrl('mailUser')).toEqual(['robot', 'MAIL_URL']);
    expect(rows.get('mailPassword')).toMatchObject({ value: null, isSet: true });
    expect(JSON.stringify([...rows])).not.toContain('very-secret');
  });

  it('shows a value that breaks its rule, does without it, and lets it be corrected', async () => {
    for (const key of ['trashDays', 'maxWaitingJobs']) {
      await platform.query(
        `INSERT INTO setting (key, value) VALUES ($1, '0') ON CONFLICT (key) DO UPDATE SET value = '0'`,
        [key],
      );
    }
    expect(await row('trashDays')).toMatchObject({ value: 0, isValid: false });
    // As another process has it, which keeps nothing yet.
    const fresh = await platform.another(SettingsModule, Settings);
    expect(await fresh.get(maxWaitingJobs)).toBe(1000);
    expect(await fresh.get(trashDaysSetting)).toBe(30);
    await expect(fresh.getForDeletion(trashDaysSetting)).rejects.toThrow();
    // Others are saved meanwhile, and it stays as it is.
    expect((await save({ logDays: 181 })).code).toBe(200);
    expect(await row('trashDays')).toMatchObject({ value: 0, isValid: false });
    await save({ trashDays: 9, maxWaitingJobs: 1000 });
    expect(await row('trashDays')).toMatchObject({ value: 9, isValid: true });
    expect(await platform.get(Settings).getForDeletion(trashDaysSetting)).toBe(9);
  });
});

describe('settings of a pair', () => {
  it.each([
    ['metricsDays', 'rawMetricsDays', 'samples cannot be kept for longer than averages'],
    ['jobDays', 'jobOutputDays', 'output cannot be kept for longer than its job'],
    [
      'decidedApplicationDays',
      'applicationDays',
      'lists of files cannot be kept for longer than their applications',
    ],
  ] as const)('%s bounds %s, also when one of both is saved', async (most, least, sentence) => {
    expect((await save({ [most]: 40, [least]: 40 })).code).toBe(200);
    expect(reported(await save({ [least]: 41 }))).toEqual({ [least]: sentence });
    expect(reported(await save({ [most]: 50, [least]: 51 }))).toEqual({ [least]: sentence });
    expect(Object.keys(reported(await save({ [most]: 39 })))).toEqual([most]);
    expect([(await row(most))?.value, (await row(least))?.value]).toEqual([40, 40]);
    expect((await save({ [most]: 39, [least]: 39 })).code).toBe(200);
  });

  it('are told in the language of who saves', async () => {
    await platform.query(`UPDATE user_account SET language = 'cn' WHERE user_name = 'admin'`);
    try {
      const client = new ApiClient(platform.baseUrl);
      await client.signIn('admin', adminPassword);
      const answer = await client.call(settings.save, { changes: { metricsDays: 1 } });
      expect(reported(answer)).toEqual({ metricsDays: '平均值不能比原始采样保留得更短' });
    } finally {
      await platform.query(`UPDATE user_account SET language = 'en' WHERE user_name = 'admin'`);
    }
  });

  it('count as their default where one is stored wrongly, and keep nobody from saving others', async () => {
    await save({ metricsDays: 30, rawMetricsDays: 30 });
    await platform.query(`UPDATE setting SET value = '"x"' WHERE key = 'metricsDays'`);
    expect(reported(await save({ rawMetricsDays: 31 }))).toEqual({
      rawMetricsDays: 'samples cannot be kept for longer than averages',
    });
    expect((await save({ rawMetricsDays: 29 })).code).toBe(200);
    // A pair from before there was this rule.
    await platform.query(`UPDATE setting SET value = '10' WHERE key = 'metricsDays'`);
    expect((await save({ logDays: 179 })).code).toBe(200);
    expect((await save({ metricsDays: 30, rawMetricsDays: 3 })).code).toBe(200);
  });

  it('are bound for two who save one of both at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      await save({ metricsDays: 30, rawMetricsDays: 10 });
      const answers = await Promise.all([save({ metricsDays: 15 }), save({ rawMetricsDays: 20 })]);
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
    }
  });
});

describe('messages', () => {
  const testMail = (email = 'to@lab.example') => admin.call(settings.testMail, { email });

  it('go out by what was saved, at once and without a restart', async () => {
    expect(await testMail()).toMatchObject({ result: { error: 'SETTINGS_NO_MAIL' } });
    expect((await admin.expectOk(operations.info, {})).result.hasMail).toBe(false);
    const { hostname, port } = new URL(mail.url);
    const server = { mailHost: hostname, mailPort: Number(port), mailSecurity: 'none' };
    expect((await save(server)).code).toBe(200);
    expect((await admin.expectOk(operations.info, {})).result.hasMail).toBe(true);
    expect(await testMail()).toMatchObject({ code: 200 });
    expect(mail.mails).toEqual([
      { to: ['to@lab.example'], text: expect.stringContaining('This is a test message') },
    ]);
  });

  it('tell in plain words why they were not sent', async () => {
    mail.refuseNext(1);
    const busy = await testMail();
    expect(busy).toMatchObject({ code: 409, result: { error: 'SETTINGS_MESSAGE_NOT_SENT' } });
    expect(busy.message).toMatch(/^Not sent: It did not accept the mail\. It said: 451/);
    await save({ mailSecurity: 'tls' });
    expect((await testMail()).message).toContain('No secure connection came about');
    await save({ mailSecurity: 'none', mailPort: 1 });
    expect((await testMail()).message).toContain('Check address, port and firewall');
    await save({ mailHost: null });
    expect((await testMail()).message).toContain('No mail server is set');
  });

  it('keep their secrets: no list, log, metric or row of the log shows one', async () => {
    const key = 'key-of-the-gateway';
    expect(await admin.call(settings.testSms, { mobile: '13800138000' })).toMatchObject({
      result: { error: 'SETTINGS_NO_SMS' },
    });
    await save({ mailPassword: password, smsWebhookUrl: `${sms.url}?key=${key}` });
    expect((await admin.call(settings.testSms, { mobile: '13800138000' })).code).toBe(200);
    expect(sms.messages).toHaveLength(1);
    await save({ smsWebhookUrl: `http://127.0.0.1:${await findFreePort()}/?key=${key}` });
    const failed = await admin.call(settings.testSms, { mobile: '13800138000' });
    expect(failed.message).toContain('Not sent: It cannot be reached');
    // Refused, with the secret in the call.
    await save({ mailPassword: password, trashDays: 0 });
    const metrics = await fetch(`${platform.baseUrl}/metrics`, {
      headers: { Authorization: 'Bearer spec-metrics-token-1' },
    });
    const shown = [
      ...[log, failed, await metrics.text(), [...(await list()).values()]],
      await platform.query('SELECT * FROM audit_log'),
    ];
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${password}|${key}`));
    expect(await row('mailPassword')).toMatchObject({
      ...{ value: null, default: null, isSet: true, changedBy: 'admin' },
    });
    await save({ mailPassword: null, smsWebhookUrl: null });
    expect(await row('mailPassword')).toMatchObject({ isSet: false });
  });

  it('for a test are bounded', async () => {
    await platform.query(`DELETE FROM attempt_limit`);
    await save({ mailHost: '127.0.0.1', mailPort: 1 });
    const answers = [];
    for (let count = 0; count < 11; count += 1) {
      answers.push((await testMail()).code);
    }
    expect(answers).toEqual([...Array<number>(10).fill(409), 429]);
  });
});

describe('what settings decide', () => {
  it('a session lasts as long as they say, also one that is open', async () => {
    const left = async (): Promise<unknown> =>
      (
        await platform.query(
          `SELECT ceil(EXTRACT(EPOCH FROM max(expires_at) - now()) / 3600)::int AS hours FROM user_session
           WHERE user_id = (SELECT id FROM user_account WHERE user_name = 'admin')`,
        )
      )[0]?.['hours'];
    expect(await left()).toBe(168);
    await save({ sessionIdleHours: 5 });
    expect(await left()).toBe(5);
    await new ApiClient(platform.baseUrl).signIn('admin', adminPassword);
    expect(await left()).toBe(5);
    await save({ sessionIdleHours: 8760, sessionMaxDays: 2 });
    await new ApiClient(platform.baseUrl).signIn('admin', adminPassword);
    expect(await left()).toBe(48);
    await platform.query(`UPDATE user_session SET last_used_at = now() - interval '1 hour'`);
    await admin.expectOk(settings.list, {});
    expect(await left()).toBe(48);
  });

  it('a new user begins with the quota that they say; others keep theirs', async () => {
    await save({ defaultQuotaBytes: 5 * 1024 ** 3 });
    const roleId = String(
      (await platform.query('SELECT id FROM role WHERE NOT is_system_administrator LIMIT 1'))[0]?.[
        'id'
      ],
    );
    const { result } = await admin.expectOk(users.add, {
      ...{ userName: 'newcomer', roleId, password: await admin.encrypt('newcomer-pass-1') },
    });
    const quota = async (userId: string): Promise<unknown> =>
      (await admin.expectOk(disk.userUsage, { userId })).result.quotaBytes;
    expect(await quota(result.id)).toBe(5 * 1024 ** 3);
    expect(await quota(user.id)).toBeNull();
  });

  it('names that Windows cannot hold are refused where they say so', async () => {
    const mkdir = (path: string) => platform.call(user, disk.mkdir, { path });
    expect((await mkdir('/old:1')).code).toBe(200);
    await save({ refuseWindowsNames: true });
    const refused = { code: 400, result: { error: 'FILE_NOT_FOR_WINDOWS' } };
    expect(await mkdir('/a:b')).toMatchObject(refused);
    expect(await mkdir('/aux')).toMatchObject(refused);
    expect((await mkdir('/old:1/below')).code).toBe(200);
    await expect(
      platform.upload(user, Buffer.from('x'), { space: 'disk', dir: '/', fileName: 'nul.txt' }),
    ).rejects.toThrow('Windows cannot hold');
    await save({ refuseWindowsNames: false });
    expect((await mkdir('/a:b')).code).toBe(200);
  });

  it('the time zone holds from the next start on', async () => {
    await save({ timeZone: 'Europe/Paris' });
    expect(await row('timeZone')).toMatchObject({
      ...{ value: 'Europe/Paris', needsRestart: true, isAwaitingRestart: true },
    });
    expect((await admin.expectOk(operations.info, {})).result.timeZone).toBe('Asia/Shanghai');
    await platform.restart();
    const again = new ApiClient(platform.baseUrl);
    again.token = admin.token;
    expect((await again.expectOk(operations.info, {})).result.timeZone).toBe('Europe/Paris');
    expect((await list(again)).get('timeZone')).toMatchObject({ isAwaitingRestart: false });
  });
});
