import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endpoints, type Endpoint, type EndpointInput } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { adminPassword, SpecPlatform } from '@clusterdesk/tests/server/spec-platform.js';
import { startMailServer, type TestMailServer } from '@clusterdesk/tests/server/test-messages.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { hashToken } from '../secrets/token-hash.js';
import { PinoLogger } from './pino-logger.js';

const { sessions, account, downloads, menus } = endpoints;
const site = 'https://lab.example/start';
let log = '';
let platform: SpecPlatform;
let mail: TestMailServer;

beforeAll(async () => {
  mail = await startMailServer();
  platform = await SpecPlatform.open({
    withWorker: true,
    logger: new PinoLogger('trace', 'spec', { write: (line) => (log += line) }),
    environment: { MAIL_URL: mail.url },
  });
});
afterAll(async () => {
  await platform.close();
  await mail.stop();
});

/** Calls while the table is away, so that a statement fails with its values. */
async function failing<E extends Endpoint>(
  client: ApiClient,
  table: string,
  endpoint: E,
  input: EndpointInput<E>,
): Promise<void> {
  await platform.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  await client.call(endpoint, input);
  await platform.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
}

it('holds no password, token, code or ticket that somebody used, also of calls that fail', async () => {
  const secrets = new Map<string, string>([['password', adminPassword]]);
  const admin = new ApiClient(platform.baseUrl);
  const sealed = await admin.encrypt(adminPassword);
  const signedIn = await admin.expectOk(sessions.login, { loginName: 'admin', password: sealed });
  const { token } = signedIn.result;
  admin.token = token;
  secrets.set('sealed password', sealed).set('token', token);

  await admin.expectOk(menus.save, { menuName: '外部', menuUrl: site, menuType: 2 });
  const jumped = await new ApiClient(platform.baseUrl).send(sessions.jump, {
    url: site,
    Authorization: token,
  });
  expect(jumped.headers.get('referrer-policy')).toBe('no-referrer');
  const code = new URL(jumped.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const byCode = await new ApiClient(platform.baseUrl).expectOk(sessions.login, { code });
  secrets.set('sign-in code', code).set('token by code', byCode.result.token);

  await admin.expectOk(account.sendEmailCode, { email: 'admin@lab.example' });
  const sent = await waitFor('the mail', () => mail.mails[0]);
  const verificationCode = /\d{6}/.exec(sent.text)?.[0];
  expect(verificationCode).toHaveLength(6);

  const home = join(platform.config.filesDir, 'home', 'admin');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'file'), 'bytes');
  const { result: ticket } = await admin.expectOk(downloads.getDownloadPath, { paths: ['/file'] });
  expect(await (await platform.download(String(ticket))).text()).toBe('bytes');
  secrets.set('download ticket', String(ticket));

  const stranger = new ApiClient(platform.baseUrl);
  const failed = await stranger.encrypt(adminPassword);
  secrets.set('sealed password of a failed call', failed);
  const logged = log.length;
  await failing(stranger, 'user_session', sessions.login, { loginName: 'admin', password: failed });
  await failing(admin, 'download_ticket', downloads.getDownloadPath, { paths: ['/file'] });
  await failing(stranger, 'sign_in_code', sessions.login, { code: 'a-code-of-a-failed-call' });
  secrets.set('code of a failed call', 'a-code-of-a-failed-call');
  // They have failed in the way that matters here.
  expect(log.slice(logged).split('"QueryFailedError"').length - 1).toBeGreaterThanOrEqual(3);

  for (const [name, secret] of secrets) {
    expect([name, secret.length >= 6]).toEqual([name, true]);
    const hash = hashToken(secret);
    const found = [
      secret,
      encodeURIComponent(secret),
      hash.toString('hex'),
      [...hash].join(),
    ].filter((form) => log.includes(form));
    expect([name, found]).toEqual([name, []]);
  }
  // As a whole number: six digits stand in many a time.
  expect(log.split(/\D+/)).not.toContain(verificationCode);
  expect(log).not.toContain('"parameters"');
  // The lines are there that would hold them.
  expect(log).toContain('"path":"/api/user/info/download"');
});

it('is not told to other sites by the pages either', async () => {
  for (const path of ['/login?code=x', '/api/user/info/download?path=x']) {
    const answer = await fetch(`${platform.baseUrl}${path}`);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  }
});
