import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;

const letters = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'];

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, [
    '选择/资料/内层.txt',
    ...letters.map((name) => `选择/${name}`),
  ]);
  page = files.page;
});

describe('selecting', () => {
  beforeEach(() => files.goto('/选择'));

  test('a click selects one alone; Ctrl, Shift and the checkbox select several', async () => {
    await files.entry('a.txt').click();
    await files.entry('c.txt').click();
    expect(await files.selected()).toEqual(['c.txt']);
    await files.entry('a.txt').click({ modifiers: ['Control'] });
    expect(await files.selected()).toEqual(['a.txt', 'c.txt']);
    await files.entry('e.txt').getByRole('checkbox').click();
    expect(await files.selected()).toEqual(['a.txt', 'c.txt', 'e.txt']);
    await files.entry('b.txt').click();
    await files.entry('d.txt').click({ modifiers: ['Shift'] });
    expect(await files.selected()).toEqual(['b.txt', 'c.txt', 'd.txt']);
    await page.getByText('已选 3 项').waitFor();
  });

  test('the keyboard alone moves, selects spans, all and nothing', async () => {
    await waitFor('the focus in the list', () =>
      files.grid.evaluate((grid) => grid === document.activeElement),
    );
    await page.keyboard.press('ArrowDown');
    expect(await files.selected()).toEqual(['a.txt']);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await files.selected()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await page.keyboard.press('Shift+End');
    expect(await files.selected()).toEqual(letters);
    await page.keyboard.press('Home');
    expect(await files.selected()).toEqual(['资料']);
    await page.keyboard.press('PageDown');
    expect(await files.selected()).toEqual(['f.txt']);
    await page.keyboard.press('Control+a');
    await page.getByText('已选 7 项').waitFor();
    await page.keyboard.press('Escape');
    expect(await files.selected()).toEqual([]);
    await page.keyboard.press('Control+ArrowUp');
    expect(await files.selected()).toEqual([]);
    await page.keyboard.press('Space');
    expect(await files.selected()).toEqual(['e.txt']);
    await page.keyboard.press('c');
    expect(await files.selected()).toEqual(['c.txt']);
    // The list keeps the focus and points to the entry that the keys act on.
    const pointed = await files.grid.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${pointed}"]`).innerText()).toContain('c.txt');
  });

  test('Enter opens a folder, Backspace and Alt+Up lead back with the folder selected', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await files.entry('内层.txt').waitFor();
    await page.keyboard.press('Backspace');
    const isBack = async (): Promise<boolean> => (await files.selected()).join() === '资料';
    await waitFor('the folder left behind to be selected', isBack);
    await page.keyboard.press('Enter');
    await files.entry('内层.txt').waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await waitFor('Alt and up to lead back just so', isBack);
  });

  test('what others remove is not selected any more; the rest stays so', async () => {
    for (const name of ['x1.txt', 'x2.txt']) {
      files.put(`选择/${name}`);
    }
    await files.goto('/选择');
    await files.entry('x1.txt').click();
    await files.entry('x2.txt').click({ modifiers: ['Control'] });
    const second = await files.visitor.context.newPage();
    await second.goto(`/myDoc?dir=${encodeURIComponent('/选择')}`);
    await files.entry('x1.txt', second).click();
    await second.keyboard.press('Delete');
    await files.entry('x1.txt').waitFor({ state: 'detached' });
    expect(await files.selected()).toEqual(['x2.txt']);
    await second.close();
  });

  test('a box pulled over tiles selects them', async () => {
    await page.getByTitle('网格').click();
    const first = await files.entry('a.txt').boundingBox();
    const third = await files.entry('c.txt').boundingBox();
    await page.mouse.move((first?.x ?? 0) - 3, (first?.y ?? 0) - 3);
    await page.mouse.down();
    await page.mouse.move((third?.x ?? 0) + 30, (third?.y ?? 0) + 60, { steps: 6 });
    await takePicture(page, 'files-band');
    await page.mouse.up();
    await page.getByText('已选 3 项').waitFor();
    const tiles = page.locator('[role=gridcell][aria-selected=true]');
    expect(
      await tiles.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('title'))),
    ).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await page.keyboard.press('ArrowRight');
    await page.getByText('已选 1 项').waitFor();
    await page.getByTitle('列表').click();
  });
});
