import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { endpoints } from '@clusterdesk/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { takePicture } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { UploadPage } from '../support/browser/upload-page.js';
import { sha256Of } from '../support/random-file.js';

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

describe('an upload', () => {
  test('pauses, survives other pages, and resumes where it was', async () => {
    const { path, sum } = uploads.newFile('暂停.bin', 24);
    uploads.wire.hold(heldAt);
    await uploads.upload(path);
    await uploads.atLeast('暂停.bin', 20);
    await takePicture(page, 'transfer-uploading');
    await uploads.action('暂停').click();
    await uploads.panel().getByText('已暂停').waitFor();
    const before = await uploads.percent('暂停.bin');
    await page.evaluate(() => window.history.pushState({}, '', '/userCenter'));
    await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
    await uploads.panel().getByText('已暂停').waitFor();
    expect(await uploads.percent('暂停.bin')).toBe(before);
    expect(existsSync(uploads.onDisk('暂停.bin'))).toBe(false);
    uploads.wire.release();
    await uploads.action('继续').click();
    await uploads.isThere('暂停.bin');
    expect(await sha256Of(uploads.onDisk('暂停.bin'))).toBe(sum);
    expect(Math.min(...uploads.offsets.slice(1))).toBeGreaterThan(0);
    await uploads.panel().getByText('上传完成').waitFor();
    // Five seconds after the end the panel goes by itself.
    await uploads.panel().waitFor({ state: 'detached', timeout: 10_000 });
  });

  test('goes on after a reload when the same file is chosen again, and only then', async () => {
    const { path, sum } = uploads.newFile('续传.bin', 24);
    uploads.wire.hold(heldAt);
    await uploads.upload(path);
    await uploads.atLeast('续传.bin', 25);
    await page.reload();
    uploads.wire.release();
    await uploads.panel().getByText('重新选择该文件').waitFor();
    await takePicture(page, 'transfer-unfinished');
    const choose = page.getByTestId('continue-upload');

    const other = uploads.newFile('别的.bin', 1);
    await choose.setInputFiles(other.path);
    await page.getByText('请选择名为「续传.bin」').waitFor();

    uploads.offsets.length = 0;
    await choose.setInputFiles(path);
    await uploads.isThere('续传.bin');
    expect(await sha256Of(uploads.onDisk('续传.bin'))).toBe(sum);
    expect(Math.min(...uploads.offsets)).toBeGreaterThan(0);
    expect(await uploads.panel().getByText('重新选择该文件').count()).toBe(0);
  });

  test('starts anew when another file has taken its name here', async () => {
    const { path } = uploads.newFile('换过.bin', 24);
    uploads.wire.hold(heldAt);
    await uploads.upload(path);
    await uploads.atLeast('换过.bin', 15);
    await page.reload();
    uploads.wire.release();
    await uploads.panel().getByText('重新选择该文件').waitFor();
    const { sum } = uploads.newFile('换过.bin', 9);
    uploads.offsets.length = 0;
    await page.getByTestId('continue-upload').setInputFiles(path);
    await page.getByText('将重新上传').waitFor();
    await uploads.isThere('换过.bin');
    expect(await sha256Of(uploads.onDisk('换过.bin'))).toBe(sum);
    expect(uploads.offsets[0]).toBe(0);
  });

  test('waits for the network and goes on by itself', async () => {
    const { path, sum } = uploads.newFile('断网.bin', 24);
    uploads.wire.hold(heldAt);
    await uploads.upload(path);
    await uploads.atLeast('断网.bin', 20);
    uploads.wire.cut();
    await uploads.panel().getByText('等待网络').waitFor();
    await takePicture(page, 'transfer-offline');
    uploads.wire.release();
    uploads.wire.mend();
    await uploads.isThere('断网.bin');
    expect(await sha256Of(uploads.onDisk('断网.bin'))).toBe(sum);
    expect(Math.min(...uploads.offsets.slice(1))).toBeGreaterThan(0);
  });

  test('stops when its file changes, keeps nothing half, and takes the new one when it is chosen', async () => {
    const { path } = uploads.newFile('会变.bin', 24);
    uploads.wire.hold(heldAt);
    await uploads.upload(path);
    await uploads.atLeast('会变.bin', 20);
    appendFileSync(path, 'more');
    uploads.wire.release();
    await uploads.panel().getByText('未保存任何不完整内容').waitFor({ timeout: 60_000 });
    await takePicture(page, 'transfer-changed');
    expect(existsSync(uploads.onDisk('会变.bin'))).toBe(false);
    await page.getByTestId('choose-again').setInputFiles(path);
    await uploads.isThere('会变.bin');
    expect(await sha256Of(uploads.onDisk('会变.bin'))).toBe(await sha256Of(path));
  });

  test('has its turn after the one before it, a download too, and says so', async () => {
    writeFileSync(uploads.onDisk('要下载.txt'), 'later');
    await page.goto('/myDoc');
    const first = uploads.newFile('先.bin', 24);
    const second = uploads.newFile('后.bin', 2);
    uploads.wire.hold(heldAt);
    await uploads.upload(first.path);
    await uploads.atLeast('先.bin', 10);
    await uploads.upload(second.path);
    await page.getByText('正在传输，所选文件已加入队列').first().waitFor();
    await uploads.panel().getByText('等待中').waitFor();
    await page.getByRole('row').filter({ hasText: '要下载.txt' }).click();
    await page.getByRole('button', { name: '下载', exact: true }).click();
    await uploads.panel().getByText('排队中').waitFor();
    await takePicture(page, 'transfer-busy');
    const coming = page.waitForEvent('download');
    uploads.wire.release();
    expect((await coming).suggestedFilename()).toBe('要下载.txt');
    await uploads.isThere('先.bin');
    await uploads.isThere('后.bin');
    expect(await sha256Of(uploads.onDisk('后.bin'))).toBe(second.sum);
  });

  test('into a folder that is gone says so and leaves nothing', async () => {
    mkdirSync(uploads.onDisk('将消失'), { recursive: true });
    await page.goto('/myDoc?dir=%2F将消失');
    await page.getByTestId('upload-files').waitFor({ state: 'attached' });
    rmSync(uploads.onDisk('将消失'), { recursive: true });
    await uploads.upload(uploads.newFile('孤儿.bin', 2).path);
    await uploads.panel().getByText('不存在').waitFor();
    await takePicture(page, 'transfer-no-folder');
    expect(existsSync(uploads.onDisk('将消失'))).toBe(false);

    // What is refused when all of it has come is kept, and nothing is sent a second time.
    const admin = await platform.signIn();
    const makeFolder = () => admin.expectOk(endpoints.disk.mkdirs, { paths: ['/将消失'] });
    await makeFolder();
    const { path, sum } = uploads.newFile('保留.bin', 24);
    uploads.wire.hold(heldAt);
    await uploads.upload(path);
    await uploads.atLeast('保留.bin', 20);
    rmSync(uploads.onDisk('将消失'), { recursive: true });
    uploads.wire.release();
    await uploads.panel().getByText('将保留一天').waitFor();
    const pieces = uploads.offsets.length;
    await makeFolder();
    await uploads.panel().getByRole('button', { name: '重试', exact: true }).last().click();
    await uploads.isThere('将消失/保留.bin');
    expect(await sha256Of(uploads.onDisk('将消失/保留.bin'))).toBe(sum);
    expect(uploads.offsets).toHaveLength(pieces);
  });
});
