import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { zipByHand } from '../support/features/zip-by-hand.js';
import { sha256Of, writeRandomFile } from '../support/random-file.js';
import { waitFor } from '../support/wait-for.js';

const gibibyte = 1024 ** 3;

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;
let source: string;

beforeAll(async () => {
  source = mkdtempSync(join(tmpdir(), 'clusterdesk-panel-'));
  const small = Array.from({ length: 40 }, (_, index) => `树/支${index % 4}/叶${index}.txt`);
  files = await FilesPage.open(browser, platform, [
    ...small,
    '树/空/',
    '树/大.bin',
    '巨/占位',
    '去处/',
  ]);
  writeRandomFile(files.onDisk('树/大.bin'), 24);
  // A file of holes takes no room where it lies, but its copy takes seconds: long enough to be stopped.
  truncateSync(files.onDisk('巨/占位'), 4 * gibibyte);
  page = files.page;
});
afterAll(async () => {
  rmSync(source, { recursive: true, force: true });
});

const panel = (): Locator => page.getByRole('complementary', { name: '传输' });

async function copyTo(name: string, target: string): Promise<void> {
  await files.goto('/');
  await files.entry(name).click();
  await files.tool('复制到');
  const dialog = page.getByRole('dialog').filter({ hasText: '到此处' });
  await dialog.getByRole('button', { name: target }).click();
  await dialog
    .getByText('这里没有子文件夹')
    .or(dialog.getByRole('button', { name: '树' }))
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: '复制到此处' }).click();
}

describe('a copy', () => {
  test('has a row that follows it to its end and stays until it is cleared', async () => {
    await copyTo('树', '去处');
    await panel().getByRole('progressbar', { name: '树' }).waitFor();
    await panel().getByText('复制完成').waitFor();
    await panel().getByText('41 / 41 个文件').waitFor();
    await takePicture(page, 'copy-done');
    expect(readdirSync(files.onDisk('去处/树'), { recursive: true })).toHaveLength(46);
    expect(await sha256Of(files.onDisk('去处/树/大.bin'))).toBe(
      await sha256Of(files.onDisk('树/大.bin')),
    );
    // Another page of the same user finds it, too.
    await page.reload();
    await panel().getByText('复制完成').waitFor();
    await panel().getByRole('button', { name: '移除' }).click();
    await panel().waitFor({ state: 'detached' });
  });

  test('that is cancelled leaves nothing, neither in its place nor on the way', async () => {
    await copyTo('巨', '去处');
    await panel().getByText('正在复制').waitFor();
    await waitFor('some progress', async () => {
      const bar = panel().getByRole('progressbar', { name: '巨' });
      return Number(await bar.getAttribute('aria-valuenow')) > 0;
    });
    await takePicture(page, 'copying');
    await panel().getByRole('button', { name: '取消', exact: true }).click();
    await panel().waitFor({ state: 'detached' });
    const copies = join(platform.dataDir, 'files/.staging/copies');
    await waitFor('what was copied to be removed', () => readdirSync(copies).length === 0);
    expect(existsSync(files.onDisk('去处/巨'))).toBe(false);
    expect(existsSync(files.onDisk('巨/占位'))).toBe(true);
  });
});

describe('an archive', () => {
  test('is unpacked beside itself, which every window shows, and leads there', async () => {
    const archive = zipByHand([
      { name: '里面/一.txt', data: 'one' },
      { name: '里面/二.txt', data: 'two' },
    ]);
    writeFileSync(files.onDisk('数据.zip'), archive);
    writeFileSync(files.onDisk('坏.zip'), zipByHand([{ name: '../外面.txt', data: 'x' }]));
    await files.goto('/');
    const other = await page.context().newPage();
    await other.goto('/myDoc');
    await files.entry('数据.zip').click();
    await files.tool('解压');
    const rows = [page, other].map((window) =>
      window.getByRole('complementary', { name: '传输' }).getByText('解压完成'),
    );
    await Promise.all(rows.map((row) => row.waitFor()));
    await takePicture(page, 'unzipped');
    await files.entry('坏.zip').click();
    await files.tool('解压');
    await page.getByText('压缩包中的「../外面.txt」指向文件夹之外').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await takePicture(page, 'unzipped-390');
    await page.setViewportSize({ width: 1440, height: 900 });
    await panel().getByRole('button', { name: '在文件夹中显示' }).click();
    await files.entry('数据').waitFor();
    await files.goto('/数据/里面');
    await files.entry('一.txt').waitFor();
    expect(readFileSync(files.onDisk('数据/里面/二.txt'), 'utf8')).toBe('two');
    await panel().getByRole('button', { name: '移除' }).click();
    await other.getByRole('complementary', { name: '传输' }).waitFor({ state: 'detached' });
    await other.close();
  });
});

describe('a quota', () => {
  test('that is full is told in the panel, with what is free, before a byte is sent', async () => {
    const admin = await platform.signIn();
    const { id: userId } = (await admin.expectOk(endpoints.account.detail, {})).result;
    const { usedBytes } = (await admin.expectOk(endpoints.disk.usage, {})).result;
    await admin.expectOk(endpoints.disk.setQuota, { userId, quotaBytes: usedBytes + 1_048_576 });
    await files.goto('/');
    const bodies: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') {
        bodies.push(Number(request.headers()['content-length'] ?? 0));
      }
    });
    const path = join(source, '放不下.bin');
    writeFileSync(path, Buffer.alloc(6 * 1024 * 1024));
    await page.getByTestId('upload-files').setInputFiles(path);
    await panel().getByText('1.00 MB').first().waitFor();
    await panel().getByText('1 项上传失败').waitFor();
    await takePicture(page, 'transfer-quota');
    expect(bodies).toEqual([]);
    expect(existsSync(files.onDisk('放不下.bin'))).toBe(false);

    // With room again, another try brings it.
    await admin.expectOk(endpoints.disk.setQuota, { userId, quotaBytes: null });
    await panel().getByRole('button', { name: '重试', exact: true }).click();
    await waitFor('the file', () => existsSync(files.onDisk('放不下.bin')));
    await panel().getByText('上传完成').waitFor();
  });
});
