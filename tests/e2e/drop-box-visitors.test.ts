import { endpoints } from '@clusterdesk/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { chooseInMenu, phone, takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;
let link: string;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, ['收件/']);
  ({ page } = files);
  const admin = await platform.signIn();
  await admin.expectOk(endpoints.settings.save, { changes: { visitorDropBoxes: true } });
});

test('an owner opens a drop box to people without an account', async () => {
  await files.goto('/');
  await files.entry('收件').click({ modifiers: ['Control'] });
  await files.tool('分享');
  await page.waitForURL('**/patfromShare?row=*');
  await page.getByRole('tab', { name: '链接', exact: true }).click();
  await page.getByRole('switch', { name: '收集文件夹' }).click();
  await page.getByRole('switch', { name: '允许免账号提交' }).click();
  await page.getByLabel('对访客显示的名称').fill('五月作业');
  await takePicture(page, 'drop-box-setup');
  await page.getByRole('button', { name: '创建链接' }).click();
  link = await page.getByRole('textbox', { name: '链接', exact: true }).inputValue();
  expect(link).toMatch(/\/drop\/[\w-]{22}#\w+$/);
});

test('a visitor sends two files without signing in, in Chinese, on a phone', async () => {
  const context = await browser.newContext({ viewport: phone, locale: 'zh-CN' });
  const visitor = await context.newPage();
  const asked: string[] = [];
  visitor.on('request', (request) => asked.push(request.url()));
  await visitor.goto(link);
  await visitor.getByRole('heading', { name: /请您向「.?五月作业.?」提交文件/ }).waitFor();
  expect(visitor.url()).not.toContain('#');
  await visitor.getByLabel('您的姓名（可不填）').fill('王小明');
  await visitor.locator('input[type=file]').setInputFiles([
    { name: '第一.txt', mimeType: 'text/plain', buffer: Buffer.from('one') },
    { name: '第二.txt', mimeType: 'text/plain', buffer: Buffer.from('two') },
  ]);
  await visitor.getByText('已提交 2 个文件').waitFor();
  await takePicture(visitor, 'drop-box-visitor');
  const width = await visitor.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  const code = link.split('#')[1] ?? '';
  expect(asked.filter((url) => url.includes(code))).toEqual([]);
  const apis = new Set(
    asked.flatMap((url) => /\/api\/[\w/]*/.exec(new URL(url).pathname)?.[0] ?? []),
  );
  expect([...apis].filter((path) => !/^\/api\/(share\/drop|uploads)/.test(path))).toEqual([]);
  await context.close();
});

test('a visitor is met in the language of the browser, and stays with another choice', async () => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const visitor = await context.newPage();
  await visitor.goto(link);
  await visitor.getByRole('heading', { name: /would like you to add files/ }).waitFor();
  expect(await visitor.locator('html').getAttribute('lang')).toBe('en');
  await takePicture(visitor, 'drop-box-english');
  await visitor.getByRole('button', { name: '中文' }).click();
  await visitor.getByRole('heading', { name: /请您向「.?五月作业.?」提交文件/ }).waitFor();
  await visitor.goto(link.split('#')[0] ?? '');
  await visitor.reload();
  await visitor.getByRole('button', { name: 'English' }).waitFor();
  expect(await visitor.locator('html').getAttribute('lang')).toBe('zh-CN');
  await context.close();
});

test('the owner sees the files, is told once, and knows who it was', async () => {
  await files.goto('/收件');
  await files.entry('第一.txt').waitFor();
  await files.entry('第二.txt').waitFor();
  const admin = await platform.signIn();
  await waitFor('the notice', async () => {
    const { result } = await admin.expectOk(endpoints.notifications.list, {});
    return JSON.stringify(result).includes('王小明');
  });
  await page.goto(`${platform.url}/myShare`);
  await page.getByRole('button', { name: /更多操作：收件/ }).click();
  await chooseInMenu(page, '详情与访问记录');
  await page
    .getByText(/访客「王小明」/)
    .first()
    .waitFor();
  await page.getByText(/访客已提交 2 个文件/).waitFor();
  await takePicture(page, 'drop-box-history');
});
