import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { expectAtMost } from '../support/speed/figures.js';
import { takePicture } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { dropOn } from '../support/browser/drop.js';
import { FilesPage } from '../support/browser/files-page.js';

jest.setTimeout(180_000);

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let source: string;

beforeAll(async () => {
  source = mkdtempSync(join(tmpdir(), 'clusterdesk-uploads-'));
  files = await FilesPage.open(browser, platform);
});
afterAll(() => rmSync(source, { recursive: true, force: true }));

test('an upload of ten thousand small files leaves the page usable', async () => {
  const { page } = files;
  const panel = page.getByRole('complementary', { name: '传输' });
  const folder = join(source, '一万');
  for (let dir = 0; dir < 100; dir += 1) {
    mkdirSync(join(folder, `d${dir}`), { recursive: true });
    for (let file = 0; file < 100; file += 1) {
      writeFileSync(join(folder, `d${dir}/f${file}.txt`), `${dir}-${file} `.padEnd(1024, '.'));
    }
  }
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => seen.push(Math.round(entry.duration))),
    ).observe({ entryTypes: ['longtask'] });
  });
  const start = performance.now();
  await dropOn(files.visitor.context, page, [folder]);
  const dropped = performance.now() - start;
  await page.getByRole('combobox', { name: '搜索文件名' }).click();
  await panel.getByText('一万').first().waitFor();
  await takePicture(page, 'transfer-ten-thousand');
  await panel.getByText('上传完成').waitFor({ timeout: 110_000 });
  const seconds = (performance.now() - start) / 1000;
  const longTasks = await page.evaluate(
    () => (window as unknown as { longTasks: number[] }).longTasks,
  );
  process.stdout.write(
    `10,000 files: dropped in ${dropped.toFixed(0)} ms, ` +
      `${(10_000 / seconds).toFixed(0)} files/s, longest task ${Math.max(0, ...longTasks)} ms\n`,
  );
  const all = readdirSync(files.onDisk('一万'), { recursive: true });
  expect(all.length).toBe(10_100);
  expect(readFileSync(files.onDisk('一万/d99/f99.txt'), 'utf8')).toBe('99-99 '.padEnd(1024, '.'));
  // The page answers all the time: nothing holds it up for longer than a person notices much.
  expectAtMost(
    'longest task while ten thousand files are uploaded',
    Math.max(0, ...longTasks),
    500,
  );
});
