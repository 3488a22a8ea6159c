import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Download, Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { newVisitor, signInAt, takePicture, type Visitor } from '../support/browser/browser.js';
import { downloadBans } from '../support/browser/download-bans.js';
import { sha256Of, writeRandomFile } from '../support/random-file.js';
import { waitFor } from '../support/wait-for.js';

/** Large enough that packing takes a few seconds and its progress can be seen. */
const partMebibytes = 40;
const parts = 8;

const { platform, browser } = await consoleSuite();
let visitor: Visitor;
let page: Page;
let taken: string;
const sums = new Map<string, string>();

beforeAll(async () => {
  taken = mkdtempSync(join(tmpdir(), 'clusterdesk-download-'));
  // The home is made at the first look at it.
  await (await platform.signIn()).expectOk(endpoints.disk.list, {});
  const home = join(platform.dataDir, 'files/home/admin');
  mkdirSync(join(home, '数据集/第一批 样本'), { recursive: true });
  for (let index = 1; index <= parts; index += 1) {
    const name = `第一批 样本/序列_${index}.fastq.gz`;
    sums.set(name, writeRandomFile(join(home, '数据集', name), partMebibytes));
  }
  writeFileSync(join(home, '数据集/说明（终稿）.txt'), '你好\n');
  sums.set('单个文件.bin', writeRandomFile(join(home, '单个文件.bin'), 30));
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/myDoc');
});
afterAll(async () => {
  rmSync(taken, { recursive: true, force: true });
  // The platform is lent: the next suite's backups would hold the table.
  await platform.query(
    'DROP TABLE IF EXISTS packing_held; DROP FUNCTION IF EXISTS wait_for_release CASCADE',
  );
});

/**
 * No package is ready before the table is empty: how long packing takes depends on the machine. Only what makes a package ready sets
 * whether it is partial; a trigger for the statement holds no row, so that the package can be cancelled.
 */
const holdPacking = `
  CREATE TABLE packing_held AS SELECT 1 AS held;
  CREATE FUNCTION wait_for_release() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    WHILE EXISTS (SELECT FROM packing_held) LOOP
      PERFORM pg_sleep(0.05);
    END LOOP;
    RETURN NULL;
  END $$;
  CREATE TRIGGER held_packing BEFORE UPDATE OF is_partial ON download_package
    FOR EACH STATEMENT EXECUTE FUNCTION wait_for_release()`;

const row = (name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

async function download(name: string): Promise<Download> {
  await row(name).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载', exact: true }).click();
  return coming;
}

describe('the right to download', () => {
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

  /** Of a single user: preview.test.ts. */
  test('takes the button away where the platform lets nobody download', async () => {
    const [, forbid, allow] = downloadBans[0];
    await platform.query(forbid);
    try {
      await page.reload();
      await row('单个文件.bin').click();
      await button('重命名').waitFor();
      await button('下载').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => sessionStorage.getItem('enableDowloadUserData'))).toBe(
        'false',
      );
    } finally {
      await platform.query(allow);
    }
    await page.reload();
    await row('单个文件.bin').click();
    await button('下载').waitFor();
  });
});

describe('downloads', () => {
  test('a file arrives byte for byte under its own name', async () => {
    const download_ = await download('单个文件.bin');
    expect(download_.suggestedFilename()).toBe('单个文件.bin');
    const path = join(taken, 'single.bin');
    await download_.saveAs(path);
    expect(await sha256Of(path)).toBe(sums.get('单个文件.bin'));
  });

  test('a folder arrives as a zip, with live progress, and every name and byte as it was', async () => {
    await row('数据集').click();
    const coming = page.waitForEvent('download', { timeout: 60_000 });
    const seen = new Set<string>();
    const bar = page
      .getByRole('complementary', { name: '传输' })
      .getByRole('progressbar', { name: '数据集' });
    await page.getByRole('button', { name: '下载', exact: true }).click();
    let isHere = false;
    void coming.then(() => (isHere = true));
    while (!isHere) {
      const value = await bar.getAttribute('aria-valuenow', { timeout: 2_000 }).catch(() => null);
      if (value !== null && !seen.has(value)) {
        seen.add(value);
        await takePicture(page, 'packing');
      }
    }
    const between = [...seen].filter((value) => Number(value) > 0 && Number(value) < 100);
    expect(between.length).toBeGreaterThan(0);

    const zip = join(taken, 'folder.zip');
    const download_ = await coming;
    expect(download_.suggestedFilename()).toBe('数据集.zip');
    await download_.saveAs(zip);
    expect(execFileSync('unzip', ['-t', zip], { encoding: 'utf8' })).toContain(
      'No errors detected',
    );
    // C.UTF-8: unzip writes names as the zip has them.
    execFileSync('unzip', ['-q', zip, '-d', join(taken, 'out')], {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    for (const [name, sum] of sums) {
      if (name.startsWith('第一批')) {
        expect(await sha256Of(join(taken, 'out/数据集', name))).toBe(sum);
      }
    }
    expect(await sha256Of(join(taken, 'out/数据集/说明（终稿）.txt'))).toBe(
      await sha256Of(join(platform.dataDir, 'files/home/admin/数据集/说明（终稿）.txt')),
    );
    expect(visitor.problems).toEqual([]);
  });

  test('packing can be cancelled, and a reload finds it again', async () => {
    await platform.query(holdPacking);
    const panel = page.getByRole('complementary', { name: '传输' });
    const home = join(platform.dataDir, 'files/home/admin');
    const packages = (): string[] => readdirSync(join(platform.dataDir, 'files/.staging/packages'));
    const before = packages();
    // Another selection: what is packed already would be ready at once.
    writeFileSync(join(home, '数据集/新的.txt'), 'x');
    const start = async (): Promise<void> => {
      await row('数据集').click();
      await page.getByRole('button', { name: '下载', exact: true }).click();
      await panel.getByText('正在打包').waitFor();
    };
    await start();
    await panel.getByRole('button', { name: '取消', exact: true }).click();
    await panel.waitFor({ state: 'detached' });
    await waitFor('what was packed to be removed', () => packages().length === before.length);

    writeFileSync(join(home, '数据集/更新的.txt'), 'x');
    await start();
    const coming = page.waitForEvent('download', { timeout: 60_000 });
    await page.reload();
    await panel.getByRole('progressbar', { name: '数据集' }).waitFor();
    await takePicture(page, 'packing-after-reload');
    await platform.query('DELETE FROM packing_held');
    expect((await coming).suggestedFilename()).toBe('数据集.zip');
    await panel.waitFor({ state: 'detached', timeout: 10_000 });
  });
});
