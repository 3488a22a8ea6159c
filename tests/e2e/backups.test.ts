import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { newVisitor, signInAt, takePicture, type Visitor } from '../support/browser/browser.js';
import { savedBy } from '../support/browser/saved-file.js';

const { platform, browser } = await consoleSuite();
let visitor: Visitor;
let page: Page;
let archive: string;

beforeAll(async () => {
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/contactPage');
});

const openCard = async (): Promise<void> => {
  await page.goto('/contactPage');
  await page.getByRole('tab').nth(1).click();
  await page.getByRole('button', { name: '导出数据' }).waitFor();
};

describe('backups', () => {
  test('are taken and downloaded by one button', async () => {
    await openCard();
    await page.getByText('从未演练').waitFor();
    const download = await savedBy(page, () =>
      page.getByRole('button', { name: '导出数据' }).click(),
    );
    expect(download.suggestedFilename()).toMatch(/^clusterdesk-.*\.tar$/);
    archive = await download.path();
    const head = await readFile(archive);
    expect(head.subarray(0, 13).toString()).toBe('manifest.json');
    await takePicture(page, 'backup-card');
  });

  test('are listed with what can be done to them', async () => {
    await page.goto('/backups');
    const row = page.getByRole('row').filter({ hasText: '仅数据库' });
    await row.getByText('已完成').waitFor();
    await row.getByRole('button', { name: /^下载/ }).waitFor();
    await takePicture(page, 'backups');
  });

  test('are restored from a file after a question, and the login page says why all are signed out', async () => {
    const client = await platform.signIn();
    await client.expectOk(endpoints.roles.add, { roleName: 'of-after-the-backup' });
    await openCard();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '导入数据' }).click();
    await (await choosing).setFiles(archive);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('所有人都将退出登录').waitFor();
    await takePicture(page, 'backup-import');
    await dialog.getByRole('button', { name: '导入并恢复' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByText('平台已从备份恢复').waitFor();
    await signInAt(page, '/backups');
    await page.getByText('上次恢复已完成').waitFor();
    await page.getByRole('row').filter({ hasText: '安全备份' }).waitFor();
    const again = await platform.signIn();
    const { result } = await again.expectOk(endpoints.roles.list, {});
    expect(result.map(({ roleName }) => roleName)).not.toContain('of-after-the-backup');
  });

  test('are deleted after a question', async () => {
    await page.goto('/backups');
    const row = page.getByRole('row').filter({ hasText: '安全备份' });
    await row.getByRole('button', { name: /更多操作/ }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await row.waitFor({ state: 'detached' });
  });
});
