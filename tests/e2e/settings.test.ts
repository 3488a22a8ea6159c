import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newVisitor, signInAt, takePicture } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { startMailServer, type TestMailServer } from '../support/server/test-messages.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let mail: TestMailServer;
let page: Page;

beforeAll(async () => {
  mail = await startMailServer();
  ({ page } = await newVisitor(browser, platform));
  await signInAt(page, '/systemeManagement?tab=values');
});
afterAll(() => mail?.stop());

test('mail is set up and tried, and a second window learns of it', async () => {
  const second = await page.context().newPage();
  await second.goto('/systemeManagement?tab=values');
  await second.getByLabel('邮件服务器').waitFor();
  const { hostname, port } = new URL(mail.url);
  await page.getByLabel('邮件服务器').fill(hostname);
  await page.getByLabel('端口').fill(port);
  await page.getByLabel('加密方式').click();
  await page.getByTitle('不加密').click();
  await page.getByText('3 项修改').waitFor();
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('没有修改').waitFor();
  await takePicture(page, 'settings');
  await waitFor(
    'the other window',
    async () => (await second.getByLabel('端口').inputValue()) === port,
  );
  await second.close();

  await page.getByRole('button', { name: '发送测试邮件' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('邮箱地址').fill('me@lab.example');
  await dialog.getByRole('button', { name: '发送', exact: true }).click();
  await page.getByText('已发送，请确认是否收到').waitFor();
  expect(mail.mails.map(({ to }) => to)).toEqual([['me@lab.example']]);
});

test('a value out of its range stays here, and is told beside its field', async () => {
  await page.getByLabel('回收站保留').fill('0');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('不能小于 1').waitFor();
  await page.getByRole('button', { name: '放弃修改' }).click();
  expect(await page.getByLabel('回收站保留').inputValue()).toBe('30');
});
