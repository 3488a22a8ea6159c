import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { atRest, takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;
let source: string;

beforeAll(async () => {
  source = mkdtempSync(join(tmpdir(), 'clusterdesk-place-'));
  files = await FilesPage.open(browser, platform, [
    '剪贴/原件.txt',
    '剪贴/另一件.txt',
    '剪贴/目标/',
    '拖动/一.txt',
    '拖动/二.txt',
    '拖动/三.txt',
    '拖动/文件夹/',
    '同名/甲.txt',
    '同名/乙.txt',
    '同名/丙.txt',
    '同名/去处/甲.txt',
    '同名/去处/乙.txt',
  ]);
  page = files.page;
});
afterAll(async () => {
  rmSync(source, { recursive: true, force: true });
});

const on = (path: string): boolean => existsSync(files.onDisk(path));
const part = (name: string): Locator =>
  page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name });
const placeDialog = (): Locator => page.getByRole('dialog').filter({ hasText: '到此处' });

async function drag(from: Locator, to: Locator, key?: 'Control'): Promise<void> {
  const target = await to.boundingBox();
  await from.hover();
  await page.mouse.down();
  if (key) {
    await page.keyboard.down(key);
  }
  const [x, y] = [
    (target?.x ?? 0) + Math.min(40, (target?.width ?? 0) / 2),
    (target?.y ?? 0) + (target?.height ?? 0) / 2,
  ];
  await page.mouse.move(x - 8, y, { steps: 4 });
  await page.mouse.move(x, y, { steps: 4 });
  await takePicture(page, 'files-drag');
  await page.mouse.up();
  if (key) {
    await page.keyboard.up(key);
  }
}

describe('copy and move', () => {
  test('Ctrl+X fades what it took, Ctrl+V moves it, Ctrl+C copies it back beside itself', async () => {
    await files.goto('/剪贴');
    await files.entry('原件.txt').click();
    await page.keyboard.press('Control+x');
    await files.entry('目标').dblclick();
    await page.getByText('这里还没有文件').waitFor();
    // An empty folder has the menu and the keys too.
    await page.getByText('这里还没有文件').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '粘贴' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: '粘贴' }).waitFor({ state: 'hidden' });
    // An Escape that comes before the menu has the focus closes the menu too, and leaves what was cut.
    await page.getByText('这里还没有文件').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '粘贴' }).waitFor();
    await page
      .getByRole('group', { name: '我的文件' })
      .dispatchEvent('keydown', { key: 'Escape', bubbles: true });
    await page.getByRole('menuitem', { name: '粘贴' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+v');
    await files.entry('原件.txt').waitFor();
    expect([on('剪贴/原件.txt'), on('剪贴/目标/原件.txt')]).toEqual([false, true]);

    await files.entry('原件.txt').click();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await files.entry('原件 (1).txt').waitFor();
    expect(readFileSync(files.onDisk('剪贴/目标/原件 (1).txt'), 'utf8')).toBe('剪贴/原件.txt');
    await page.getByText('已复制 1 项到「/剪贴/目标」').waitFor();
    // What was pasted is selected, in the place of what it was copied from.
    await waitFor(
      'the copy to be selected',
      async () => (await files.selected()).join() === '原件 (1).txt',
    );
  });

  test('what was uploaded is tinted and leaves the selection as it is', async () => {
    await files.goto('/剪贴');
    await files.entry('另一件.txt').click();
    await page.getByTestId('upload-files').setInputFiles(
      ['上传一.txt', '上传二.txt'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(name),
      })),
    );
    await page.locator('[role=row].just-changed').first().waitFor();
    await files.entry('上传二.txt').waitFor();
    expect(await files.selected()).toEqual(['另一件.txt']);
  });

  test('dragging onto a folder moves, several at once; with Ctrl it copies', async () => {
    await files.goto('/拖动');
    await files.entry('一.txt').click();
    await files.entry('二.txt').click({ modifiers: ['Control'] });
    await drag(files.entry('一.txt'), files.entry('文件夹'));
    await files.entry('一.txt').waitFor({ state: 'detached' });
    await waitFor('both to be there', () => on('拖动/文件夹/一.txt') && on('拖动/文件夹/二.txt'));
    await drag(files.entry('三.txt'), files.entry('文件夹'), 'Control');
    await waitFor('the copy', () => on('拖动/文件夹/三.txt'));
    expect(on('拖动/三.txt')).toBe(true);
  });

  test('dragging onto a part of the breadcrumb moves up', async () => {
    await files.goto('/拖动/文件夹');
    await drag(files.entry('一.txt'), part('拖动'));
    await files.entry('一.txt').waitFor({ state: 'detached' });
    await waitFor('it above', () => on('拖动/一.txt'));
  });

  test('files from the desktop go into the folder they are dropped on', async () => {
    const path = join(source, '桌面.txt');
    writeFileSync(path, '来自桌面');
    await files.goto('/拖动');
    const box = await files.entry('文件夹').boundingBox();
    const devtools = await files.visitor.context.newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    const at = { x: (box?.x ?? 0) + 80, y: (box?.y ?? 0) + 20 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
      if (type === 'dragOver') {
        await page.getByText('松开即可上传到「文件夹」').waitFor();
        await takePicture(page, 'files-drop');
      }
    }
    await waitFor('the file in it', () => on('拖动/文件夹/桌面.txt'));
    expect(on('拖动/桌面.txt')).toBe(false);
  });

  test('the dialog makes a folder on the way and copies into it', async () => {
    await files.goto('/剪贴');
    await files.entry('另一件.txt').click();
    await files.tool('复制到');
    await placeDialog().getByRole('button', { name: '目标' }).click();
    await placeDialog().getByText('这里没有子文件夹').waitFor();
    await placeDialog().getByRole('button', { name: '新建文件夹' }).click();
    const field = page.getByRole('dialog').last().getByRole('textbox');
    await field.fill('归档');
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    await takePicture(page, 'files-copy-dialog');
    await placeDialog().getByRole('button', { name: '复制到此处' }).click();
    await waitFor('the copy', () => on('剪贴/目标/归档/另一件.txt'));
    expect(on('剪贴/另一件.txt')).toBe(true);
    const toast = page
      .locator('.ant-message-notice')
      .filter({ hasText: '已复制 1 项到「/剪贴/目标/归档」' });
    await takePicture(page, 'files-copied');
    await toast.getByRole('button', { name: '打开文件夹' }).click();
    await waitFor('the copy, selected', async () => {
      return (await files.selected()).join() === '另一件.txt';
    });
  });

  test('several that are moved by pasting are selected where they are now', async () => {
    ['甲', '乙', '丙'].forEach((name) => files.put(`几个/${name}.txt`));
    files.put('几个去处/旧.txt');
    await files.goto('/几个');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+x');
    await page.getByText('已剪切 3 项').waitFor();
    await part('我的文件').click();
    await files.entry('几个去处').dblclick();
    await files.entry('旧.txt').waitFor();
    await page.keyboard.press('Control+v');
    await waitFor('all three to be selected', async () => {
      return (await files.selected()).sort().join() === '丙.txt,乙.txt,甲.txt';
    });
  });

  test('a name that is taken between the look and the move is asked about', async () => {
    files.put('赛跑/这个.txt', '新');
    files.put('赛跑/去处/别的.txt');
    await files.goto('/赛跑');
    await page.route(
      '**/user/info/move',
      async (route) => {
        files.put('赛跑/去处/这个.txt', '旧');
        await route.continue();
      },
      { times: 1 },
    );
    await drag(files.entry('这个.txt'), files.entry('去处'));
    const question = page.getByRole('dialog').filter({ hasText: '同名' });
    await question.getByRole('button', { name: '保留两者' }).click();
    await waitFor('both', () => on('赛跑/去处/这个 (1).txt'));
    expect(readFileSync(files.onDisk('赛跑/去处/这个 (1).txt'), 'utf8')).toBe('新');
    expect(readFileSync(files.onDisk('赛跑/去处/这个.txt'), 'utf8')).toBe('旧');
  });

  test('a folder cannot be put into itself, nor moved to where it is', async () => {
    await files.goto('/剪贴');
    await files.entry('目标').click();
    await files.tool('移动到');
    await placeDialog().getByText('所选内容已经在此文件夹中').waitFor();
    const here = placeDialog().getByRole('button', { name: '移动到此处' });
    expect(await here.isDisabled()).toBe(true);
    expect(await placeDialog().getByRole('button', { name: '目标' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
  });

  test('taken names are asked about once, for all; keeping both gives new names', async () => {
    await files.goto('/同名');
    await page.keyboard.press('Control+a');
    await files.entry('去处').click({ modifiers: ['Control'] });
    await page.getByText('已选 3 项').waitFor();
    await drag(files.entry('甲.txt'), files.entry('去处'));
    const question = page.getByRole('dialog').filter({ hasText: '同名' });
    await question.getByRole('checkbox').check();
    await takePicture(page, 'files-same-name');
    await question.getByRole('button', { name: '保留两者' }).click();
    await waitFor('all three', () =>
      ['甲 (1).txt', '乙 (1).txt', '丙.txt'].every((name) => on(`同名/去处/${name}`)),
    );
    expect(readFileSync(files.onDisk('同名/去处/甲.txt'), 'utf8')).toBe('同名/去处/甲.txt');
    expect(readFileSync(files.onDisk('同名/去处/甲 (1).txt'), 'utf8')).toBe('同名/甲.txt');
    expect(on('同名/甲.txt')).toBe(false);
  });

  test('overwriting takes the place of what is there; cancelling leaves both', async () => {
    files.put('同名/甲.txt', '新');
    files.put('同名/乙.txt', '新');
    await files.goto('/同名');
    for (const [name, answer] of [
      ['甲.txt', '覆盖'],
      ['乙.txt', '跳过'],
    ] as const) {
      await drag(files.entry(name), files.entry('去处'));
      const question = page.getByRole('dialog').filter({ hasText: '同名' });
      await atRest(question);
      await question.getByRole('button', { name: answer }).last().click();
      await question.waitFor({ state: 'detached' });
      if (answer === '覆盖') {
        // It leaves the list, and what is below it moves up.
        await files.entry(name).waitFor({ state: 'detached' });
      }
    }
    await waitFor('the new one', () => {
      return readFileSync(files.onDisk('同名/去处/甲.txt'), 'utf8') === '新';
    });
    expect(readFileSync(files.onDisk('同名/去处/乙.txt'), 'utf8')).toBe('同名/去处/乙.txt');
    expect(on('同名/乙.txt')).toBe(true);
    expect(files.visitor.problems).toEqual([]);
  });
});
