import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { takePicture, type Visitor } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { IdentityPages } from '../support/browser/identity-pages.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let pages: IdentityPages;
let page: Page;

beforeAll(async () => {
  pages = await IdentityPages.open(platform, browser, '/roleManagement');
  ({ page } = pages);
});

const rowOf = (text: string): Locator => pages.row(text);

/** Confirms what is taken. The page behind may show it before the dialog is gone. */
async function confirmAndClose(label?: string): Promise<void> {
  await pages.confirm(label);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

describe('roles and authority', () => {
  let other: Visitor;
  beforeAll(async () => {
    await pages.addUser('wangfang');
    other = await pages.windowOf('wangfang', '/myDoc');
  });
  afterAll(() => other?.context.close());

  test('a role is added and given a user, who is picked from all', async () => {
    await page.goto('/roleManagement');
    await page.getByRole('button', { name: '新增角色' }).click();
    await pages.confirm('新增');
    await page.getByText('请输入角色名称').waitFor();
    await page.getByLabel('角色名称').fill('审计员');
    await confirmAndClose('新增');
    await page.getByRole('heading', { name: '「审计员」的用户' }).waitFor();

    await page.getByRole('button', { name: '添加用户' }).first().click();
    await pages.confirm();
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
    await pages.confirm();
    await other.page.waitForURL('**/noPermission');
    expect(other.problems).toEqual([]);
  });
});
