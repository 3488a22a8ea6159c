import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { newVisitor, takePicture } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { IdentityPages } from '../support/browser/identity-pages.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let pages: IdentityPages;
let page: Page;

beforeAll(async () => {
  pages = await IdentityPages.open(platform, browser, '/menuManagement');
  ({ page } = pages);
});

const rowOf = (text: string): Locator => pages.row(text);

/** A table draws only the rows in view; the newest menu is the last. */
const scrollToEnd = (): Promise<void> =>
  page.locator('table').evaluate((table) => table.parentElement?.scrollTo(0, 100_000));

describe('menus', () => {
  let site: Server;
  let siteUrl: string;
  const asked: string[] = [];
  beforeAll(async () => {
    site = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.referer ?? ''}`);
      response.setHeader('Content-Type', 'text/html').end('<h1>elsewhere</h1>');
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/board`;
  });
  afterAll(() => {
    site?.closeAllConnections();
    site?.close();
  });

  test('a menu of type 2 is added and opens in a new window, with a code and without the token', async () => {
    await page.goto('/menuManagement');
    await page.getByRole('button', { name: '收起 系统设置' }).click();
    await rowOf('主题管理').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '新增菜单' }).click();
    await page.getByLabel('菜单名称').fill('公告板');
    await page.getByRole('radio', { name: '第三方跳转' }).check();
    await page.getByLabel('地址').fill('/board');
    await page.getByText('须为 http:// 或 https:// 开头的网址').waitFor();
    await page.getByLabel('地址').fill(siteUrl);
    await page.getByLabel('允许该站点访问使用者的文件').check();
    await page.getByRole('button', { name: '新增' }).click();
    await page.waitForURL('**/menuManagement');
    await scrollToEnd();
    await rowOf('公告板').getByText('第三方跳转').waitFor();

    await page.goto('/workPlat');
    await page.getByRole('button', { name: '下一页' }).click();
    const requested: string[] = [];
    pages.visitor.context.on('request', (request) => requested.push(request.url()));
    const [opened] = await Promise.all([
      pages.visitor.context.waitForEvent('page'),
      page.getByRole('link', { name: '公告板' }).click(),
    ]);
    await opened.getByRole('heading', { name: 'elsewhere' }).waitFor();
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '-');
    const address = new URL(opened.url());
    const code = address.searchParams.get('code') ?? '';
    expect(address.pathname).toBe('/board');
    expect(code).not.toBe('');
    expect([opened.url(), ...asked, ...requested].join()).not.toContain(token);
    expect(await opened.evaluate(() => history.length)).toBe(1);
    await opened.close();

    const other = await newVisitor(browser, platform);
    await other.page.goto(`/login?code=${encodeURIComponent(code)}&cbUrl=%2FmyDoc`);
    await other.page.waitForURL('**/myDoc');
    await other.context.close();
  });

  test('an icon of the wrong measure is refused here, a right one is shown on the tile', async () => {
    const picture = (pixels: number): Promise<number[]> =>
      page.evaluate(async (size) => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = size;
        const drawing = canvas.getContext('2d');
        drawing?.fillRect(0, 0, size, size);
        const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
        return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
      }, pixels);
    const choose = async (pixels: number): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({
        name: 'icon.png',
        mimeType: 'image/png',
        buffer: Buffer.from(await picture(pixels)),
      });
    await page.goto('/menuManagement');
    await scrollToEnd();
    await page.getByRole('link', { name: '编辑：公告板' }).click();
    await page.getByRole('button', { name: '上传图标' }).waitFor();
    await choose(120);
    await page.getByText('图标须为 200×200 像素，所选图片为 120×120').waitFor();
    await choose(200);
    await page.getByRole('button', { name: '移除图标' }).waitFor();
    await page.getByRole('button', { name: '保存' }).click();
    await page.waitForURL('**/menuManagement');
    await page.goto('/workPlat');
    const icon = page.getByRole('link', { name: '公告板' }).locator('img');
    await waitFor('the icon to be drawn', () =>
      icon.evaluate((image) => (image as HTMLImageElement).naturalWidth === 200),
    );
    await takePicture(page, 'workbench-with-icon');
  });

  test('a menu is deleted from the table', async () => {
    await page.goto('/menuManagement');
    await scrollToEnd();
    await page.getByRole('button', { name: '删除：公告板' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await rowOf('公告板').waitFor({ state: 'detached' });
  });
});
