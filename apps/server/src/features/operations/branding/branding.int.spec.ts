import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type Envelope, type PublicConfigs } from '@clusterdesk/contracts';
import { PNG } from 'pngjs';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { save, uploadLogo, removeLogo, uploadPoliceIcon, removePoliceIcon } = endpoints.branding;
const logo = PNG.sync.write(new PNG({ width: 10, height: 10 }));

let server: TestServer;
let develop: ApiClient;

async function enter(loginName: string, password: string): Promise<ApiClient> {
  const client = new ApiClient(server.baseUrl);
  await client.signIn(loginName, password);
  return client;
}

beforeAll(async () => {
  server = await startTestServer({ DEVELOP_PASSWORD: 'develop-1' });
  develop = await enter('develop', 'develop-1');
});
afterAll(() => server.stop());

/** As any visitor sees it. */
const shown = async (): Promise<PublicConfigs> =>
  (await new ApiClient(server.baseUrl).expectOk(endpoints.operations.publicConfigs, {})).result;

async function upload(
  content: Buffer,
  client = develop,
  { path }: { path: string } = uploadLogo,
): Promise<Envelope<{ error?: string }>> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'logo.png');
  const answer = await fetch(`${server.baseUrl}/api${path}`, {
    method: 'POST',
    headers: { Authorization: client.token ?? '', 'Accept-Language': 'en' },
    body: form,
  });
  return (await answer.json()) as Envelope<{ error?: string }>;
}

describe('copyright and record numbers', () => {
  it('are one text for both languages, as the documented call has it', async () => {
    const answer = await fetch(
      `${server.baseUrl}/api${save.path}?copyrightInfo=${encodeURIComponent('© 2026 示例')}`,
      { method: 'POST', headers: { Authorization: develop.token ?? '' } },
    );
    expect(await answer.json()).toMatchObject({ success: true });
    const { copyrightInfo } = await shown();
    expect([copyrightInfo.cn.copyright, copyrightInfo.en.copyright]).toEqual([
      '© 2026 示例',
      '© 2026 示例',
    ]);
  });

  it('are changed field by field', async () => {
    await develop.expectOk(save, { copyrightInfo: 'Lab' });
    await develop.expectOk(save, {
      copyrightInfo: {
        cn: { copyright: '实验室', domainNameRegistrationNumber: '京ICP备1号' },
        en: { policeRegistrationNumber: '110' },
      },
    });
    expect((await shown()).copyrightInfo).toMatchObject({
      cn: { copyright: '实验室', domainNameRegistrationNumber: '京ICP备1号' },
      en: { copyright: 'Lab', policeRegistrationNumber: '110', domainNameRegistrationNumber: '' },
    });
  });

  it.each([
    'x'.repeat(201),
    'two\nlines',
    'turned \u202e round',
    { cn: { policeRegistrationNumber: '1'.repeat(65) } },
  ])('are not %j', async (copyrightInfo) => {
    const before = (await shown()).copyrightInfo;
    expect((await develop.call(save, { copyrightInfo })).code).toBe(400);
    expect((await shown()).copyrightInfo).toEqual(before);
  });
});

describe('the logo', () => {
  it('is shown at once, and taken back', async () => {
    const page = await connectConsole(server.baseUrl, (await server.addUser('watcher', [])).token);
    let changes = 0;
    page.socket.on('brandingChanged', () => (changes += 1));
    expect(await page.ask('watch', { topic: 'branding' })).toBe(true);
    expect(await upload(logo)).toMatchObject({ success: true, message: '标志已更新' });
    expect((await shown()).logoBase64Images).toMatch(/^data:image\/png;base64,iVBOR/);
    await waitFor('the window to be told', () => changes === 1);
    await develop.expectOk(removeLogo, {});
    expect((await shown()).logoBase64Images).toBe('');
    await waitFor('the window to be told', () => changes === 2);
    page.close();
  });

  it('stays when a file is refused, and its bytes are not in the log', async () => {
    await server.query('TRUNCATE audit_log');
    await upload(logo);
    const before = (await shown()).logoBase64Images;
    for (const [content, code] of [
      [Buffer.from('<svg/>'), 'OPERATIONS_LOGO_FORMAT'],
      [logo.subarray(0, 50), 'OPERATIONS_LOGO_UNREADABLE'],
      [Buffer.alloc(0), 'OPERATIONS_LOGO_FORMAT'],
      [Buffer.alloc(1024 * 1024 + 1), 'INPUT_TOO_LARGE'],
    ] as const) {
      expect((await upload(content)).result.error).toBe(code);
    }
    expect((await shown()).logoBase64Images).toBe(before);
    expect(JSON.stringify(await server.query('SELECT * FROM audit_log'))).not.toContain('iVBOR');
  });
});

it('the icon before the police record number is drawn anew, and shown in both languages until it is removed', async () => {
  await server.query('TRUNCATE audit_log');
  const large = PNG.sync.write(new PNG({ width: 200, height: 100 }));
  expect(await upload(large, develop, uploadPoliceIcon)).toMatchObject({ success: true });
  const { cn, en } = (await shown()).copyrightInfo;
  expect(cn.policeRegistrationIcon).toBe(en.policeRegistrationIcon);
  const [, data = ''] = cn.policeRegistrationIcon.split('data:image/png;base64,');
  const { width, height } = PNG.sync.read(Buffer.from(data, 'base64'));
  expect([width, height]).toEqual([48, 24]);
  expect((await upload(Buffer.from('<svg/>'), develop, uploadPoliceIcon)).result.error).toBe(
    'OPERATIONS_LOGO_FORMAT',
  );
  // Texts are saved beside it.
  await develop.expectOk(save, { copyrightInfo: 'Lab' });
  expect((await shown()).copyrightInfo.cn.policeRegistrationIcon).toBe(cn.policeRegistrationIcon);
  expect(JSON.stringify(await server.query('SELECT * FROM audit_log'))).not.toContain('iVBOR');
  await develop.expectOk(removePoliceIcon, {});
  expect((await shown()).copyrightInfo.en.policeRegistrationIcon).toBe('');
});

it('is changed by the login name develop only, whatever else a user may do', async () => {
  const before = await shown();
  const admin = await enter('admin', adminPassword);
  const code = 'OPERATIONS_BRANDING_NOT_ALLOWED';
  expect((await upload(logo, admin)).result.error).toBe(code);
  expect((await upload(logo, admin, uploadPoliceIcon)).result.error).toBe(code);
  for (const answer of [
    await admin.call(save, { copyrightInfo: 'mine' }),
    await admin.call(removeLogo, {}),
    await admin.call(removePoliceIcon, {}),
  ]) {
    expect(answer).toMatchObject({ code: 403, result: { error: code } });
  }
  expect(await shown()).toEqual(before);
});
