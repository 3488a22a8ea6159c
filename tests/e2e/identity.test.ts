import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { ApiClient } from '../support/platform/api-client.js';
import {
  chooseInMenu,
  fillLogin,
  newVisitor,
  signInAt,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(60_000);
/** No single step takes longer; a missing word is told soon. */

const { platform, browser } = await consoleSuite();
let client: ApiClient;
/** The administrator's window. */
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  client = await platform.signIn();
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/userList');
});

const password = 'secret-1';
const rowOf = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
const confirm = (): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: '确定' }).click();

/** Confirms what is taken. The page behind may show it before the dialog is gone. */
async function confirmAndClose(): Promise<void> {
  await confirm();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function roleId(name: string): Promise<string> {
  const { result } = await client.expectOk(endpoints.roles.list, {});
  return result.find(({ roleName }) => roleName === name)?.id ?? '';
}

/** A user of the role *user*, made by a call. */
async function addUser(userName: string, more: { email?: string } = {}): Promise<string> {
  const { result } = await client.expectOk(endpoints.users.add, {
    userName,
    password: await client.encrypt(password),
    roleId: await roleId('普通用户'),
    ...more,
  });
  return result.id;
}

/** A window in which somebody else is signed in and sees `path`. */
async function windowOf(userName: string, path: string): Promise<Visitor> {
  const other = await newVisitor(browser, platform);
  await other.page.goto(`/login?cbUrl=${encodeURIComponent(path)}`);
  await fillLogin(other.page, userName, password);
  await other.page.waitForURL((url) => url.pathname + url.search === path);
  return other;
}

/** Chooses from the menu of a row. */
async function act(userName: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `更多操作：${userName}` }).click();
  await chooseInMenu(page, action);
}

/** Types a date into one of antd's fields. */
async function fillDate(label: string, date: string): Promise<void> {
  await page.getByLabel(label).fill(date);
  await page.getByLabel(label).press('Enter');
}

/** A table draws only the rows in view; the newest menu is the last. */
const scrollToEnd = (): Promise<void> =>
  page.locator('table').evaluate((table) => table.parentElement?.scrollTo(0, 100_000));

describe('users', () => {
  test('the form says what is missing and wrong before anything is sent', async () => {
    await page.getByRole('link', { name: '新增用户' }).click();
    await page.waitForURL('**/userEdit');
    await page.getByRole('button', { name: '确定' }).click();
    for (const sentence of ['请输入用户名', '请输入密码', '请选择角色']) {
      await page.getByText(sentence, { exact: true }).waitFor();
    }
    await page.getByLabel('用户名').fill('.hidden');
    await page.getByLabel('密码', { exact: true }).fill('12345');
    await page.getByLabel('手机号').fill('12345678901');
    await page.getByLabel('邮箱').fill('not-an-address');
    for (const sentence of [
      '须以字母或数字开头，只含字母、数字、点、下划线、连字符',
      '密码长度须为 6 到 18 个字符',
      '请输入正确的 11 位手机号',
      '请输入正确的邮箱地址',
    ]) {
      await page.getByText(sentence).waitFor();
    }
  });

  test('a user is added, found by a search, and can sign in', async () => {
    await page.getByLabel('用户名').fill('lilei');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByLabel('真实姓名').fill('李雷');
    await page.getByLabel('手机号').fill('13800138000');
    await page.getByLabel('邮箱').fill('lilei@example.com');
    await page.getByLabel('角色').click();
    await page.getByTitle('普通用户').click();
    await page.getByRole('button', { name: '确定' }).click();
    await page.waitForURL('**/userList');
    await rowOf('lilei').getByText('正常').waitFor();

    await addUser('hanmei');
    await page.getByRole('search').getByRole('textbox').fill('李雷');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/userList?search=*');
    await rowOf('hanmei').waitFor({ state: 'detached' });
    expect(await rowOf('lilei').count()).toBe(1);
    await takePicture(page, 'user-list');
    const other = await windowOf('lilei', '/myDoc');
    await other.context.close();
  });

  test('freezing ends the session at once and says why; activating for a period lets in again', async () => {
    const other = await windowOf('lilei', '/myDoc');
    await act('lilei', '冻结');
    await page.getByRole('dialog').getByRole('button', { name: '冻结' }).click();
    await other.page.waitForURL('**/login?cbUrl=*');
    await other.page.getByRole('alert').filter({ hasText: /冻结/ }).waitFor();
    await fillLogin(other.page, 'lilei', password);
    await other.page.getByRole('alert').filter({ hasText: /冻结/ }).waitFor();

    await act('lilei', '激活');
    await page.waitForURL('**/userActivation?id=*');
    await page.getByRole('button', { name: '确定' }).click();
    await page.getByText('请选择生效日期').waitFor();
    await fillDate('生效日期', '2026-02-01');
    await fillDate('失效日期', '2026-01-01');
    await page.getByText('失效日期不能早于生效日期').waitFor();
    // Enter takes the date and sends the form.
    await fillDate('失效日期', '2099-12-31');
    await page.waitForURL('**/userList');
    await rowOf('lilei').getByText('2026-02-01 至 2099-12-31').waitFor();
    await fillLogin(other.page, 'lilei', password);
    await other.page.waitForURL('**/myDoc');
    await other.context.close();
  });

  test('another password and another role are set by their own pages', async () => {
    await act('lilei', '重置密码');
    await page.getByText('用户：lilei').waitFor();
    await page.getByLabel('新密码', { exact: true }).fill('another-1');
    await page.getByLabel('确认新密码').fill('another-2');
    await page.getByText('两次输入的密码不一致').waitFor();
    await page.getByLabel('确认新密码').fill('another-1');
    await page.getByRole('button', { name: '确定' }).click();
    await page.waitForURL('**/userList');
    const other = await newVisitor(browser, platform);
    await other.page.goto('/login');
    await fillLogin(other.page, 'lilei', 'another-1');
    await other.page.waitForURL('**/workPlat?isLogin=true');
    await other.context.close();

    await act('lilei', '更换角色');
    await page.waitForURL('**/userEditRole?id=*&roleIds=*');
    await page.locator('.ant-select-selection-item', { hasText: '普通用户' }).waitFor();
    await page.getByLabel('角色').click();
    await page.locator('.ant-select-item').filter({ hasText: '系统管理员' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '确定' }).click();
    await page.waitForURL('**/userList');
    await rowOf('lilei')
      .getByText(/系统管理员/)
      .waitFor();
  });

  test('nobody deletes oneself; a deleted user is gone', async () => {
    await page.getByRole('button', { name: '更多操作：admin' }).click();
    await page.getByRole('menuitem', { name: '删除', disabled: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: '删除' }).waitFor({ state: 'hidden' });
    await act('hanmei', '删除');
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await rowOf('hanmei').waitFor({ state: 'detached' });
    expect(visitor.problems).toEqual([]);
  });
});

describe('roles and authority', () => {
  let other: Visitor;
  beforeAll(async () => {
    await addUser('wangfang');
    other = await windowOf('wangfang', '/myDoc');
  });
  afterAll(() => other?.context.close());

  test('a role is added and given a user, who is picked from all', async () => {
    await page.goto('/roleManagement');
    await page.getByRole('button', { name: '新增角色' }).click();
    await confirm();
    await page.getByText('请输入角色名称').waitFor();
    await page.getByLabel('角色名称').fill('审计员');
    await confirmAndClose();
    await page.getByRole('heading', { name: '「审计员」的用户' }).waitFor();

    await page.getByRole('button', { name: '添加用户' }).first().click();
    await confirm();
    await page.getByText('请至少选择一名用户').waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('wangfang');
    await dialog.getByRole('textbox').press('Enter');
    await dialog.getByRole('checkbox', { name: '选择 wangfang' }).check();
    await confirmAndClose();
    await rowOf('wangfang').waitFor();
    await takePicture(page, 'roles');

    const search = page.getByRole('search').getByRole('textbox');
    await search.fill('nobody-of-this-name');
    await search.press('Enter');
    await page.getByText('没有符合条件的用户').waitFor();
    await search.fill('wang');
    await search.press('Enter');
    await rowOf('wangfang').waitFor();
  });

  test("a ticked menu appears in the user's open window, half-checking its parent", async () => {
    expect(await other.page.getByRole('button', { name: '系统设置' }).count()).toBe(1);
    await other.page.getByRole('button', { name: '系统设置' }).click();
    await other.page.getByRole('link', { name: '主题管理' }).waitFor();
    expect(await other.page.getByRole('link', { name: '日志管理' }).count()).toBe(0);

    await page.goto('/authManagement');
    await page.getByRole('button', { name: /^审计员/ }).click();
    const save = page.getByRole('button', { name: '保存' });
    expect(await save.isDisabled()).toBe(true);
    const box = (name: string): Locator =>
      page
        .locator('.ant-tree-treenode')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('.ant-tree-checkbox');
    await box('日志管理').click();
    await page.locator('.ant-tree-checkbox-indeterminate').first().waitFor();
    expect(await box('系统设置').getAttribute('class')).toMatch(/indeterminate/);
    await takePicture(page, 'authority');
    await save.click();
    await page.getByText('权限已保存，立即生效').waitFor();

    await other.page.getByRole('link', { name: '日志管理' }).click();
    await other.page.getByRole('table', { name: '日志管理' }).waitFor();
    await page.reload();
    await waitFor('the box to be half-checked', async () =>
      /indeterminate/.test((await box('系统设置').getAttribute('class')) ?? ''),
    );
  });

  test('removing the user from the role takes the page away', async () => {
    await page.goto('/roleManagement');
    await page.getByRole('button', { name: /^审计员/ }).click();
    await page.getByRole('button', { name: '移除用户' }).click();
    await page.getByText('请至少选择一名用户').waitFor();
    await page.getByRole('checkbox', { name: '选择 wangfang' }).check();
    await page.getByRole('button', { name: '移除用户' }).click();
    await confirm();
    await other.page.waitForURL('**/noPermission');
    expect(other.problems).toEqual([]);
  });
});

describe('menus', () => {
  let site: Server;
  let siteUrl: string;
  const asked: string[] = [];
  beforeAll(async () => {
    site = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.referer ?? ''}`);
      response.setHeader('Content-Type', 'text/html').end('<h1>elsewhere</h1>');
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/board`;
  });
  afterAll(() => {
    site?.closeAllConnections();
    site?.close();
  });

  test('a menu of type 2 is added and opens in a new window, with a code and without the token', async () => {
    await page.goto('/menuManagement');
    await page.getByRole('button', { name: '收起 系统设置' }).click();
    await rowOf('主题管理').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '新增菜单' }).click();
    await page.getByLabel('菜单名称').fill('公告板');
    await page.getByRole('radio', { name: '第三方跳转' }).check();
    await page.getByLabel('地址').fill('/board');
    await page.getByText('须为 http:// 或 https:// 开头的网址').waitFor();
    await page.getByLabel('地址').fill(siteUrl);
    await page.getByRole('button', { name: '确定' }).click();
    await page.waitForURL('**/menuManagement');
    await scrollToEnd();
    await rowOf('公告板').getByText('第三方跳转').waitFor();

    await page.goto('/workPlat');
    await page.getByRole('button', { name: '下一页' }).click();
    const requested: string[] = [];
    visitor.context.on('request', (request) => requested.push(request.url()));
    const [opened] = await Promise.all([
      visitor.context.waitForEvent('page'),
      page.getByRole('link', { name: '公告板' }).click(),
    ]);
    await opened.getByRole('heading', { name: 'elsewhere' }).waitFor();
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '-');
    const address = new URL(opened.url());
    const code = address.searchParams.get('code') ?? '';
    expect(address.pathname).toBe('/board');
    expect(code).not.toBe('');
    expect([opened.url(), ...asked, ...requested].join()).not.toContain(token);
    expect(await opened.evaluate(() => history.length)).toBe(1);
    await opened.close();

    const other = await newVisitor(browser, platform);
    await other.page.goto(`/login?code=${encodeURIComponent(code)}&cbUrl=%2FmyDoc`);
    await other.page.waitForURL('**/myDoc');
    // Somebody else with the used code; the page that is signed in would go its own ways meanwhile.
    const late = await newVisitor(browser, platform);
    await late.page.goto(`/login?code=${encodeURIComponent(code)}`);
    await late.page.getByRole('alert').filter({ hasText: '登录凭证无效' }).waitFor();
    expect(new URL(late.page.url()).search).toBe('');
    await late.context.close();

    // Whoever is signed in is asked first, and the session that another replaces ends.
    const nextCode = async (): Promise<string> => {
      const { result } = await client.expectOk(endpoints.sessions.jumpTarget, { url: siteUrl });
      return new URL(result.url).searchParams.get('code') ?? '';
    };
    await addUser('asked');
    const victim = await newVisitor(browser, platform);
    await victim.page.goto('/login');
    await fillLogin(victim.page, 'asked', password);
    await victim.page.waitForURL('**/workPlat?isLogin=true');
    const readStored = (): Promise<string> =>
      victim.page.evaluate(() => localStorage.getItem('token') ?? '-');
    const own = await readStored();
    await victim.page.goto(`/login?code=${await nextCode()}&cbUrl=%2FmyDoc`);
    await victim.page.getByRole('button', { name: '保持「asked」登录' }).click();
    await victim.page.waitForURL('**/myDoc');
    expect(await readStored()).toBe(own);
    await victim.page.goto(`/login?code=${await nextCode()}&cbUrl=%2FmyDoc`);
    await victim.page.getByRole('button', { name: '切换账号' }).click();
    await victim.page.waitForURL('**/myDoc');
    expect(await readStored()).not.toBe(own);
    const replaced = new ApiClient(platform.url);
    replaced.token = own;
    await waitFor('the end of the session', async () => {
      const { code: status } = await replaced.call(endpoints.account.detail, {});
      return status === 401;
    });
    await victim.context.close();
    await other.context.close();
  });

  test('an icon of the wrong measure is refused here, a right one is shown on the tile', async () => {
    const picture = (pixels: number): Promise<number[]> =>
      page.evaluate(async (size) => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = size;
        const drawing = canvas.getContext('2d');
        drawing?.fillRect(0, 0, size, size);
        const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
        return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
      }, pixels);
    const choose = async (pixels: number): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({
        name: 'icon.png',
        mimeType: 'image/png',
        buffer: Buffer.from(await picture(pixels)),
      });
    await page.goto('/menuManagement');
    await scrollToEnd();
    await page.getByRole('link', { name: '编辑：公告板' }).click();
    await page.getByRole('button', { name: '上传图标' }).waitFor();
    await choose(120);
    await page.getByText('图标须为 200×200 像素，所选图片为 120×120').waitFor();
    await choose(200);
    await page.getByRole('button', { name: '移除图标' }).waitFor();
    await page.getByRole('button', { name: '确定' }).click();
    await page.waitForURL('**/menuManagement');
    await page.goto('/workPlat');
    const icon = page.getByRole('link', { name: '公告板' }).locator('img');
    await waitFor('the icon to be drawn', () =>
      icon.evaluate((image) => (image as HTMLImageElement).naturalWidth === 200),
    );
    await takePicture(page, 'workbench-with-icon');
  });

  test('a menu is deleted from the table', async () => {
    await page.goto('/menuManagement');
    await scrollToEnd();
    await page.getByRole('button', { name: '删除：公告板' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await rowOf('公告板').waitFor({ state: 'detached' });
  });
});

describe('the log', () => {
  test('is narrowed by level, module and user, in the address too', async () => {
    await client.call(endpoints.users.remove, { id: 'nobody' });
    await page.goto('/logManagement');
    await page.getByRole('table', { name: '日志管理' }).waitFor();
    await page.goto('/logManagement?logLevel=WARN&userName=admin');
    const line = page.getByRole('button', { name: /^删除了用户/ }).first();
    await line.waitFor();
    expect(await page.getByRole('cell', { name: '信息' }).count()).toBe(0);
    await line.click();
    await page.getByRole('dialog').getByText('/user/info/delete').waitFor();
    await takePicture(page, 'log-entry');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Close' })
      .or(page.locator('.ant-drawer-close'))
      .first()
      .click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('log.csv');
    await page.getByRole('search').getByRole('textbox').fill('nobody-at-all');
    await page.keyboard.press('Enter');
    await page.getByText('没有符合条件的日志').waitFor();
    await page.getByRole('button', { name: '清除条件' }).click();
    await page.getByText(/^共 \d+ 项/).waitFor();
    await takePicture(page, 'log');
  });
});

describe('one’s own account', () => {
  test('the theme is chosen by a picture of it and remembered', async () => {
    await page.goto('/themeManagement');
    await page.getByRole('radio', { name: /深色/ }).check({ force: true });
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.reload();
    await page.getByRole('radio', { name: /深色/, checked: true }).waitFor({ state: 'attached' });
    await takePicture(page, 'theme-dark');
    await page.getByRole('radio', { name: /浅色/ }).check({ force: true });
  });

  test('the name is edited in place, another session is ended', async () => {
    await addUser('zhangwei', { email: 'zhangwei@example.com' });
    const one = await windowOf('zhangwei', '/userCenter');
    const two = await windowOf('zhangwei', '/myDoc');
    await one.page.getByText('z***@example.com').waitFor();
    expect(await one.page.getByText('zhangwei@example.com').count()).toBe(0);
    await one.page.getByRole('button', { name: '编辑' }).click();
    await one.page.getByRole('textbox', { name: '真实姓名' }).fill('张伟');
    await one.page.keyboard.press('Enter');
    await one.page.getByRole('definition').filter({ hasText: '张伟' }).waitFor();

    await one.page.reload();
    await one.page.getByRole('button', { name: /下线 .* 的登录/ }).click();
    await one.page.getByRole('dialog').getByRole('button', { name: '下线' }).click();
    await two.page.waitForURL('**/login?cbUrl=*');
    await takePicture(one.page, 'user-center');
    await Promise.all([one.context.close(), two.context.close()]);
  });

  test('a new password ends everything and leads to the login page, which says so', async () => {
    const one = await windowOf('zhangwei', '/editPassword');
    await one.page.getByLabel('原密码').fill('wrong-one');
    await one.page.getByLabel('新密码', { exact: true }).fill('another-1');
    await one.page.getByLabel('确认新密码').fill('another-1');
    await one.page.keyboard.press('Enter');
    await one.page
      .getByRole('alert')
      .getByText(/原密码/)
      .waitFor();
    await one.page.getByLabel('原密码').fill(password);
    await one.page.keyboard.press('Enter');
    await one.page.waitForURL('**/login');
    await one.page
      .getByRole('alert')
      .getByText(/密码已(修改|更改)/)
      .waitFor();
    await fillLogin(one.page, 'zhangwei', 'another-1');
    await one.page.waitForURL('**/workPlat?isLogin=true');
    await one.context.close();
  });
});

describe('in English', () => {
  test('the same pages speak English', async () => {
    await client.expectOk(endpoints.account.setLanguage, { selected: 'en' });
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.goto('/userList');
    await page.getByRole('link', { name: 'Add user' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Please choose a role').waitFor();
    for (const [path, words] of [
      ['/userList', 'Import'],
      ['/userCenter', 'Signed-in devices'],
      ['/editPassword', 'Confirm new password'],
      ['/editPhone', 'You cannot change your mobile here'],
      ['/editEmail', 'You cannot change your email here'],
      ['/roleManagement', 'Add role'],
      ['/authManagement', 'All menus'],
      ['/menuManagement', 'Add menu'],
      ['/editMenu', 'Third-party redirect'],
      ['/logManagement', 'All levels'],
      ['/themeManagement', 'In use'],
    ] as const) {
      await page.goto(path);
      await page.getByText(words).first().waitFor();
      const han = (await page.locator('main').innerText()).match(/\p{Script=Han}+/gu) ?? [];
      // Names that people gave are theirs in every language.
      const given = /^(李雷|张伟|管理员|系统管理员|普通用户|审计员|公告板)$/;
      expect(han.filter((text) => path !== '/menuManagement' && !given.test(text))).toEqual([]);
    }
    expect(visitor.problems).toEqual([]);
  });
});
