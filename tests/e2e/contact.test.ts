import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, newVisitor, signInAt, takePicture } from '../support/browser/browser.js';
import { TestPlatform, workspace } from '../support/platform/platform.js';

const developPassword = 'develop-1';
let folder: string;
let platform: TestPlatform;
let browser: Browser;
let page: Page;

/** `npm run licence` in a folder of its own. */
const licence = (...words: string[]): string =>
  execFileSync(process.execPath, [join(workspace, 'scripts/licence.mjs'), ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** One orange pixel. */
function orangePng(): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
    chunk('IDAT', deflateSync(Buffer.from([0, 240, 120, 20]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-contact-'));
  const [, key = ''] = licence('keygen').trim().split(/=(.*)/s);
  const env = { LICENCE_PUBLIC_KEY: key, DEVELOP_PASSWORD: developPassword };
  [platform, browser] = await Promise.all([
    TestPlatform.startOnSharedDatabase({ env }),
    launchBrowser(),
  ]);
  ({ page } = await newVisitor(browser, platform));
  await signInAt(page, '/contactPage');
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a licence is issued for the exported configuration, uploaded and renewed; the address keeps the tab', async () => {
  await page.getByRole('tab', { name: '版权管理' }).click();
  await page.getByText('未激活', { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出配置' }).click(),
  ]);
  await download.saveAs(join(folder, 'machine.json'));
  const issue = ['issue', '--key=licence-key.pem', '--machine=machine.json'];
  licence(...issue, '--licensee=示例实验室', '--expires=2090-12-31');
  const upload = async (content: Buffer): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /激活|续期/ }).click(),
    ]);
    await chooser.setFiles({ name: 'licence.json', mimeType: 'application/json', buffer: content });
  };
  const file = readFileSync(join(folder, 'licence.json'));
  await upload(file);
  await page.getByText(/^激活成功：示例实验室/).waitFor();
  await page.getByRole('button', { name: '续期' }).waitFor();
  await upload(Buffer.from(file.toString().replace('2090', '2099')));
  await page.getByText(/^许可证已损坏或被修改/).waitFor();
  await page.reload();
  await page.getByText('已激活', { exact: true }).waitFor();
  await page.getByText(/^209[01]-\d\d-\d\d/).waitFor();
  await takePicture(page, 'contact-licence');
});

test('the logo that develop uploads is in other windows at once, and on the login page', async () => {
  const develop = await newVisitor(browser, platform);
  const credentials = { loginName: 'develop', password: developPassword };
  await signInAt(develop.page, '/contactPage?tab=copyright', credentials);
  const [chooser] = await Promise.all([
    develop.page.waitForEvent('filechooser'),
    develop.page.getByRole('button', { name: '选择标志图片' }).click(),
  ]);
  await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: orangePng() });
  await develop.page.getByLabel('版权信息（中文）').fill('© 示例实验室');
  await develop.page.getByRole('button', { name: '提交' }).click();
  await develop.page.getByText('保存成功').waitFor();

  const logo = 'header img[src^="data:image/png"]';
  await page.locator(logo).waitFor();
  expect(await page.getByText('版权与标志').count()).toBe(0);

  const stranger = await newVisitor(browser, platform);
  await stranger.page.goto('/login');
  await stranger.page.getByText('© 示例实验室').waitFor();
  await stranger.page.locator('img[src^="data:image/png"]').waitFor();

  await develop.page.getByRole('button', { name: '使用默认标志' }).click();
  await develop.page.getByRole('button', { name: '提交' }).click();
  await page.locator(logo).waitFor({ state: 'detached' });
  expect([...develop.problems, ...stranger.problems]).toEqual([]);
});
