import { gzipSync } from 'node:zlib';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import {
  newVisitor,
  phone,
  signInAt,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { downloadBans } from '../support/browser/download-bans.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let visitor: Visitor;
let page: Page;

/** A PDF of two pages with a word on each. */
function pdf(): string {
  const pages = ['First page', 'Second page'];
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>',
    ...pages.flatMap((text, index) => {
      const stream = `BT /F1 36 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${4 + index * 2} 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>`,
        `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  return `${text}xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${places.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
}

/** A second of a tone, 8 kHz, 8 bit. */
function wav(): Buffer {
  const samples = Buffer.alloc(8_000, 0).map((_, index) => 128 + 60 * Math.sin(index / 3));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const evil =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" onload="parent.hacked=1"><script>window.hacked=1;parent.hacked=1</script><rect width="300" height="200" fill="teal"/></svg>';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  await (await platform.signIn()).expectOk(endpoints.disk.list, {});
  const home = join(platform.dataDir, 'files/home/admin');
  mkdirSync(home, { recursive: true });
  const files: Record<string, string | Buffer> = {
    '01 图.png': png,
    '02 图.svg': evil,
    '03 文档.pdf': pdf(),
    '04 代码.py': 'def hello(name):\n    # 注释\n    return f"你好 {name}"\n',
    '05 国标.txt': Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a]),
    '06 网页.html':
      '<h1>标题</h1><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\n',
    '07 声音.wav': wav(),
    '08 视频.webm': Buffer.from('not a film'),
    '09 未知.bin': Buffer.from([0, 1, 2]),
    '10 二进制.txt': Buffer.from([0, 1, 2, 0]),
    '11 长.log': 'a line of the log\n'.repeat(100_000),
    '12 文.md':
      '# 标题\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\n\n[坏](javascript:window.hacked=1)\n',
    '13 表.csv': `name,value\n${Array.from({ length: 5_000 }, (_, at) => `样本${at},${(at * 7) % 5_000}`).join('\n')}\n`,
    '14 读段.fastq.gz': gzipSync('@read1\nACGT\n+\nFFFF\n'.repeat(1_000)),
  };
  Object.entries(files).forEach(([name, content]) => writeFileSync(join(home, name), content));
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/myDoc');
});

const stage = (): Locator => page.getByTestId('preview');
const dialog = (): Locator => page.getByRole('dialog');
const open = (name: string): Promise<void> =>
  page.getByText(name, { exact: true }).first().dblclick();
async function next(name: string): Promise<void> {
  await page.keyboard.press('ArrowRight');
  await dialog().getByText(name, { exact: true }).first().waitFor();
}
const hacked = (): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { hacked?: number }).hacked);

test('tiles of pictures show what is in them, made by the worker; an SVG has its icon', async () => {
  await page.getByTitle('网格').click();
  const tile = (name: string): Locator =>
    page.getByRole('gridcell').filter({ has: page.getByText(name, { exact: true }) });
  const drawn = tile('01 图.png').locator('img[alt=""][src^="data:image/webp"]');
  await drawn.waitFor();
  expect(await drawn.evaluate((img: HTMLImageElement) => [img.complete, img.naturalWidth])).toEqual(
    [true, 1],
  );
  expect(await tile('02 图.svg').locator('img').count()).toBe(0);
  await takePicture(page, 'thumbnails');
  await page.getByTitle('列表').click();
});

describe('the preview', () => {
  test('shows images; an SVG runs nothing', async () => {
    await open('01 图.png');
    await stage().locator('img').waitFor();
    await page.waitForFunction(
      () =>
        document.querySelector('img[alt="01 图.png"]') instanceof HTMLImageElement &&
        (document.querySelector('img[alt="01 图.png"]') as HTMLImageElement).naturalWidth === 1,
    );
    await next('02 图.svg');
    await page.waitForFunction(
      () =>
        (document.querySelector('img[alt="02 图.svg"]') as HTMLImageElement | null)
          ?.naturalWidth === 300,
    );
    await takePicture(page, 'preview-svg');
    expect(await hacked()).toBeUndefined();
  });

  test('draws the pages of a PDF', async () => {
    await next('03 文档.pdf');
    await stage().locator('canvas[data-drawn]').first().waitFor();
    expect(await stage().locator('canvas').count()).toBe(2);
    const dark = await stage()
      .locator('canvas')
      .first()
      .evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const data =
          (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ??
          [];
        return Array.from(data).filter((value, index) => index % 4 === 0 && value < 100).length;
      });
    expect(dark).toBeGreaterThan(100);
    await takePicture(page, 'preview-pdf');
  });

  test('shows code in colours with line numbers', async () => {
    await next('04 代码.py');
    await stage().locator('.hljs-keyword').first().waitFor();
    expect(await stage().innerText()).toContain('你好');
    await takePicture(page, 'preview-code');
  });

  test('guesses the encoding, and shows HTML as text', async () => {
    await next('05 国标.txt');
    await stage().getByText('你好').waitFor();
    await stage().getByText('GB18030').waitFor();
    await next('06 网页.html');
    await stage().getByText('onerror').first().waitFor();
    expect(await stage().locator('h1').count()).toBe(0);
    expect(await hacked()).toBeUndefined();
    await takePicture(page, 'preview-html');
  });

  test('plays sound by ranges', async () => {
    await next('07 声音.wav');
    await page.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 0.9);
    await takePicture(page, 'preview-audio');
  });

  test('says what cannot be shown', async () => {
    await next('08 视频.webm');
    await stage().getByText('无法预览').waitFor();
    await next('09 未知.bin');
    await stage().getByText('无法预览').waitFor();
    await next('10 二进制.txt');
    await stage().getByText('无法预览').waitFor();
    await takePicture(page, 'preview-none');
  });

  test('shows the beginning of a long text, and draws only what is in view', async () => {
    await next('11 长.log');
    await stage().getByText('仅显示前').waitFor();
    expect(await stage().locator('[class*=codeLine]').count()).toBeLessThan(150);
  });

  test('draws Markdown, whose own HTML never runs; its source is one click away', async () => {
    await next('12 文.md');
    await stage().getByRole('heading', { name: '标题' }).waitFor();
    await stage().getByRole('cell', { name: '2' }).waitFor();
    expect(await stage().locator('img, script').count()).toBe(0);
    expect(await stage().getByText('坏').getAttribute('href')).not.toContain('javascript');
    await takePicture(page, 'preview-markdown');
    await stage().getByText('源文件').click();
    await stage().getByText('onerror').first().waitFor();
    expect(await hacked()).toBeUndefined();
  });

  test('shows a table that sorts, drawing only what is in view; its arrows are its own', async () => {
    await stage().getByText('源文件').press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await open('13 表.csv');
    const cells = stage().getByRole('cell');
    await cells.first().waitFor();
    expect(await stage().getByRole('row').count()).toBeLessThan(100);
    await stage().getByRole('columnheader', { name: 'value' }).getByRole('button').click();
    await waitFor('the smallest first', async () => (await cells.nth(1).innerText()) === '0');
    await stage().getByRole('columnheader', { name: 'value' }).getByRole('button').click();
    await waitFor('the largest first', async () => (await cells.nth(1).innerText()) === '4999');
    await takePicture(page, 'preview-table');
    await page.keyboard.press('ArrowRight');
    expect(await dialog().getByText('13 表.csv', { exact: true }).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: '下一个' }).click();
    await stage().getByText('@read1').first().waitFor();
  });

  test('zooms and turns an image, and leads to a page of a PDF', async () => {
    await page.getByRole('button', { name: '关闭', exact: true }).last().click();
    await dialog().waitFor({ state: 'detached' });
    await open('02 图.svg');
    const image = stage().locator('img');
    const width = async (): Promise<number> => (await image.boundingBox())?.width ?? 0;
    await waitFor('the image', async () => (await width()) > 0);
    const before = await width();
    await stage().getByRole('button', { name: '放大' }).click();
    await waitFor('it to be larger', async () => (await width()) > before * 1.2);
    await stage().getByRole('button', { name: '适合窗口' }).click();
    await waitFor('it to fit again', async () => Math.abs((await width()) - before) < 1);
    await stage().getByRole('button', { name: '旋转' }).click();
    await waitFor('it to be turned', async () => (await width()) < before);
    await takePicture(page, 'preview-zoom');
    await page.getByRole('button', { name: '下一个' }).click();
    await stage().locator('canvas[data-drawn]').first().waitFor();
    await stage().getByLabel('页码').fill('2');
    await stage().getByLabel('页码').press('Enter');
    const second = stage().locator('canvas').nth(1);
    await second.and(page.locator('[data-drawn]')).waitFor();
    await stage().getByRole('button', { name: '放大' }).click();
    await stage().getByText('125%').waitFor();
    await takePicture(page, 'preview-pdf-page');
    await page.getByRole('button', { name: '关闭', exact: true }).last().focus();
  });

  test('closes by Escape and gives the focus back', async () => {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement !== document.body);
  });

  /** Of the whole platform: downloads.test.ts. */
  test('says it in the server’s words when the user may not download', async () => {
    const [, forbid, allow] = downloadBans[1];
    await platform.query(forbid);
    try {
      await page.reload();
      await open('04 代码.py');
      await stage().getByText('下载权限已关闭，如需下载请联系管理员').waitFor();
      expect(await stage().innerText()).not.toContain('def hello');
      await takePicture(page, 'preview-refused');
    } finally {
      await platform.query(allow);
    }
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await open('04 代码.py');
    await stage().getByText('def').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('fits a phone, in the dark, in English', async () => {
    const small = await newVisitor(browser, platform, phone);
    await small.context.addInitScript(() => {
      localStorage.setItem('language', 'en');
      localStorage.setItem('theme', 'black');
    });
    await signInAt(small.page, '/myDoc');
    await small.page.getByText('04 代码.py', { exact: true }).first().dblclick();
    await small.page.locator('.hljs-keyword').first().waitFor();
    await takePicture(small.page, 'preview-phone');
    const [left, right] = await small.page
      .getByRole('dialog')
      .evaluate((node) => [node.getBoundingClientRect().left, node.getBoundingClientRect().right]);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(phone.width);
    expect(
      [...visitor.problems, ...small.problems].filter((line) => !/webm|decode/i.test(line)),
    ).toEqual([]);
    await small.context.close();
  });
});
