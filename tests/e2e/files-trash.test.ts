import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { chooseInMenu, phone, takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, [
    '删/撤销.txt',
    '删/还原.txt',
    '删/彻底.txt',
    '删/清空一.txt',
    '删/清空二/内.txt',
  ]);
  page = files.page;
});

const on = (path: string): boolean => existsSync(files.onDisk(path));
const row = (name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

async function remove(...names: string[]): Promise<void> {
  await files.goto('/删');
  for (const name of names) {
    await files.entry(name).click({ modifiers: ['Control'] });
  }
  await page.keyboard.press('Delete');
  await page.getByText('已移入回收站').waitFor();
}

describe('the trash', () => {
  test('a deletion can be taken back from its own message', async () => {
    await remove('撤销.txt');
    expect(on('删/撤销.txt')).toBe(false);
    await takePicture(page, 'files-undo');
    await page.getByRole('button', { name: '撤销' }).click();
    await files.entry('撤销.txt').waitFor();
    expect(on('删/撤销.txt')).toBe(true);
    // So does Ctrl+Z, for whoever has no mouse; once.
    await remove('撤销.txt');
    await page.keyboard.press('Control+z');
    await files.entry('撤销.txt').waitFor();
    expect(on('删/撤销.txt')).toBe(true);
  });

  test('the trash says where things were and when they expire, and gives them back', async () => {
    await remove('还原.txt', '彻底.txt', '清空一.txt', '清空二');
    // The bar says how many there are.
    await page.getByRole('button', { name: /^回收站 \(\d+\)$/ }).click();
    await page.waitForURL('**/myDoc/trash');
    await row('还原.txt').getByText('/删').waitFor();
    expect(await row('还原.txt').innerText()).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/);
    await takePicture(page, 'files-trash');
    await row('还原.txt').click();
    await page.getByRole('button', { name: '还原', exact: true }).click();
    await page.getByText('已还原到 /删/还原.txt').waitFor();
    await row('还原.txt').waitFor({ state: 'detached' });
    expect(on('删/还原.txt')).toBe(true);
  });

  test('deleting for good and emptying ask first; another window sees it', async () => {
    const second = await files.visitor.context.newPage();
    await second.goto('/myDoc/trash');
    await second.getByText('彻底.txt').waitFor();
    await row('彻底.txt').click();
    await page.getByRole('button', { name: '彻底删除' }).click();
    await page.getByText('「彻底.txt」将立即清除').waitFor();
    await files.confirm();
    await second.getByText('彻底.txt').waitFor({ state: 'detached' });
    let release: (() => void) | undefined;
    await page.route('**/user/info/trash/empty', async (route) => {
      await new Promise<void>((resolve) => (release = resolve));
      await route.continue();
    });
    const empty = page.getByRole('button', { name: '清空回收站' });
    await empty.click();
    await page.getByText('2 项内容将立即清除').waitFor();
    await files.confirm();
    // As long as it runs the page says so, and neither it nor another act can be begun.
    await page.getByText('正在清空回收站').waitFor();
    await waitFor('the call', () => release !== undefined);
    expect(await empty.getAttribute('class')).toContain('loading');
    expect(await empty.isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: '还原', exact: true }).isDisabled()).toBe(true);
    release?.();
    await page.getByText('回收站是空的').waitFor();
    await page.getByText('正在清空回收站').waitFor({ state: 'detached' });
    await second.getByText('回收站是空的').waitFor();
    await second.close();
  });
});

describe('the quota', () => {
  test('an administrator sets it in the list of users; the page shows it and refusals say what is free', async () => {
    await page.goto('/userList');
    await page.getByRole('button', { name: '更多操作：admin' }).click();
    await chooseInMenu(page, '修改配额');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('已用', { exact: true }).waitFor();
    await dialog.getByRole('spinbutton').fill('0.01');
    await takePicture(page, 'user-space');
    await dialog.getByRole('button', { name: '保存' }).click();
    await page.getByText('配额已保存').waitFor();
    await page.goto('/myDoc');
    await page.getByText(/已用 .* \/ 10\.24 MB，剩余 /).waitFor();
    await takePicture(page, 'files-quota');
    // By its path: a busy browser takes long for as many bytes through its protocol.
    const folder = mkdtempSync(join(tmpdir(), 'clusterdesk-large-'));
    writeFileSync(join(folder, '太大.bin'), Buffer.alloc(12 * 1024 * 1024));
    await page.getByTestId('upload-files').setInputFiles(join(folder, '太大.bin'));
    await page
      .getByRole('complementary', { name: '传输' })
      .getByText(/10\.\d\d? MB/)
      .first()
      .waitFor();
    expect(on('太大.bin')).toBe(false);
    rmSync(folder, { recursive: true });
    await page.goto('/userList');
    await page.getByRole('button', { name: '更多操作：admin' }).click();
    await chooseInMenu(page, '修改配额');
    await waitFor('the quota in the field', async () => {
      return (await dialog.getByRole('spinbutton').inputValue()) === '0.01';
    });
    await dialog.getByRole('spinbutton').fill('');
    await dialog.getByRole('button', { name: '保存' }).click();
    await page.getByText('配额已取消').waitFor();
    // The browser itself notes the refusal.
    expect(files.visitor.problems.filter((text) => !text.includes('status of 413'))).toEqual([]);
  });
});

describe('on a phone', () => {
  test('a deep path shows the way up and where one is', async () => {
    const dir = '/深/一个很长很长的文件夹名称/另一个很长很长的文件夹名称/这里';
    const small = await FilesPage.open(browser, platform, [`${dir}/丙.txt`], phone);
    await small.goto(dir);
    const trail = small.page.getByRole('navigation', { name: '当前位置' });
    await trail.getByText('这里').waitFor();
    expect(await trail.getByRole('link').allInnerTexts()).toEqual(['另一个很长很长的文件夹名称']);
    const box = await trail.getByText('这里').boundingBox();
    expect((box?.x ?? phone.width) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width);
    await takePicture(small.page, 'files-phone-deep');
    await trail.getByRole('link').click();
    await small.entry('这里').waitFor();
    await small.visitor.context.close();
  });

  test('rows are compact, their menus a tap away, and a long press selects several', async () => {
    const small = await FilesPage.open(browser, platform, ['手机/甲.txt', '手机/乙.txt'], phone);
    const devtools = await small.visitor.context.newCDPSession(small.page);
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await small.goto('/手机');
    const pointsOn = async (name: string): Promise<{ x: number; y: number }[]> => {
      const box = await small.entry(name).boundingBox();
      return [{ x: (box?.x ?? 0) + 160, y: (box?.y ?? 0) + 24 }];
    };
    const touch = async (name: string, ms: number): Promise<void> => {
      const touchPoints = await pointsOn(name);
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await small.page.waitForTimeout(ms);
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await touch('甲.txt', 700);
    await small.page.getByText('已选 1 项').waitFor();
    await touch('乙.txt', 60);
    await small.page.getByText('已选 2 项').waitFor();
    await takePicture(small.page, 'files-phone');
    await touch('乙.txt', 60);
    await small.page.getByText('已选 1 项').waitFor();
    // Two taps at once select and leave; they are no double click, which would open.
    const touchPoints = await pointsOn('乙.txt');
    const start = { type: 'touchStart' as const, touchPoints };
    const end = { type: 'touchEnd' as const, touchPoints: [] };
    await Promise.all(
      [start, end, start, end].map((event) => devtools.send('Input.dispatchTouchEvent', event)),
    );
    await small.page.getByText('已选 1 项').waitFor();
    await small.page.getByRole('button', { name: '甲.txt 的操作' }).click();
    await small.page.getByRole('menuitem', { name: '重命名' }).waitFor();
    await takePicture(small.page, 'files-phone-menu');
    expect(small.visitor.problems).toEqual([]);
    const width = await small.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(phone.width);
  });
});
