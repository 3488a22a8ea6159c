import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { desktop, phone } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let files: FilesPage;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, [
    '数据/',
    '数据/里面.txt',
    '报告.txt',
    '计划.txt',
  ]);
});
beforeEach(async () => {
  await files.page.unrouteAll({ behavior: 'wait' });
});

const firstRow = (page: Page, name: string): Locator =>
  page.locator(`.sk-row[data-name="${name}"]`);
const row = (page: Page, name: string): Locator => page.locator(`[role=row][data-name="${name}"]`);

/** Opens My files with its code held back, does `act` to the first rows, and lets the code come. */
async function actBeforeCode(page: Page, act: () => Promise<void>): Promise<void> {
  let letCome = (): void => undefined;
  const held = new Promise<void>((resolve) => (letCome = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/myDoc', { waitUntil: 'commit' });
  await firstRow(page, '报告.txt').waitFor();
  await act();
  expect(await page.getByRole('grid').count()).toBe(0);
  letCome();
}

describe('before the code is there', () => {
  test('the rows stand where they will be', async () => {
    for (const viewport of [desktop, phone]) {
      const context = await browser.newContext({
        baseURL: platform.url,
        viewport,
        storageState: await files.visitor.context.storageState(),
      });
      const page = await context.newPage();
      let before = { x: 0, y: 0, width: 0, height: 0 };
      await actBeforeCode(page, async () => {
        before = (await firstRow(page, '报告.txt').boundingBox()) ?? before;
      });
      await row(page, '报告.txt').waitFor();
      // Where the tools are drawn, rows move for a moment: their place is looked at until it stays.
      await waitFor('the real row in the place of the first one', async () => {
        const after = await row(page, '报告.txt').boundingBox();
        return (
          after !== null &&
          Math.abs(after.y - before.y) < 2 &&
          Math.abs(after.height - before.height) < 2
        );
      });
      await context.close();
    }
  });

  test('a selection is made, and stays', async () => {
    const { page } = files;
    await actBeforeCode(page, async () => {
      await firstRow(page, '报告.txt').click();
      await firstRow(page, '计划.txt').click({ modifiers: ['Control'] });
      expect(await page.locator('.sk-row[data-marked]').count()).toBe(2);
    });
    await page.getByText('已选 2 项').waitFor();
    expect(await page.locator('[role=row][aria-selected=true]').count()).toBe(2);
  });

  test('a double click opens the folder, once the code can', async () => {
    const { page } = files;
    await actBeforeCode(page, () => firstRow(page, '数据').dblclick());
    await row(page, '里面.txt').waitFor();
    expect(new URL(page.url()).searchParams.get('dir')).toBe('/数据');
  });

  test('the menu of an entry opens where it was asked for', async () => {
    const { page } = files;
    await actBeforeCode(page, () => firstRow(page, '计划.txt').click({ button: 'right' }));
    await page.getByRole('menuitem', { name: /重命名/ }).waitFor();
    expect(await row(page, '计划.txt').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
  });

  test('keys mean the rows', async () => {
    const { page } = files;
    await actBeforeCode(page, async () => {
      await firstRow(page, '数据').click();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('F2');
    });
    const field = page.getByRole('textbox', { name: '新名称' });
    await field.waitFor();
    expect(await field.inputValue()).toBe('报告.txt');
    await page.keyboard.press('Escape');
  });
});
