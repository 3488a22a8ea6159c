import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { manyFilesName, putManyFiles } from '../support/browser/many-files.js';
import { mainThreadTasks } from '../support/speed/main-thread.js';
import { TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(240_000);

const entries = 100_000;
/** What a person notices as a stutter, in milliseconds. */
const stutterMs = 50;

let platform: TestPlatform;
let browser: Browser;
let files: FilesPage;
let page: Page;

beforeAll(async () => {
  [platform, browser] = await Promise.all([TestPlatform.startOnSharedDatabase(), launchBrowser()]);
  files = await FilesPage.open(browser, platform);
  page = files.page;
  putManyFiles(files, '海量', entries);
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

/**
 * Does something once and waits until the page is at rest. Answers the tasks that kept the page longer than a person would
 * notice, by the time they worked: on a busy machine the browser itself is kept waiting, and that is not the page's doing.
 */
async function longTasksOf(act: () => Promise<void>): Promise<number[]> {
  const tasks = await mainThreadTasks(browser, page, async () => {
    await act();
    await page.waitForTimeout(800);
  });
  expect(tasks.length).toBeGreaterThan(0);
  longest.push(Math.round(tasks[0] ?? 0));
  return tasks.filter((ms) => ms > stutterMs).map(Math.round);
}

const longest: number[] = [];
const figures: Record<string, number[]> = {};

describe('a folder of 100,000 entries', () => {
  test('opens, and says how many there are', async () => {
    const startedAt = performance.now();
    await page.goto(`/myDoc?dir=${encodeURIComponent('/海量')}`);
    await page.getByText('共 100000 项').waitFor();
    await files.entry(manyFilesName(0)).waitFor();
    process.stdout.write(`opened in ${Math.round(performance.now() - startedAt)} ms\n`);
    await page.waitForTimeout(1_000);
  });

  test('scrolls, selects all and sorts without a stutter', async () => {
    const box = await files.grid.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 300);
    figures['wheel'] = await longTasksOf(async () => {
      for (let turn = 0; turn < 100; turn += 1) {
        await page.mouse.wheel(0, 400);
        await page.waitForTimeout(16);
      }
    });
    figures['scrollbar'] = await longTasksOf(async () => {
      for (let step = 1; step <= 30; step += 1) {
        await files.grid.evaluate((node, at) => (node.scrollTop = at), step * 140_000);
        await page.waitForTimeout(30);
      }
    });
    await waitFor('the rows there to be filled', async () => (await files.names()).length > 5);
    await files.grid.focus();
    figures['selectAll'] = await longTasksOf(async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+a');
    });
    await page.getByText('已选 100000 项').waitFor();
    await takePicture(page, 'files-large');
    await page.keyboard.press('Escape');
    figures['sort'] = await longTasksOf(async () => {
      await page.keyboard.press('Home');
      await page.getByRole('button', { name: '大小' }).click();
      await page.getByRole('button', { name: '名称' }).click();
      await files.entry(manyFilesName(0)).waitFor();
      await page.getByRole('button', { name: '名称' }).click();
      await files.entry(manyFilesName(entries - 1)).waitFor();
    });
    process.stdout.write(`longest tasks in ms: ${longest.join()}\n`);
    expect(figures).toEqual({ wheel: [], scrollbar: [], selectAll: [], sort: [] });
  });
});
