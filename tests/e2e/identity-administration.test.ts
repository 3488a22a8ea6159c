import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import exceljs from 'exceljs';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import type { ApiClient } from '../support/platform/api-client.js';
import {
  chooseOption,
  fillLogin,
  newVisitor,
  phone,
  signInAt,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let client: ApiClient;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  client = await platform.signIn();
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/userList');
});

const rowOf = (text: string): Locator => page.getByRole('row').filter({ hasText: text });

describe('importing users', () => {
  const dialog = (): Locator => page.getByRole('dialog', { name: '导入用户' });

  /** The platform's own form, filled in. */
  async function fillForm(rows: string[][]): Promise<Buffer> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: '下载模板' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('users.xlsx');
    const book = new exceljs.Workbook();
    await book.xlsx.readFile(await download.path());
    rows.forEach((cells) => book.worksheets[0]?.addRow(cells));
    return Buffer.from(await book.xlsx.writeBuffer());
  }

  const choose = (buffer: Buffer): Promise<void> =>
    dialog().locator('input[type=file]').setInputFiles({
      name: 'users.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer,
    });

  test('tells every fault of a form, takes the corrected one, and asks for other passwords', async () => {
    await page.getByRole('button', { name: '导入', exact: true }).first().click();
    expect(await dialog().getByRole('checkbox', { name: '首次登录须修改密码' }).isChecked()).toBe(
      true,
    );
    await takePicture(page, 'user-import');
    await choose(
      await fillForm([
        ['import-a', 'import-1', '普通用户'],
        ['import-b', '12345', '研究生', '', '123'],
        ['admin', 'import-1', '普通用户'],
      ]),
    );
    const faults = dialog().getByRole('region', { name: '错误列表' });
    await dialog().getByText('表格有 4 处错误，没有导入任何用户').waitFor();
    expect(await faults.getByRole('row').count()).toBe(5);
    await faults.getByText('没有名为「研究生」的角色').waitFor();
    await takePicture(page, 'user-import-faults');
    const [reasons] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: '下载', exact: true }).click(),
    ]);
    expect(reasons.suggestedFilename()).toBe('import-faults.csv');
    await choose(Buffer.from('no spreadsheet'));
    await dialog().getByText('请按模板恢复表头').waitFor();
    expect(await faults.count()).toBe(0);

    await choose(await fillForm([['import-a', 'import-1', '普通用户']]));
    await page.getByText('已导入 1 名用户').waitFor();
    await dialog().waitFor({ state: 'detached' });
    await rowOf('import-a').waitFor();
    const other = await newVisitor(browser, platform);
    await other.page.goto('/login?cbUrl=%2FmyDoc');
    await fillLogin(other.page, 'import-a', 'import-1');
    await other.page.waitForURL('**/editPassword?cbUrl=%2FmyDoc');
    await other.context.close();
  });

  test('leaves the passwords as they are when the tick is taken away', async () => {
    await page.getByRole('button', { name: '导入', exact: true }).first().click();
    await dialog().getByRole('checkbox', { name: '首次登录须修改密码' }).uncheck();
    await choose(await fillForm([['import-c', 'import-1', '普通用户']]));
    await rowOf('import-c').waitFor();
    const { result } = await client.expectOk(endpoints.users.list, { search: 'import-c' });
    expect(result.data.map(({ mustChangePassword }) => mustChangePassword)).toEqual([false]);
    expect(visitor.problems).toEqual([]);
  });
});

describe('the standard menus', () => {
  test('come back as they were, and what people made stays', async () => {
    const standard = { id: 'settings.log', menuUrl: '/logManagement', menuType: 1 as const };
    await client.expectOk(endpoints.menus.save, {
      ...standard,
      menuName: '别名',
      parentId: 'myDoc',
    });
    await client.expectOk(endpoints.menus.save, {
      menuName: '自建菜单',
      menuUrl: '/own',
      menuType: 1,
    });
    await page.goto('/menuManagement');
    await page.getByText('别名').waitFor();
    await page.getByRole('button', { name: '恢复标准菜单' }).click();
    await takePicture(page, 'menus-restore');
    await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click();
    await page.getByText(/^已恢复 \d+ 个菜单$/).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('别名').waitFor({ state: 'detached' });
    const { result: tree } = await client.expectOk(endpoints.menus.tree, {});
    expect(tree.map(({ menuName }) => menuName)).toContain('自建菜单');
    const settings = tree.find(({ id }) => id === 'settings');
    expect(settings?.children.map(({ menuName }) => menuName)).toContain('日志管理');
    await page.getByRole('button', { name: '恢复标准菜单' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click();
    await page.getByText('标准菜单没有变化').waitFor();
    expect(visitor.problems).toEqual([]);
  });
});

describe('the log', () => {
  test('says what was done to what, in full beside it, and as a file', async () => {
    const { result: added } = await client.expectOk(endpoints.roles.add, { roleName: '审计员' });
    await client.expectOk(endpoints.roles.setMenus, { roleId: added.id, menuIds: 'userList' });
    await client.expectOk(endpoints.disk.mkdirs, { paths: ['/a', '/b', '/c', '/d', '/e'] });
    await client.expectOk(endpoints.disk.rename, { path: '/a', newPath: '/a2' });
    await client.expectOk(endpoints.disk.remove, { paths: ['/a2'] });
    await client.expectOk(endpoints.copies.move, { paths: ['/b'], dir: '/c' });
    await page.goto('/logManagement');
    const line = (text: string): Locator => page.getByRole('button', { name: text, exact: true });
    await line('把「/b」移动到了「/c」').waitFor();
    await line('把「/a2」移入了回收站').waitFor();
    await line('把「/a」重命名为「/a2」').waitFor();
    await line('新建了文件夹「/a、/b、/c 等 5 项」').waitFor();
    await takePicture(page, 'log-sentences');
    await line('修改了角色「审计员」的菜单').click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('用户管理').first().waitFor();
    await drawer.getByRole('link', { name: '此对象的记录' }).waitFor();
    await takePicture(page, 'log-drawer');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ]);
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv.charCodeAt(0)).toBe(0xfeff);
    expect(csv).toContain('"/user/info/move"');
    expect(csv).toContain('""dir"":""/c""');
  });

  test('is narrowed to an operation by its name, also in the address and the file', async () => {
    await client.expectOk(endpoints.roles.add, { roleName: '第二个' });
    await page.goto('/logManagement');
    await page.getByRole('combobox', { name: '操作' }).click();
    await page.keyboard.type('新增角色');
    await chooseOption(page, '新增角色');
    await page.waitForURL('**/logManagement?methodName=*');
    const lines = page.getByRole('table').getByRole('button', { name: /「/ });
    await waitFor('only added roles', async () => {
      const sentences = await lines.allInnerTexts();
      return sentences.length === 2 && sentences.every((text) => text.startsWith('新增了角色'));
    });
    await takePicture(page, 'log-operation');
    await page.reload();
    await page.getByText('新增角色', { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ]);
    const csv = await readFile(await file.path(), 'utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(3);
    expect(visitor.problems).toEqual([]);
  });

  test('and its drawer fit a phone', async () => {
    const small = await newVisitor(browser, platform, phone);
    await signInAt(small.page, '/logManagement');
    await small.page.getByRole('button', { name: '新增了角色「第二个」' }).click();
    await small.page.getByRole('dialog').getByText('/role/add', { exact: true }).waitFor();
    await takePicture(small.page, 'log-drawer-390');
    const width = await small.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
    await small.context.close();
  });
});
