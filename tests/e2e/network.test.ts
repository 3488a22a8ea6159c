import { beforeAll, describe, expect, test } from '@jest/globals';
import { newVisitor, signInAt, takePicture, type Visitor } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { FilesPage } from '../support/browser/files-page.js';

const { platform, browser } = await consoleSuite();
let files: FilesPage;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, ['A/old.txt', 'B/']);
});

describe('code that cannot be fetched', () => {
  test('leaves the shell, says what to do, and the page opens when it can be had', async () => {
    const { page: fresh } = await another();
    await fresh.goto('/myDoc');
    await fresh.getByRole('grid', { name: '我的文件' }).waitFor();
    await fresh.route('**/assets/user-center-page*.js', (route) => route.fulfill({ status: 404 }));
    await fresh.evaluate(() => {
      window.history.pushState(null, '', '/userCenter');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await fresh.getByRole('alert').getByText('此页面暂时打不开').waitFor();
    await fresh.getByRole('navigation', { name: '主导航' }).waitFor();
    await fresh.unroute('**/assets/user-center-page*.js');
    await fresh.getByRole('button', { name: '重试' }).click();
    await fresh.getByText('admin').first().waitFor();
    await fresh.getByRole('alert').waitFor({ state: 'detached' });
    await fresh.close();
  });
});

describe('without a network', () => {
  test('says so before anything is asked for, moves nothing, and is back with the network', async () => {
    const { context, page: fresh } = await stranger();
    const main = fresh.locator('main');
    const before = await main.boundingBox();
    // What the page asks for as it opens has come.
    await fresh.waitForLoadState('networkidle');
    const asked: string[] = [];
    fresh.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await context.setOffline(true);
    // The browser's own word is enough: no call, and no try of the connection, had to fail first.
    await fresh.getByText(/^网络已断开（自 \d\d:\d\d:\d\d）/).waitFor();
    expect(asked).toEqual([]);
    expect(await main.boundingBox()).toEqual(before);
    await files.entry('A', fresh).dblclick();
    await fresh.getByText('暂时连不上服务器').waitFor();
    await context.setOffline(false);
    await fresh.getByText(/^网络已断开/).waitFor({ state: 'detached' });
    await fresh.getByText('old.txt').waitFor();
    await context.close();
  });
});

describe('an update of the platform', () => {
  test('is told, and reloads on request', async () => {
    const { context, page: fresh } = await stranger();
    // Every call until the page is loaded anew: another that is answered before would say that the own build is back.
    let build: { 'x-build-id': string } | null = { 'x-build-id': 'another-build' };
    fresh.on('request', (request) => {
      build = request.isNavigationRequest() ? null : build;
    });
    await fresh.route('**/api/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), ...build } });
    });
    await files.entry('A', fresh).dblclick();
    await fresh.getByText('平台已更新').waitFor();
    await takePicture(fresh, 'update-notice');
    // It lies over the foot of the page, and takes none of its room.
    const page = await fresh.locator('main').boundingBox();
    expect(page?.width).toBe(fresh.viewportSize()?.width);
    const notice = await fresh.getByText('平台已更新').boundingBox();
    expect(notice?.x).toBeLessThan(100);
    // On a phone, too, it stands clear of what asks for an answer.
    await fresh.setViewportSize({ width: 390, height: 844 });
    await fresh.evaluate(
      () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    );
    await files.entry('old.txt', fresh).click();
    await fresh.keyboard.press('Delete');
    const undo = fresh.locator('.ant-notification-notice').filter({ hasText: '已移入回收站' });
    await undo.waitFor();
    await takePicture(fresh, 'update-notice-and-undo-390');
    const bar = await fresh.locator('[data-update]').boundingBox();
    const asked = await undo.boundingBox();
    expect((asked?.y ?? 0) + (asked?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await undo.getByRole('button', { name: '撤销' }).click();
    await files.entry('old.txt', fresh).waitFor();
    const loaded = fresh.waitForEvent('load');
    await fresh.getByRole('button', { name: '重新加载' }).click();
    await loaded;
    await fresh.getByText('old.txt').waitFor();
    expect(await fresh.getByText('平台已更新').count()).toBe(0);
    await fresh.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
});

/** A window of the same user. */
async function another(): Promise<Visitor> {
  return { ...files.visitor, page: await files.visitor.context.newPage() };
}

/** A browser of its own, at My files. */
async function stranger(): Promise<Visitor> {
  const visitor = await newVisitor(browser, platform);
  await signInAt(visitor.page, '/myDoc');
  await files.entry('A', visitor.page).waitFor();
  return visitor;
}
