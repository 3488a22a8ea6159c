import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
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

const nameOf = (index: number): string => `文件_${String(index).padStart(6, '0')}.dat`;

beforeAll(async () => {
  [platform, browser] = await Promise.all([TestPlatform.startOnSharedDatabase(), launchBrowser()]);
  files = await FilesPage.open(browser, platform, ['海量/']);
  page = files.page;
  mkdirSync(files.onDisk('海量'), { recursive: true });
  for (let index = 0; index < entries; index += 1) {
    closeSync(openSync(join(files.onDisk('海量'), nameOf(index)), 'w'));
  }
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
    await files.entry(nameOf(0)).waitFor();
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
      await files.entry(nameOf(0)).waitFor();
      await page.getByRole('button', { name: '名称' }).click();
      await files.entry(nameOf(entries - 1)).waitFor();
    });
    process.stdout.write(`longest tasks in ms: ${longest.join()}\n`);
    expect(figures).toEqual({ wheel: [], scrollbar: [], selectAll: [], sort: [] });
  });

  test('the last entry is one key away, and a span of thousands can be selected', async () => {
    await files.grid.focus();
    await page.keyboard.press('End');
    await files.entry(nameOf(0)).waitFor();
    expect(await files.selected()).toEqual([nameOf(0)]);
    await page.keyboard.press('Home');
    await files.entry(nameOf(entries - 1)).waitFor();
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press('Shift+PageDown');
    }
    await files.grid.evaluate((node) => (node.scrollTop = 2_500 * 44));
    await files.entry(nameOf(entries - 2_501)).click({ modifiers: ['Shift'] });
    await page.getByText('已选 2501 项').waitFor();
    await page.keyboard.press('Escape');
  });

  test('acting on all of it says how far it is, can be cancelled, and does not hold up the page', async () => {
    const release: (() => void)[] = [];
    const sizes: unknown[] = [];
    await page.route('**/user/info/disk', async (route) => {
      const { size } = route.request().postDataJSON() as { size?: number };
      sizes.push(size);
      if (sizes.length > 6) {
        await new Promise<void>((resolve) => release.push(resolve));
      }
      await route.continue().catch(() => undefined);
    });
    await files.grid.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    const line = page.getByRole('progressbar', { name: '读取所选内容的进度' });
    await line.getByText(/正在读取 \d,000 \/ 100,000 项/).waitFor();
    expect(new Set(sizes)).toEqual(new Set([1_000]));
    await takePicture(page, 'files-gathering');
    // The page goes on: the keys still move.
    await page.keyboard.press('Control+ArrowDown');
    await line.getByRole('button', { name: '取消' }).click();
    await line.waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    release.forEach((go) => go());
    await page.unroute('**/user/info/disk');

    await files.grid.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByText('所选 100000 项将移入回收站').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await files.grid.focus();
    await page.keyboard.press('Escape');
    await page.getByText('共 100000 项').waitFor();
  });

  test('a change by another window keeps place and selection, and asks only for what is in view', async () => {
    await files.grid.evaluate((node) => (node.scrollTop = 50_000 * 44));
    const here = files.entry(nameOf(entries - 50_003));
    await here.click();
    const before = await here.boundingBox();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/user/info/disk')) {
        asked.push(request.postData() ?? '');
      }
    });
    const second = await files.visitor.context.newPage();
    await second.goto(`/myDoc?dir=${encodeURIComponent('/海量')}`);
    await second.getByText('共 100000 项').waitFor();
    await second.getByRole('button', { name: '新建文件夹' }).click();
    await second.getByRole('dialog').getByRole('textbox').fill('来自另一窗口');
    await second.keyboard.press('Enter');
    await page.getByText('已选 1 项').waitFor();
    // A folder comes before all files: everything is one further down, and what was looked at stays where it was.
    await waitFor('the index to follow', async () => (await here.innerText()).includes('50004'));
    expect(Math.round((await here.boundingBox())?.y ?? 0)).toBe(Math.round(before?.y ?? 0));
    expect(await files.selected()).toEqual([nameOf(entries - 50_003)]);
    expect(asked.length).toBeLessThanOrEqual(2);
    // What changes in view tints, in a folder of any size.
    const name = nameOf(entries - 50_005);
    await page.evaluate(() => {
      const tinted: string[] = [];
      Object.assign(window, { tinted });
      new MutationObserver((changes) =>
        changes.forEach(({ target }) => {
          if ((target as HTMLElement).matches('.just-changed')) {
            tinted.push((target as HTMLElement).innerText);
          }
        }),
      ).observe(document.body, { subtree: true, attributeFilter: ['class'] });
    });
    files.put(`海量/${name}`, 'changed');
    // The folder it made is selected there; the bar offers new ones while nothing is.
    await second.getByRole('button', { name: '取消选择' }).click();
    await second.getByRole('button', { name: '新建文件夹' }).click();
    await second.getByRole('dialog').getByRole('textbox').fill('再来一个');
    await second.keyboard.press('Enter');
    const tinted = (): Promise<string[]> =>
      page.evaluate(() => (window as unknown as { tinted: string[] }).tinted);
    await waitFor('an entry to tint', async () => (await tinted()).length > 0);
    expect(new Set((await tinted()).map((text) => text.split('\n')[1]))).toEqual(new Set([name]));
    await second.close();
    expect(files.visitor.problems).toEqual([]);
  });

  test('a change keeps the place also where the page draws before it is told of it', async () => {
    const busy = await files.visitor.context.newPage();
    await busy.goto(`/myDoc?dir=${encodeURIComponent('/海量')}`);
    await busy.getByText('共 100002 项').waitFor();
    // Windows remember the order; the first test has left it from the end.
    await busy.getByRole('button', { name: '名称' }).click();
    await files.entry(nameOf(0), busy).waitFor();
    const grid = busy.getByRole('grid', { name: '我的文件' });
    await grid.evaluate((node) => (node.scrollTop = 50_000 * 44));
    const here = files.entry(nameOf(entries - 50_003), busy);
    await here.getByText('50000', { exact: true }).waitFor();
    const before = await here.boundingBox();
    // What is told by a timer of no time is told late, as on a busy machine; meanwhile the list is drawn again and again.
    const drawing = await grid.evaluateHandle((node) => {
      const real = window.setTimeout;
      const late = (work: TimerHandler, ms?: number, ...rest: unknown[]): number =>
        real(work, ms === 0 ? 300 : ms, ...rest);
      window.setTimeout = late as typeof window.setTimeout;
      const nudge = { timer: 0, step: 1 };
      nudge.timer = window.setInterval(() => {
        node.scrollTop += nudge.step;
        nudge.step = -nudge.step;
      }, 40);
      return nudge;
    });
    const admin = await platform.signIn();
    await admin.expectOk(endpoints.disk.mkdir, { path: '/海量/还有一个' });
    await waitFor('the index to follow', async () => (await here.innerText()).includes('50001'));
    const left = await drawing.evaluate((nudge) => {
      clearInterval(nudge.timer);
      return nudge.step < 0 ? 1 : 0;
    });
    const y = ((await here.boundingBox())?.y ?? 0) + left;
    expect(Math.round(y)).toBe(Math.round(before?.y ?? 0));
    await busy.close();
  });
});
