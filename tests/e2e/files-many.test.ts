import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, limits } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { takePicture } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { FilesPage } from '../support/browser/files-page.js';
import { manyFilesName, putManyFiles } from '../support/browser/many-files.js';
import { waitFor } from '../support/wait-for.js';

/** Far more than is in view, and more than one page asks for at once. How fast 100,000 are is in tests/long. */
const entries = 3_000;
const middle = 1_500;
/** Of a row on a wide screen, in pixels. */
const rowHeight = 44;

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform);
  page = files.page;
  putManyFiles(files, '海量', entries);
  await files.goto('/海量');
  await page.getByText(`共 ${entries} 项`).waitFor();
});

describe('a folder of many entries', () => {
  test('the last come first once the order is turned round', async () => {
    await files.entry(manyFilesName(0)).waitFor();
    await page.getByRole('button', { name: '名称' }).click();
    await files.entry(manyFilesName(entries - 1)).waitFor();
  });

  test('the last entry is one key away, and a span of thousands can be selected', async () => {
    await files.grid.focus();
    await page.keyboard.press('End');
    await files.entry(manyFilesName(0)).waitFor();
    expect(await files.selected()).toEqual([manyFilesName(0)]);
    await page.keyboard.press('Home');
    await files.entry(manyFilesName(entries - 1)).waitFor();
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press('Shift+PageDown');
    }
    await files.grid.evaluate((node, top) => (node.scrollTop = top), 2_500 * rowHeight);
    await files.entry(manyFilesName(entries - 2_501)).click({ modifiers: ['Shift'] });
    await page.getByText('已选 2501 项').waitFor();
    await page.keyboard.press('Escape');
  });

  test('acting on all of it says how far it is, can be cancelled, and does not hold up the page', async () => {
    const release: (() => void)[] = [];
    const sizes: unknown[] = [];
    await page.route('**/user/info/disk', async (route) => {
      const { size } = route.request().postDataJSON() as { size?: number };
      sizes.push(size);
      if (sizes.length > 1) {
        await new Promise<void>((resolve) => release.push(resolve));
      }
      await route.continue().catch(() => undefined);
    });
    await files.grid.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    const line = page.getByRole('progressbar', { name: '读取所选内容的进度' });
    await line.getByText(/正在读取 1,000 \/ 3,000 项/).waitFor();
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
    await page.getByRole('dialog').getByText('所选 3000 项将移入回收站').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await files.grid.focus();
    await page.keyboard.press('Escape');
    await page.getByText('共 3000 项').waitFor();
  });

  test('a change by another window keeps place and selection, and asks only for what is in view', async () => {
    await files.grid.evaluate((node, top) => (node.scrollTop = top), middle * rowHeight);
    const here = files.entry(manyFilesName(entries - middle - 3));
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
    await second.getByText('共 3000 项').waitFor();
    await second.getByRole('button', { name: '新建文件夹' }).click();
    await second.getByRole('dialog').getByRole('textbox').fill('来自另一窗口');
    await second.keyboard.press('Enter');
    await page.getByText('已选 1 项').waitFor();
    // A folder comes before all files: everything is one further down, and what was looked at stays where it was.
    await waitFor('the index to follow', async () =>
      (await here.innerText()).includes(String(middle + 4)),
    );
    expect(Math.round((await here.boundingBox())?.y ?? 0)).toBe(Math.round(before?.y ?? 0));
    expect(await files.selected()).toEqual([manyFilesName(entries - middle - 3)]);
    expect(asked.length).toBeLessThanOrEqual(2);
    // What changes in view tints, in a folder of any size.
    const name = manyFilesName(entries - middle - 5);
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
    await busy.getByText('共 3002 项').waitFor();
    // Windows remember the order; the first test has left it from the end.
    await busy.getByRole('button', { name: '名称' }).click();
    await files.entry(manyFilesName(0), busy).waitFor();
    const grid = busy.getByRole('grid', { name: '我的文件' });
    await grid.evaluate((node, top) => (node.scrollTop = top), middle * rowHeight);
    const here = files.entry(manyFilesName(entries - middle - 3), busy);
    await here.getByText(String(middle), { exact: true }).waitFor();
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
    await waitFor('the index to follow', async () =>
      (await here.innerText()).includes(String(middle + 1)),
    );
    const left = await drawing.evaluate((nudge) => {
      clearInterval(nudge.timer);
      return nudge.step < 0 ? 1 : 0;
    });
    const y = ((await here.boundingBox())?.y ?? 0) + left;
    expect(Math.round(y)).toBe(Math.round(before?.y ?? 0));
    await busy.close();
  });
});

describe('more entries than one call takes', () => {
  /** By so many more. */
  const count = limits.entriesByCall + 10;
  const onDisk = (): number => readdirSync(files.onDisk('很多')).length;

  test('are deleted by a task that goes on without its window, and come back by another', async () => {
    putManyFiles(files, '很多', count);
    await files.goto('/很多');
    await page.getByText(`共 ${count} 项`).waitFor();
    const second = await files.visitor.context.newPage();
    await second.goto('/myDoc');
    await second.getByRole('grid', { name: '我的文件' }).waitFor();
    await files.grid.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByText(`所选 ${count} 项将移入回收站`).waitFor();
    await files.confirm();
    const tray = (window_: Page): Locator =>
      window_.getByRole('complementary', { name: '传输' }).filter({ hasText: '文件_000000.dat' });
    await tray(page).waitFor();
    await page.reload();
    await tray(page).getByText('已移入回收站').waitFor();
    await tray(page).getByText(`${count} / ${count} 项`).waitFor();
    await tray(second).getByText('已移入回收站').waitFor();
    expect(onDisk()).toBe(0);
    await page.getByText('这里还没有文件').waitFor();
    await takePicture(page, 'files-deleted-by-task');

    await page.goto('/myDoc/trash');
    await page.getByRole('button', { name: '全部还原' }).click();
    await page.getByText(`${count} 项内容将放回原位置`).waitFor();
    await files.confirm();
    const panel = page.getByRole('complementary', { name: '传输' });
    await panel.getByText('还原完成').waitFor();
    await page.getByText('回收站是空的').waitFor();
    await takePicture(page, 'files-restored-by-task');
    expect(onDisk()).toBe(count);
    await panel.getByRole('button', { name: '在文件夹中显示' }).click();
    await page.getByText(`共 ${count} 项`).waitFor();
    // Cleared in one window, it is gone in the other.
    await second.getByRole('button', { name: '清除已结束的任务' }).click();
    await panel.waitFor({ state: 'detached' });
    await second.close();
    expect(files.visitor.problems).toEqual([]);
  });
});
