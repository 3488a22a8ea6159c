import { expect, test } from '@jest/globals';
import { phone, takePicture } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { IdentityPages } from '../support/browser/identity-pages.js';

const { platform, browser } = await consoleSuite();
const pages = await IdentityPages.open(platform, browser, '/platformHealth');
const { page, context, problems } = pages.visitor;

test('an administrator sees how each part is, on a phone, too', async () => {
  await page.getByRole('status', { name: '总体状况' }).waitFor();
  const database = page.getByRole('article', { name: '数据库', exact: true });
  await database.getByText('正常').waitFor();
  await page.getByRole('article', { name: '最近备份' }).getByText('还没有备份。').waitFor();
  await takePicture(page, 'health');
  await page.setViewportSize(phone);
  await takePicture(page, 'health-phone');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
});

test('the board of task queues opens beside it, under the policy of the server', async () => {
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: '打开任务队列' }).click();
  const board = await opening;
  await board.getByText('dispatch').first().waitFor();
  expect(new URL(board.url()).pathname).toBe('/api/platform/taskBoard/');
  // It may change nothing: there is no button for it.
  expect(await board.getByRole('button', { name: /pause|empty|obliterate|retry/i }).count()).toBe(
    0,
  );
  await takePicture(board, 'task-board');
  expect(problems).toEqual([]);
});

test('it is not for users', async () => {
  await pages.addUser('wangfang');
  const other = await pages.windowOf('wangfang', '/myDoc');
  await other.page.goto('/platformHealth');
  await other.page
    .getByText(/没有.*权限|无权/)
    .first()
    .waitFor();
  await other.context.close();
});
