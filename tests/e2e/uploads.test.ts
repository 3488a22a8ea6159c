import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { newVisitor, signInAt, takePicture, type Visitor } from '../support/browser/browser.js';
import { dropOn } from '../support/browser/drop.js';
import { sha256Of, writeRandomFile } from '../support/random-file.js';
import { waitFor } from '../support/wait-for.js';
import { Wire } from '../support/browser/wire.js';

jest.setTimeout(120_000);

const mebibyte = 1024 * 1024;

const { platform, browser } = await consoleSuite();
let visitor: Visitor;
let page: Page;
/** Between the browser and the platform. */
let wire: Wire;
let source: string;
/** Where each piece of an upload began. */
let offsets: number[];

beforeAll(async () => {
  source = mkdtempSync(join(tmpdir(), 'clusterdesk-uploads-'));
  // The home is made at the first look at it.
  await (await platform.signIn()).expectOk(endpoints.disk.list, {});
});
afterAll(async () => {
  rmSync(source, { recursive: true, force: true });
});
beforeEach(async () => {
  wire = await Wire.to(platform.port);
  visitor = await newVisitor(browser, wire);
  page = visitor.page;
  await openPage();
});
afterEach(async () => {
  await visitor.context.close();
  await wire.close();
});

/** So much of a file goes out before it is held: well over a tenth, far from all with what the system's buffers take. */
const heldAt = 6 * mebibyte;

/** The disk's page of a visitor who leaves pages without looking back. */
async function openPage(): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept());
  offsets = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') {
      offsets.push(Number(request.headers()['upload-offset']));
    }
  });
  await signInAt(page, '/myDoc');
  await page.getByTestId('upload-files').waitFor({ state: 'attached' });
}

const onDisk = (path: string): string => join(platform.dataDir, 'files/home/admin', path);
const panel = (on: Page = page): Locator => on.getByRole('complementary', { name: '传输' });
const bar = (name: string): Locator => panel().getByRole('progressbar', { name });
const percent = async (name: string): Promise<number> =>
  Number(await bar(name).getAttribute('aria-valuenow', { timeout: 5_000 }));
const action = (name: string): Locator => panel().getByRole('button', { name, exact: true });
const upload = (...files: string[]): Promise<void> =>
  page.getByTestId('upload-files').setInputFiles(files);

function newFile(name: string, mebibytes: number): { path: string; sum: string } {
  const path = join(source, name);
  return { path, sum: writeRandomFile(path, mebibytes) };
}
const isThere = (name: string, timeoutMs = 60_000): Promise<unknown> =>
  waitFor(`${name} on disk`, () => existsSync(onDisk(name)), timeoutMs);
const atLeast = (name: string, wanted: number): Promise<unknown> =>
  waitFor(`${wanted} % of ${name}`, async () => (await percent(name)) >= wanted, 60_000);

describe('an upload', () => {
  test('pauses, survives other pages, and resumes where it was', async () => {
    const { path, sum } = newFile('暂停.bin', 24);
    wire.hold(heldAt);
    await upload(path);
    await atLeast('暂停.bin', 20);
    await takePicture(page, 'transfer-uploading');
    await action('暂停').click();
    await panel().getByText('已暂停').waitFor();
    const before = await percent('暂停.bin');
    await page.evaluate(() => window.history.pushState({}, '', '/userCenter'));
    await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
    await panel().getByText('已暂停').waitFor();
    expect(await percent('暂停.bin')).toBe(before);
    expect(existsSync(onDisk('暂停.bin'))).toBe(false);
    wire.release();
    await action('继续').click();
    await isThere('暂停.bin');
    expect(await sha256Of(onDisk('暂停.bin'))).toBe(sum);
    expect(Math.min(...offsets.slice(1))).toBeGreaterThan(0);
    await panel().getByText('上传完成').waitFor();
    // Five seconds after the end the panel goes by itself.
    await panel().waitFor({ state: 'detached', timeout: 10_000 });
  });

  test('goes on after a reload when the same file is chosen again, and only then', async () => {
    const { path, sum } = newFile('续传.bin', 24);
    wire.hold(heldAt);
    await upload(path);
    await atLeast('续传.bin', 25);
    await page.reload();
    wire.release();
    await panel().getByText('重新选择该文件').waitFor();
    await takePicture(page, 'transfer-unfinished');
    const choose = page.getByTestId('continue-upload');

    const other = newFile('别的.bin', 1);
    await choose.setInputFiles(other.path);
    await page.getByText('请选择名为「续传.bin」').waitFor();

    offsets = [];
    await choose.setInputFiles(path);
    await isThere('续传.bin');
    expect(await sha256Of(onDisk('续传.bin'))).toBe(sum);
    expect(Math.min(...offsets)).toBeGreaterThan(0);
    expect(await panel().getByText('重新选择该文件').count()).toBe(0);
  });

  test('starts anew when another file has taken its name here', async () => {
    const { path } = newFile('换过.bin', 24);
    wire.hold(heldAt);
    await upload(path);
    await atLeast('换过.bin', 15);
    await page.reload();
    wire.release();
    await panel().getByText('重新选择该文件').waitFor();
    const { sum } = newFile('换过.bin', 9);
    offsets = [];
    await page.getByTestId('continue-upload').setInputFiles(path);
    await page.getByText('将重新上传').waitFor();
    await isThere('换过.bin');
    expect(await sha256Of(onDisk('换过.bin'))).toBe(sum);
    expect(offsets[0]).toBe(0);
  });

  test('waits for the network and goes on by itself', async () => {
    const { path, sum } = newFile('断网.bin', 24);
    wire.hold(heldAt);
    await upload(path);
    await atLeast('断网.bin', 20);
    wire.cut();
    await panel().getByText('等待网络').waitFor();
    await takePicture(page, 'transfer-offline');
    wire.release();
    wire.mend();
    await isThere('断网.bin');
    expect(await sha256Of(onDisk('断网.bin'))).toBe(sum);
    expect(Math.min(...offsets.slice(1))).toBeGreaterThan(0);
  });

  test('stops when its file changes, keeps nothing half, and takes the new one when it is chosen', async () => {
    const { path } = newFile('会变.bin', 24);
    wire.hold(heldAt);
    await upload(path);
    await atLeast('会变.bin', 20);
    appendFileSync(path, 'more');
    wire.release();
    await panel().getByText('未保存任何不完整内容').waitFor({ timeout: 60_000 });
    await takePicture(page, 'transfer-changed');
    expect(existsSync(onDisk('会变.bin'))).toBe(false);
    await page.getByTestId('choose-again').setInputFiles(path);
    await isThere('会变.bin');
    expect(await sha256Of(onDisk('会变.bin'))).toBe(await sha256Of(path));
  });

  test('has its turn after the one before it, a download too, and says so', async () => {
    writeFileSync(onDisk('要下载.txt'), 'later');
    await page.goto('/myDoc');
    const first = newFile('先.bin', 24);
    const second = newFile('后.bin', 2);
    wire.hold(heldAt);
    await upload(first.path);
    await atLeast('先.bin', 10);
    await upload(second.path);
    await page.getByText('正在传输，所选文件已加入队列').first().waitFor();
    await panel().getByText('等待中').waitFor();
    await page.getByRole('row').filter({ hasText: '要下载.txt' }).click();
    await page.getByRole('button', { name: '下载', exact: true }).click();
    await panel().getByText('排队中').waitFor();
    await takePicture(page, 'transfer-busy');
    const coming = page.waitForEvent('download');
    wire.release();
    expect((await coming).suggestedFilename()).toBe('要下载.txt');
    await isThere('先.bin');
    await isThere('后.bin');
    expect(await sha256Of(onDisk('后.bin'))).toBe(second.sum);
  });

  test('into a folder that is gone says so and leaves nothing', async () => {
    mkdirSync(onDisk('将消失'), { recursive: true });
    await page.goto('/myDoc?dir=%2F将消失');
    await page.getByTestId('upload-files').waitFor({ state: 'attached' });
    rmSync(onDisk('将消失'), { recursive: true });
    await upload(newFile('孤儿.bin', 2).path);
    await panel().getByText('不存在').waitFor();
    await takePicture(page, 'transfer-no-folder');
    expect(existsSync(onDisk('将消失'))).toBe(false);
  });
});

describe('taken names', () => {
  const write = (name: string, text: string): string => {
    const path = join(source, name);
    writeFileSync(path, text);
    return path;
  };

  test('are asked about once for all', async () => {
    const old = new Date('2020-01-01T00:00:00Z');
    for (const name of ['甲.txt', '乙.txt', '丙.txt']) {
      // Old from the moment it is there: the open page looks at what comes.
      const made = write('made.txt', 'old');
      utimesSync(made, old, old);
      renameSync(made, onDisk(name));
    }
    const files = ['甲.txt', '乙.txt', '丙.txt'].map((name) => write(name, `new ${name}`));
    const dialog = page.getByRole('dialog');
    await upload(...files);
    await dialog.getByText('此文件夹中已有').waitFor();
    const mine = dialog.locator('dl > div').filter({ hasText: '新的文件' });
    await mine.getByText('较新').waitFor();
    expect(await dialog.getByText('较新').count()).toBe(1);
    await takePicture(page, 'transfer-same-name');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: '覆盖' }).click();
    await waitFor('all three overwritten', () =>
      ['甲.txt', '乙.txt', '丙.txt'].every(
        (name) => readFileSync(onDisk(name), 'utf8') === `new ${name}`,
      ),
    );

    await upload(...files);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: '保留两者' }).click();
    await isThere('甲 (1).txt');
    await isThere('丙 (1).txt');

    await upload(...files);
    await dialog.getByRole('button', { name: '取消上传' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(existsSync(onDisk('甲 (2).txt'))).toBe(false);
  });

  test('taken by another window on the way lead to the question again, and nothing is lost', async () => {
    const { path } = newFile('抢名.bin', 8);
    wire.hold(heldAt);
    await upload(path);
    await atLeast('抢名.bin', 10);
    writeFileSync(onDisk('抢名.bin'), 'theirs');
    wire.release();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('此文件夹中已有').waitFor();
    expect(readFileSync(onDisk('抢名.bin'), 'utf8')).toBe('theirs');
    await dialog.getByRole('button', { name: '保留两者' }).click();
    await isThere('抢名 (1).bin');
    expect(readFileSync(onDisk('抢名.bin'), 'utf8')).toBe('theirs');
    expect(await sha256Of(onDisk('抢名 (1).bin'))).toBe(await sha256Of(path));
  });
});

describe('a folder', () => {
  test('keeps its tree and its empty folders, small files and a large one', async () => {
    const folder = join(source, '树');
    mkdirSync(join(folder, '空的/更空的'), { recursive: true });
    mkdirSync(join(folder, '里/面'), { recursive: true });
    writeFileSync(join(folder, '里/面/小 "引号" 100%22.txt'), 'x');
    writeFileSync(join(folder, '零字节'), '');
    const sum = writeRandomFile(join(folder, '大.bin'), 6);
    await dropOn(visitor.context, page, [folder]);
    await waitFor('all of it', () => readdirSync(onDisk('树'), { recursive: true }).length === 7);
    await waitFor('the large one', () => existsSync(onDisk('树/大.bin')));
    expect(existsSync(onDisk('树/空的/更空的'))).toBe(true);
    expect(readFileSync(onDisk('树/里/面/小 "引号" 100%22.txt'), 'utf8')).toBe('x');
    expect(readFileSync(onDisk('树/零字节'), 'utf8')).toBe('');
    expect(await sha256Of(onDisk('树/大.bin'))).toBe(sum);
    await panel().getByText('上传完成').waitFor();
    await panel().getByRole('button', { name: '「树」中的文件' }).click();
    await panel().getByText('1 个空文件夹').waitFor();
    await takePicture(page, 'transfer-folder-open');
  });

  test('let go beside the files is refused, and the console stays', async () => {
    const stray = newFile('走失.bin', 1);
    const [opened, address] = [visitor.context.pages().length, page.url()];
    await dropOn(visitor.context, page, [stray.path], { x: 720, y: 20 });
    await dropOn(visitor.context, page, [newFile('不走失.bin', 1).path]);
    await isThere('不走失.bin');
    expect([visitor.context.pages().length, page.url()]).toEqual([opened, address]);
    expect(existsSync(onDisk('走失.bin'))).toBe(false);
  });

  test('of files of which one cannot be placed tells which, and the rest arrives', async () => {
    await (await platform.signIn()).expectOk(endpoints.disk.mkdirs, { paths: ['/半拒/占位'] });
    const folder = join(source, '半拒');
    mkdirSync(folder);
    ['一', '二'].forEach((name) => writeFileSync(join(folder, name), name));
    writeFileSync(join(folder, '占位'), 'a folder has this name there');
    await dropOn(visitor.context, page, [folder]);
    await page.getByRole('dialog').getByRole('button', { name: '合并' }).click();
    await isThere('半拒/二');
    await panel().getByText('1 项上传失败').waitFor();
    await panel().getByRole('button', { name: '「半拒」中的文件' }).click();
    await panel().getByText('是文件夹').first().waitFor();
    await takePicture(page, 'transfer-one-failed');
  });

  test('goes on after a reload: what is there is not sent again', async () => {
    // Forms of 4 MB: of each of the browser's six connections no more than one gets through.
    const fileCount = 1_500;
    const folder = join(source, '半途');
    mkdirSync(folder);
    for (let index = 0; index < fileCount; index += 1) {
      const path = join(folder, `f${index}`);
      writeFileSync(path, 'x'.repeat(20_000));
      utimesSync(path, 1_700_000_000, 1_700_000_000);
    }
    wire.hold(heldAt);
    await dropOn(visitor.context, page, [folder]);
    const placed = (): number =>
      existsSync(onDisk('半途')) ? readdirSync(onDisk('半途')).length : 0;
    await waitFor('some of it', () => placed() >= 200);
    await page.reload();
    wire.release();
    await panel().getByText('重新选择该文件夹').waitFor();
    let sentAgain = 0;
    page.on('request', (request) => {
      if (request.url().includes('/uploadFolder')) {
        sentAgain += Number(request.headers()['content-length'] ?? 0);
      }
    });
    const names = readdirSync(onDisk('半途'));
    await page.getByTestId('continue-upload').setInputFiles(folder);
    await waitFor('all of it', () => placed() === fileCount);
    expect(names.length).toBeGreaterThanOrEqual(200);
    await panel().getByText('上传完成').waitFor();
    expect(sentAgain).toBeLessThan(fileCount * 20_000);
  });
});
