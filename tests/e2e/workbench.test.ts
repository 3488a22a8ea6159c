import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { chooseInMenu, desktop, phone, takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;
let client: ApiClient;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, ['数据/样本.txt', '说明.md']);
  ({ page } = files);
  client = await platform.signIn();
});

const tile = (name: RegExp): Locator => page.getByRole('main').getByRole('link', { name });
const card = (name: string): Locator => page.getByRole('region', { name });
const isAt = (path: string): Promise<void> => page.waitForURL((url) => url.pathname === path);
const choose = (name: RegExp): Locator => page.getByRole('option', { name });

describe('the workbench', () => {
  test('stands within the frame of every page, with tiles on a second page, too', async () => {
    await page.goto('/workPlat');
    await page.getByRole('button', { name: '下一页' }).click();
    await tile(/日志管理/).waitFor();
    expect(await tile(/系统管理|联系我们/).count()).toBe(2);
    await page.getByRole('button', { name: '上一页' }).click();
    await tile(/我的分享/).waitFor();
    await page.getByRole('button', { name: /用户菜单/ }).waitFor();
    await page.getByRole('heading', { level: 1, name: '工作台' }).waitFor();
    expect(await page.title()).toContain('工作台');
  });

  test('shows on a tile what its page would say first, as it changes', async () => {
    await tile(/我的文件.*已用/).waitFor();
    await tile(/平台监控.*1 \/ 1 台在线/).waitFor();
    await tile(/任务管理.*没有进行中的任务/).waitFor();
    await client.expectOk(endpoints.jobs.run, {
      jobName: 'long_one',
      queueName: 'local',
      scriptContent: 'sleep 600',
    });
    await tile(/任务管理.*1 个运行中/).waitFor();
    const jobs = card('最近任务');
    const long = jobs.getByRole('listitem').filter({ hasText: 'long_one' });
    await long.filter({ hasText: /运行中.*已运行/ }).waitFor();
    const { result } = await client.expectOk(endpoints.jobs.list, {});
    await client.expectOk(endpoints.jobs.stop, { jobId: result[0]!.jobId });
    await tile(/任务管理.*没有进行中的任务/).waitFor();
    await long.filter({ hasText: /已停止.*结束于/ }).waitFor();
    await long.getByRole('link', { name: '「long_one」的日志' }).waitFor();
  });

  test('leads back to the files used last, and to their folders', async () => {
    await client.expectOk(endpoints.downloads.getPreviewPath, { path: '/数据/样本.txt' });
    await page.reload();
    const recent = card('最近文件');
    await recent.getByRole('button', { name: '样本.txt' }).click();
    await page.getByRole('dialog').getByText('数据/样本.txt').waitFor();
    await takePicture(page, 'workbench-preview');
    // Escape closes the preview and leaves the page where it is.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/workPlat');
    await recent.getByRole('link', { name: '/数据' }).click();
    await files.entry('样本.txt').waitFor();
  });

  test('is left by its button, by Escape and by a click on the ground, not by one among the cards', async () => {
    await page.goto('/workPlat?isLogin=true');
    await tile(/我的文件/).waitFor();
    await page.getByRole('heading', { name: '工作台' }).click();
    const box = await page.getByRole('heading', { name: '工作台' }).boundingBox();
    await page.mouse.click(640, (box?.y ?? 0) + (box?.height ?? 0) + 9);
    expect(new URL(page.url()).pathname).toBe('/workPlat');
    await page.keyboard.press('Escape');
    await isAt('/myDoc');
    await page.goto('/workPlat?isLogin=true');
    await tile(/我的文件/).waitFor();
    await page.mouse.click(20, 400);
    await isAt('/myDoc');
    await page.goto('/workPlat?isLogin=true');
    await page.getByRole('button', { name: '关闭工作台' }).click();
    await isAt('/myDoc');
  });

  test('tells an administrator what is still to be set up, until he has read enough of it', async () => {
    await page.goto('/workPlat');
    const list = card('完成平台设置');
    await list.getByRole('listitem').filter({ hasText: '未完成：添加或导入用户' }).waitFor();
    await list.getByRole('listitem').filter({ hasText: '已完成：接入计算节点' }).waitFor();
    await list.getByRole('listitem').filter({ hasText: '未完成：修改初始密码' }).waitFor();
    await list.getByRole('listitem').filter({ hasText: '已完成：创建队列' }).waitFor();
    await list.getByRole('listitem').filter({ hasText: '未完成：备份平台' }).waitFor();
    const { result: roles } = await client.expectOk(endpoints.roles.list, {});
    await client.expectOk(endpoints.users.add, {
      userName: 'ada',
      password: await client.encrypt('A-password-1'),
      realName: '阿达',
      roleId: roles.find(({ isSystemAdministrator }) => !isSystemAdministrator)!.id,
    });
    await page.reload();
    await list.getByRole('listitem').filter({ hasText: '已完成：添加或导入用户' }).waitFor();
    await page.setViewportSize(desktop);
    await takePicture(page, 'workbench-desk');
    await page.setViewportSize(phone);
    await takePicture(page, 'workbench-phone');
    await page.setViewportSize(desktop);
    await list.getByRole('button', { name: '不再显示' }).click();
    await page.reload();
    await tile(/我的文件.*已用/).waitFor();
    expect(await list.count()).toBe(0);
  });
});

describe('the palette', () => {
  const open = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索与命令' }).fill(text);
  };

  test('opens a page by a part of its name, in either language', async () => {
    await open('role');
    await choose(/角色管理/).waitFor();
    await page.keyboard.press('Enter');
    await isAt('/roleManagement');
  });

  test('finds files, users and jobs, and shows a file at once', async () => {
    await open('样本');
    await choose(/样本\.txt.*数据/).waitFor();
    await takePicture(page, 'palette');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('数据/样本.txt').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await open('long_');
    await choose(/long_one/).waitFor();
    await page.getByRole('combobox', { name: '搜索与命令' }).fill('阿达');
    await choose(/ada/).click();
    await isAt('/userEdit');
  });

  test('says when nothing is found, and closes by Escape', async () => {
    await open('没有这样的东西');
    await page.getByText('没有找到「没有这样的东西」').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

describe('the keyboard', () => {
  test('reaches the list of shortcuts, which the user menu has too', async () => {
    await page.goto('/myDoc');
    await files.grid.waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: '键盘快捷键' }).getByText('Ctrl+K').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /用户菜单/ }).click();
    await chooseInMenu(page, '键盘快捷键');
    // While the menu is closing, Escape is still its own.
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    // A dialog hears the keyboard when it has taken the focus.
    await page.locator('[role=dialog]:focus-within').getByText('键盘快捷键').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('goes to the search of the page by /, and types a / where one is typing', async () => {
    await files.grid.focus();
    await page.keyboard.press('/');
    const focused = page.locator('input[type=search]:focus');
    await focused.waitFor();
    await page.keyboard.type('a/b');
    expect(await focused.inputValue()).toBe('a/b');
  });
});

describe('the bell', () => {
  /** As a process leaves it that died before its push: the sweep sends it. */
  const notify = (kind: string): Promise<unknown> =>
    platform.query(
      `INSERT INTO notification (user_id, kind, payload, created_at)
       SELECT id, $1, '{}', now() - interval '1 minute' FROM user_account WHERE user_name = 'admin'`,
      [kind],
    );

  test('counts what comes, in the title too, and forgets what is read', async () => {
    await page.goto('/roleManagement');
    const bell = page.getByRole('button', { name: /^通知/ });
    await bell.click();
    const list = page.getByRole('dialog', { name: '通知' });
    await list.getByText('没有通知').waitFor();
    await list.getByText('在浏览器中提醒').waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });

    await notify('spec.one');
    await notify('spec.two');
    await page.getByRole('button', { name: '通知（2 条未读）' }).waitFor({ timeout: 60_000 });
    expect(await page.title()).toMatch(/^\(2\) /);
    await bell.click();
    await list.getByRole('button', { name: /未读/ }).first().waitFor();
    await takePicture(page, 'bell');
    await list.getByRole('button', { name: /未读/ }).first().click();
    await page.getByRole('button', { name: '通知（1 条未读）', includeHidden: true }).waitFor();
    const second = await files.visitor.context.newPage();
    await second.goto('/roleManagement');
    await second.getByRole('button', { name: '通知（1 条未读）' }).waitFor();
    await list.getByRole('button', { name: '全部标为已读' }).click();
    await waitFor('the title to have no count', async () => !/\(\d+\)/.test(await page.title()));
    await second.getByRole('button', { name: '通知', exact: true }).waitFor();
    await second.close();
    expect(files.visitor.problems).toEqual([]);
  });
});
