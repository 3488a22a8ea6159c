import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Page } from 'playwright-core';
import { takePicture } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { dropOn } from '../support/browser/drop.js';
import { UploadPage } from '../support/browser/upload-page.js';
import { sha256Of, writeRandomFile } from '../support/random-file.js';
import { waitFor } from '../support/wait-for.js';

/** So much of a file goes out before it is held: well over a tenth, far from all with what the system's buffers take. */
const heldAt = 6 * 1024 * 1024;

const { platform, browser } = await consoleSuite();
let uploads: UploadPage;
let page: Page;

beforeEach(async () => {
  uploads = await UploadPage.open(platform, browser);
  ({ page } = uploads);
});
afterEach(() => uploads.close());

describe('taken names', () => {
  const write = (name: string, text: string): string => {
    const path = join(uploads.source, name);
    writeFileSync(path, text);
    return path;
  };

  test('are asked about once for all', async () => {
    const old = new Date('2020-01-01T00:00:00Z');
    for (const name of ['甲.txt', '乙.txt', '丙.txt']) {
      // Old from the moment it is there: the open page looks at what comes.
      const made = write('made.txt', 'old');
      utimesSync(made, old, old);
      renameSync(made, uploads.onDisk(name));
    }
    const files = ['甲.txt', '乙.txt', '丙.txt'].map((name) => write(name, `new ${name}`));
    const dialog = page.getByRole('dialog');
    await uploads.upload(...files);
    await dialog.getByText('此文件夹中已有').waitFor();
    const mine = dialog.locator('dl > div').filter({ hasText: '新的文件' });
    await mine.getByText('较新').waitFor();
    expect(await dialog.getByText('较新').count()).toBe(1);
    await takePicture(page, 'transfer-same-name');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: '覆盖' }).click();
    await waitFor('all three overwritten', () =>
      ['甲.txt', '乙.txt', '丙.txt'].every(
        (name) => readFileSync(uploads.onDisk(name), 'utf8') === `new ${name}`,
      ),
    );

    await uploads.upload(...files);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: '保留两者' }).click();
    await uploads.isThere('甲 (1).txt');
    await uploads.isThere('丙 (1).txt');

    await uploads.upload(...files);
    await dialog.getByRole('button', { name: '取消上传' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(existsSync(uploads.onDisk('甲 (2).txt'))).toBe(false);
  });

  test('taken by another window on the way lead to the question again, and nothing is lost', async () => {
    const { path } = uploads.newFile('抢名.bin', 8);
    uploads.wire.hold(heldAt);
    await uploads.upload(path);
    await uploads.atLeast('抢名.bin', 10);
    writeFileSync(uploads.onDisk('抢名.bin'), 'theirs');
    uploads.wire.release();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('此文件夹中已有').waitFor();
    expect(readFileSync(uploads.onDisk('抢名.bin'), 'utf8')).toBe('theirs');
    await dialog.getByRole('button', { name: '保留两者' }).click();
    await uploads.isThere('抢名 (1).bin');
    expect(readFileSync(uploads.onDisk('抢名.bin'), 'utf8')).toBe('theirs');
    expect(await sha256Of(uploads.onDisk('抢名 (1).bin'))).toBe(await sha256Of(path));
  });
});

describe('a folder', () => {
  test('keeps its tree and its empty folders, small files and a large one', async () => {
    const folder = join(uploads.source, '树');
    mkdirSync(join(folder, '空的/更空的'), { recursive: true });
    mkdirSync(join(folder, '里/面'), { recursive: true });
    writeFileSync(join(folder, '里/面/小 "引号" 100%22.txt'), 'x');
    writeFileSync(join(folder, '零字节'), '');
    const sum = writeRandomFile(join(folder, '大.bin'), 6);
    await dropOn(uploads.visitor.context, page, [folder]);
    await waitFor(
      'all of it',
      () => readdirSync(uploads.onDisk('树'), { recursive: true }).length === 7,
    );
    await waitFor('the large one', () => existsSync(uploads.onDisk('树/大.bin')));
    expect(existsSync(uploads.onDisk('树/空的/更空的'))).toBe(true);
    expect(readFileSync(uploads.onDisk('树/里/面/小 "引号" 100%22.txt'), 'utf8')).toBe('x');
    expect(readFileSync(uploads.onDisk('树/零字节'), 'utf8')).toBe('');
    expect(await sha256Of(uploads.onDisk('树/大.bin'))).toBe(sum);
    await uploads.panel().getByText('上传完成').waitFor();
    await uploads.panel().getByRole('button', { name: '「树」中的文件' }).click();
    await uploads.panel().getByText('1 个空文件夹').waitFor();
    await takePicture(page, 'transfer-folder-open');
  });

  test('let go beside the files is refused, and the console stays', async () => {
    const stray = uploads.newFile('走失.bin', 1);
    const [opened, address] = [uploads.visitor.context.pages().length, page.url()];
    await dropOn(uploads.visitor.context, page, [stray.path], { x: 720, y: 20 });
    await dropOn(uploads.visitor.context, page, [uploads.newFile('不走失.bin', 1).path]);
    await uploads.isThere('不走失.bin');
    expect([uploads.visitor.context.pages().length, page.url()]).toEqual([opened, address]);
    expect(existsSync(uploads.onDisk('走失.bin'))).toBe(false);
  });

  test('of files of which one cannot be placed tells which, and the rest arrives', async () => {
    await (await platform.signIn()).expectOk(endpoints.disk.mkdirs, { paths: ['/半拒/占位'] });
    const folder = join(uploads.source, '半拒');
    mkdirSync(folder);
    ['一', '二'].forEach((name) => writeFileSync(join(folder, name), name));
    writeFileSync(join(folder, '占位'), 'a folder has this name there');
    await dropOn(uploads.visitor.context, page, [folder]);
    await page.getByRole('dialog').getByRole('button', { name: '合并' }).click();
    await uploads.isThere('半拒/二');
    await uploads.panel().getByText('1 项上传失败').waitFor();
    await uploads.panel().getByRole('button', { name: '「半拒」中的文件' }).click();
    await uploads.panel().getByText('是文件夹').first().waitFor();
    await takePicture(page, 'transfer-one-failed');
  });

  test('goes on after a reload: what is there is not sent again', async () => {
    // Forms of 4 MB: of each of the browser's six connections no more than one gets through.
    const fileCount = 1_500;
    const folder = join(uploads.source, '半途');
    mkdirSync(folder);
    for (let index = 0; index < fileCount; index += 1) {
      const path = join(folder, `f${index}`);
      writeFileSync(path, 'x'.repeat(20_000));
      utimesSync(path, 1_700_000_000, 1_700_000_000);
    }
    uploads.wire.hold(heldAt);
    await dropOn(uploads.visitor.context, page, [folder]);
    const placed = (): number =>
      existsSync(uploads.onDisk('半途')) ? readdirSync(uploads.onDisk('半途')).length : 0;
    await waitFor('some of it', () => placed() >= 200);
    await page.reload();
    uploads.wire.release();
    await uploads.panel().getByText('重新选择该文件夹').waitFor();
    let sentAgain = 0;
    page.on('request', (request) => {
      if (request.url().includes('/uploadFolder')) {
        sentAgain += Number(request.headers()['content-length'] ?? 0);
      }
    });
    const names = readdirSync(uploads.onDisk('半途'));
    await page.getByTestId('continue-upload').setInputFiles(folder);
    await waitFor('all of it', () => placed() === fileCount);
    expect(names.length).toBeGreaterThanOrEqual(200);
    await uploads.panel().getByText('上传完成').waitFor();
    expect(sentAgain).toBeLessThan(fileCount * 20_000);
  });
});
