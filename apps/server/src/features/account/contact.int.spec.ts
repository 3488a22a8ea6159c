import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  codeIn,
  startMailServer,
  startSmsGateway,
  type TestMailServer,
  type TestSmsGateway,
} from '@clusterdesk/tests/server/test-messages.js';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword, usersOf } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { TaskWorker } from '../../platform/tasks/task-worker.service.js';
import { AccountTasks } from './account.tasks.js';

const calls = endpoints.account;
let mail: TestMailServer;
let sms: TestSmsGateway;
let server: TestServer;
let userId: string;
let client: ApiClient;
let count = 0;

beforeAll(async () => {
  mail = await startMailServer();
  sms = await startSmsGateway();
  server = await startTestServer({ MAIL_URL: mail.url, SMS_WEBHOOK_URL: sms.url });
  await server.app.get(TaskWorker).start();
});
afterAll(async () => {
  await server.stop();
  await mail.stop();
  await sms.stop();
});

beforeEach(async () => {
  count += 1;
  userId = (await createUser(server, `contact-${count}`)).id;
  client = new ApiClient(server.baseUrl);
  await client.signIn(`contact-${count}`, userPassword);
});

const contact = async (): Promise<{ mobile: string | null; email: string | null }> =>
  usersOf(server).findOneByOrFail({ id: userId });
const give = (change: { mobile?: string; email?: string }): Promise<unknown> =>
  usersOf(server).update({ id: userId }, change);
const skipMinute = (): Promise<unknown> =>
  server.dataSource.query(
    `UPDATE verification_code SET requested_at = requested_at - interval '61 s'`,
  );

async function mailedCode(email: string): Promise<string> {
  const before = mail.mails.length;
  await client.expectOk(calls.sendEmailCode, { email });
  const sent = await waitFor('the mail', () => mail.mails.slice(before)[0] ?? null);
  expect(sent.to).toEqual([email]);
  return codeIn(sent.text);
}
const errorIn = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'error' in result ? result.error : null;
const wrongFor = (code: string): string => (code === '111111' ? '222222' : '111111');

describe('changing a contact', () => {
  it('needs the code of the old e-mail, then that of the new one; both come by mail', async () => {
    await give({ email: 'old@lab.example' });
    const early = await client.call(calls.sendEmailCode, { email: `new-${count}@lab.example` });
    expect(early).toMatchObject({
      code: 403,
      result: { error: 'ACCOUNT_CURRENT_CONTACT_FIRST' },
    });
    await client.expectOk(calls.checkCode, { type: 2, code: await mailedCode('old@lab.example') });
    const email = `new-${count}@lab.example`;
    const code = await mailedCode(email);
    expect(code).toMatch(/^\d{6}$/);
    await client.expectOk(calls.saveEmail, { code, email, userId });
    expect(await contact()).toMatchObject({ email });
    const again = await client.call(calls.saveEmail, { code, email: 'x@lab.example', userId });
    expect(again).toMatchObject({ success: false, code: 403 });
  });

  it('goes straight to step two for a user without one; a mobile gets an SMS', async () => {
    const mobile = '13900139000';
    expect(await client.call(calls.checkCode, { type: 1, code: '123456' })).toMatchObject({
      result: { error: 'ACCOUNT_NO_CURRENT_CONTACT' },
    });
    await client.expectOk(calls.sendMobileCode, { mobile });
    const message = await waitFor('the SMS', () => sms.messages[0] ?? null);
    expect(message.mobile).toBe(mobile);
    await client.expectOk(calls.saveMobile, { code: codeIn(message.text), mobile, userId });
    expect(await contact()).toMatchObject({ mobile });
  });

  it('says that the code is on its way, and that such codes come', async () => {
    const { result } = await client.expectOk(calls.detail, {});
    expect(result.canReceiveCodes).toEqual({ mobile: true, email: true });
    const answer = await client.expectOk(calls.sendMobileCode, { mobile: '13700137000' });
    expect(answer.result).toEqual({ isSent: true });
    expect(answer.message).toBe('验证码已发送');
  });

  it('is only for oneself, only to another contact, and only with the code of that contact', async () => {
    await give({ email: 'mine@lab.example' });
    await client.expectOk(calls.checkCode, { type: 2, code: await mailedCode('mine@lab.example') });
    const code = await mailedCode('target@lab.example');
    const other = (await createUser(server, `other-${count}`)).id;
    const email = 'target@lab.example';
    expect(await client.call(calls.saveEmail, { code, email, userId: other })).toMatchObject({
      code: 403,
    });
    expect(
      await client.call(calls.saveEmail, { code, email: 'MINE@lab.example', userId }),
    ).toMatchObject({ result: { error: 'ACCOUNT_CONTACT_UNCHANGED' } });
    expect(
      await client.call(calls.saveEmail, { code, email: 'else@lab.example', userId }),
    ).toMatchObject({ result: { error: 'ACCOUNT_CODE_WRONG' } });
    await client.expectOk(calls.saveEmail, { code, email, userId });
  });

  it('forgets step one after ten minutes', async () => {
    await give({ email: 'slow@lab.example' });
    await client.expectOk(calls.checkCode, { type: 2, code: await mailedCode('slow@lab.example') });
    await server.dataSource.query(`UPDATE verification_code SET expires_at = now()`);
    const answer = await client.call(calls.sendEmailCode, { email: 'next@lab.example' });
    expect(answer).toMatchObject({ code: 403 });
  });
});

describe('a verification code', () => {
  const email = (): string => `code-${count}@lab.example`;
  const save = (code: string) => client.call(calls.saveEmail, { code, email: email(), userId });

  it('ends with the session that asked for it, and so does what it has confirmed', async () => {
    const renew = async (): Promise<void> => {
      await client.expectOk(endpoints.sessions.logout, {});
      await client.signIn(`contact-${count}`, userPassword);
    };
    const code = await mailedCode(email());
    await renew();
    expect(await save(code)).toMatchObject({ result: { error: 'ACCOUNT_CODE_WRONG' } });

    await give({ email: 'confirmed@lab.example' });
    await client.expectOk(calls.checkCode, {
      type: 2,
      code: await mailedCode('confirmed@lab.example'),
    });
    await renew();
    expect(await client.call(calls.sendEmailCode, { email: 'next@lab.example' })).toMatchObject({
      result: { error: 'ACCOUNT_CURRENT_CONTACT_FIRST' },
    });
  });

  it('has five tries', async () => {
    const code = await mailedCode(email());
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await save(wrongFor(code))).toMatchObject({ code: 400 });
    }
    expect(await save(code)).toMatchObject({
      code: 429,
      result: { error: 'ACCOUNT_CODE_USED_UP' },
    });
  });

  it('has five tries and not one more when sixty come at once', async () => {
    const code = await mailedCode(email());
    const answers = await Promise.all(Array.from({ length: 60 }, () => save(wrongFor(code))));
    const errors = answers.map(({ result }) => errorIn(result));
    expect(errors.filter((error) => error === 'ACCOUNT_CODE_WRONG')).toHaveLength(5);
    expect(errors.filter((error) => error === 'ACCOUNT_CODE_USED_UP')).toHaveLength(55);
    expect(await save(code)).toMatchObject({ result: { error: 'ACCOUNT_CODE_USED_UP' } });
  });

  it('is sent once when twenty ask for it at once', async () => {
    const before = mail.mails.length;
    const ask = () => client.call(calls.sendEmailCode, { email: email() });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    await waitFor('the mail', () => mail.mails.length > before);
    expect(mail.mails).toHaveLength(before + 1);
  });

  it('is good for five minutes', async () => {
    const code = await mailedCode(email());
    const [row] = await server.dataSource.query<{ seconds: number }[]>(
      `SELECT EXTRACT(EPOCH FROM expires_at - requested_at)::int AS seconds FROM verification_code WHERE user_id = $1`,
      [userId],
    );
    expect(row?.seconds).toBe(300);
    await server.dataSource.query(`UPDATE verification_code SET expires_at = now()`);
    expect(await save(code)).toMatchObject({ result: { error: 'ACCOUNT_CODE_WRONG' } });
  });

  it('is sent after all when the request got lost before a worker had it, and once', async () => {
    const before = mail.mails.length;
    await server.dataSource.query(
      `INSERT INTO verification_code (user_id, purpose, target, requested_at, expires_at, session_id)
       SELECT $1, 'email-new', $2, now() - interval '20 s', now() + interval '4 min', id
       FROM user_session WHERE user_id = $1`,
      [userId, email()],
    );
    await server.get(AccountTasks).sweep();
    const sent = await waitFor('the mail', () => mail.mails.slice(before)[0] ?? null);
    expect(sent.to).toEqual([email()]);
    await waitFor('the note', async () => {
      const [row] = await server.dataSource.query<{ sent_at: Date | null }[]>(
        'SELECT sent_at FROM verification_code WHERE user_id = $1',
        [userId],
      );
      return row?.sent_at ?? null;
    });
    await server.get(AccountTasks).sweep();
    expect(await save(codeIn(sent.text))).toMatchObject({ code: 200 });
    expect(mail.mails.slice(before)).toHaveLength(1);
  });

  it('is sent once a minute, and the new one ends the old one', async () => {
    const first = await mailedCode(email());
    const soon = await client.call(calls.sendEmailCode, { email: email() });
    expect(soon).toMatchObject({ code: 429, result: { error: 'ACCOUNT_CODE_TOO_SOON' } });
    await skipMinute();
    const second = await mailedCode(email());
    if (first !== second) {
      expect(await save(first)).toMatchObject({ code: 400 });
    }
    expect(await save(second)).toMatchObject({ code: 200 });
  });

  it('is not sent twice to the same contact by different users', async () => {
    await mailedCode(email());
    await createUser(server, `double-${count}`);
    const other = new ApiClient(server.baseUrl);
    await other.signIn(`double-${count}`, userPassword);
    expect(await other.call(calls.sendEmailCode, { email: email() })).toMatchObject({ code: 429 });
  });

  it('is sent at most twenty times an hour for one user, whoever gets it', async () => {
    await server.dataSource.query(`INSERT INTO attempt_limit VALUES ($1, 20, $2)`, [
      `code-sends:${userId}`,
      Date.now() + 600_000,
    ]);
    expect(await client.call(calls.sendEmailCode, { email: email() })).toMatchObject({
      code: 429,
      result: { error: 'LIMIT_TOO_MANY' },
    });
  });

  it('is in no table and no queue, only its hash', async () => {
    const code = await mailedCode(email());
    const tables = await server.dataSource.query<{ name: string }[]>(
      `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      const rows: unknown[] = await server.dataSource.query(
        `SELECT to_jsonb(line)::text AS line FROM ${name} line WHERE to_jsonb(line)::text LIKE $1`,
        [`%"${code}"%`],
      );
      expect([name, rows]).toEqual([name, []]);
    }
  });

  it('comes although the mail server was busy', async () => {
    mail.refuseNext(1);
    expect(await mailedCode(email())).toMatch(/^\d{6}$/);
  });

  it('is given to one only, when two come at once', async () => {
    const code = await mailedCode(email());
    const answers = await Promise.all([save(code), save(code), save(code)]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });
});

describe('without a mail server', () => {
  it('the code stands in the server’s log', async () => {
    const lines: string[] = [];
    const bare = await startTestServer({}, (line) => lines.push(line));
    await createUser(bare, 'alone');
    const alone = new ApiClient(bare.baseUrl);
    await alone.signIn('alone', userPassword);
    const { result: me } = await alone.expectOk(calls.detail, {});
    expect(me.canReceiveCodes).toEqual({ mobile: false, email: false });
    const answer = await alone.expectOk(calls.sendEmailCode, { email: 'alone@lab.example' });
    expect(answer.result).toEqual({ isSent: false });
    expect(answer.message).not.toContain('已发送');
    const line = lines.find((words) => words.includes('alone@lab.example')) ?? '';
    const { result } = await alone.expectOk(endpoints.account.detail, {});
    await alone.expectOk(calls.saveEmail, {
      code: codeIn(line),
      email: 'alone@lab.example',
      userId: result.id,
    });
    await bare.stop();
  });
});
