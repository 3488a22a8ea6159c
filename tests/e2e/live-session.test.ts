import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, uploadsPath } from '@clusterdesk/contracts';
import type { Page, Route } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { ApiClient } from '../support/platform/api-client.js';
import { chooseInMenu, fillLogin, newVisitor, signInByForm } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { RunningPlatform } from '../support/platform/running-platform.js';

const password = 'A-password-1';
const { platform, browser } = await consoleSuite();
let files: FilesPage;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, ['A/', 'cut/']);
  const client = await platform.signIn();
  const { result: roles } = await client.expectOk(endpoints.roles.list, {});
  await client.expectOk(endpoints.users.add, {
    userName: 'second',
    password: await client.encrypt(password),
    realName: null,
    roleId: roles.find(({ isSystemAdministrator }) => !isSystemAdministrator)!.id,
  });
});

/** Two windows of one browser, both of the administrator. */
async function twoWindows(): Promise<{ first: Page; second: Page; close: () => Promise<void> }> {
  const { context, page: first } = await newVisitor(browser, platform);
  await signInByForm(first, '/myDoc');
  await files.entry('A', first).waitFor();
  const second = await context.newPage();
  return { first, second, close: () => context.close() };
}

/** Marks the window: a page that is loaded anew has no mark. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'isMarked' in window);

/** What the console keeps of a sign-in, written from another window as a link with a sign-in code has it done. */
async function signInFrom(page: Page, name: string, word: string): Promise<void> {
  const client = new ApiClient(platform.url);
  await client.signIn(name, word);
  const { result } = await client.expectOk(endpoints.account.detail, {});
  await page.goto('/favicon.svg');
  await page.evaluate(
    ({ id, token }) => {
      window.localStorage.setItem('userId', id);
      window.localStorage.setItem('token', token);
    },
    { id: result.id, token: client.token! },
  );
}

describe('another window of the browser', () => {
  test('may sign in as the same user, and nothing is lost here', async () => {
    const { first, second, close } = await twoWindows();
    await mark(first);
    await signInFrom(second, 'admin', RunningPlatform.adminPassword);
    const client = await platform.signIn();
    await client.expectOk(endpoints.disk.mkdir, { path: '/seen-by-the-new-session' });
    await files.entry('seen-by-the-new-session', first).waitFor();
    expect(await isMarked(first)).toBe(true);
    await close();
  });

  test('that signs in as somebody else stops this one, which says so and takes nothing away', async () => {
    const { first, second, close } = await twoWindows();
    await mark(first);
    await signInFrom(second, 'second', password);
    const dialog = first.getByRole('dialog', { name: '已登录其他用户' });
    await dialog.waitFor();
    const asked: string[] = [];
    first.on('request', (request) => asked.push(request.url()));
    await dialog.getByRole('button', { name: '留在此页' }).click();
    await dialog.waitFor({ state: 'detached' });
    await files.entry('A', first).dblclick();
    await first.getByText('另一个窗口已登录其他用户').waitFor();
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
    expect(await isMarked(first)).toBe(true);
    await close();
  });
});

describe('signing out', () => {
  test('leaves nothing of its user to who signs in next in the same window, nor in another', async () => {
    const { first, second, close } = await twoWindows();
    await second.goto('/myDoc');
    await files.entry('cut', second).waitFor();
    await mark(first);
    await mark(second);
    await files.entry('cut', first).click();
    await first.keyboard.press('Control+x');
    // What is cut in one window is pasted in another.
    await files.entry('A', second).dblclick();
    await second.getByText('这里还没有文件').click({ button: 'right' });
    await second.getByRole('menuitem', { name: '粘贴', disabled: false }).waitFor();
    await first.getByRole('button', { name: /^用户菜单/ }).click();
    await chooseInMenu(first, '安全退出');
    await first.getByRole('dialog').getByRole('button', { name: '确定' }).click();
    await first.getByText('已退出').waitFor();
    await second.waitForURL('**/login*');
    expect(await isMarked(second)).toBe(false);
    await fillLogin(first, 'second', password);
    await first.waitForURL('**/workPlat?isLogin=true');
    expect(await isMarked(first)).toBe(false);
    await first.getByRole('link', { name: '我的文件' }).click();
    await first.getByText('这里还没有文件').click({ button: 'right' });
    await first.getByRole('menuitem', { name: '粘贴', disabled: true }).waitFor();
    await close();
  });
});

describe('another language', () => {
  test('is shown without loading anew, in the middle of an upload', async () => {
    const { first, close } = await twoWindows();
    await mark(first);
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const hold = async (route: Route): Promise<void> => {
      await gate;
      await route.continue();
    };
    await first.route(`**${uploadsPath}**`, hold);
    await first.route(`**/api${endpoints.uploads.uploadFolder.path}`, hold);
    await first
      .getByTestId('upload-files')
      .setInputFiles({ name: 'held.txt', mimeType: 'text/plain', buffer: Buffer.from('held') });
    await first.getByRole('complementary', { name: '传输' }).waitFor();
    await first.getByRole('button', { name: '切换到 English' }).click();
    await first.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    expect(await first.locator('html').getAttribute('lang')).toBe('en');
    expect(await first.locator('body').innerText()).not.toMatch(/我的文件|传输|新建文件夹/);
    release();
    await files.entry('held.txt', first).waitFor();
    expect(await isMarked(first)).toBe(true);
    await first.reload();
    await first.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    await first.getByRole('button', { name: '切换到中文' }).click();
    await first.getByRole('navigation', { name: '主导航' }).waitFor();
    await close();
  });
});
