import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, shareTypes } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { ApiClient } from '../support/platform/api-client.js';
import {
  atRest,
  fillLogin,
  newVisitor,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { entryOf } from '../support/browser/page-parts.js';
import { putInHome } from '../support/features/put-in-home.js';
import { waitFor } from '../support/wait-for.js';

const password = 'secret-1';

const { platform, browser } = await consoleSuite();
/** Who shares, by calls: her own pages have their own test. */
let ann: ApiClient;
const ids = new Map<string, string>();

beforeAll(async () => {
  const admin = await platform.signIn();
  const { result: roles } = await admin.expectOk(endpoints.roles.list, {});
  for (const userName of ['ann', 'bob', 'carl']) {
    const { result } = await admin.expectOk(endpoints.users.add, {
      userName,
      password: await admin.encrypt(password),
      roleId: roles.find(({ builtIn }) => builtIn === 'users')?.id ?? '',
      mustChangePassword: false,
    });
    ids.set(userName, result.id);
  }
  ann = await clientOf('ann');
  await clientOf('bob');
  putInHome(platform, 'ann', '课题/说明.txt', '你好，Bob');
  putInHome(platform, 'ann', '课题/数据/一.csv', 'a,b\n1,2\n');
  putInHome(platform, 'ann', '单个.txt', 'alone');
  putInHome(platform, 'ann', '作业/已交.txt', 'secret');
});

/** A user's client, whose home is made by the first look at it. */
async function clientOf(userName: string): Promise<ApiClient> {
  const client = new ApiClient(platform.url);
  await client.signIn(userName, password);
  await client.expectOk(endpoints.disk.list, {});
  return client;
}

/** A user's own browser, at the login page that leads to `path`. */
async function openAs(userName: string, path: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, platform);
  await visitor.page.goto(`/login?cbUrl=${encodeURIComponent(path)}`);
  await fillLogin(visitor.page, userName, password);
  await visitor.page.waitForURL((url) => url.pathname + url.search === path);
  return visitor;
}

/** ann shares a path of hers with bob. */
async function shareWithBob(path: string, isDropBox = false): Promise<string> {
  const { result } = await ann.expectOk(endpoints.shares.add, {
    patahs: [path],
    shareType: shareTypes.users,
    users: [{ id: ids.get('bob') ?? '' }],
    isDropBox,
  });
  return result.id;
}

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const homeOf = (userName: string, path: string): string =>
  join(platform.dataDir, 'files/home', userName, path);

describe('a share to a user', () => {
  let bob: Visitor;
  let shareId: string;

  test('stands in the open list and in the bell as soon as it is made', async () => {
    bob = await openAs('bob', '/receiveShare');
    const { page } = bob;
    await page.getByText('还没有收到分享').waitFor();
    shareId = await shareWithBob('/课题');
    await rowOf(page, '课题').getByText('ann').waitFor();
    await rowOf(page, '课题').getByText('有效', { exact: true }).waitFor();
    await page.getByRole('button', { name: '通知（1 条未读）' }).click();
    const notices = page.getByRole('dialog', { name: '通知' });
    await notices.getByText('ann 向您分享了「课题」').click();
    await page.waitForURL(`**/receiveShare?share=${shareId}`);
    await entryOf(page, '课题').waitFor();
  });

  test('is browsed, previewed and downloaded', async () => {
    const { page } = bob;
    await entryOf(page, '课题').dblclick();
    await entryOf(page, '说明.txt').waitFor();
    await takePicture(page, 'received-share');
    await entryOf(page, '说明.txt').dblclick();
    await page.getByRole('dialog').getByText('你好，Bob').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await entryOf(page, '说明.txt').click();
    const coming = page.waitForEvent('download');
    await page.getByRole('toolbar').getByRole('button', { name: '下载', exact: true }).click();
    expect(readFileSync(await (await coming).path(), 'utf8')).toBe('你好，Bob');
    // A deep link, and back.
    await entryOf(page, '数据').dblclick();
    await entryOf(page, '一.csv').waitFor();
    await page.reload();
    await entryOf(page, '一.csv').waitFor();
    await page.goBack();
    await entryOf(page, '说明.txt').waitFor();
  });

  test('is saved to the own disk, which leads to it', async () => {
    const { page } = bob;
    await entryOf(page, '数据').click();
    await page.getByRole('button', { name: '保存到我的文件', exact: true }).click();
    const picker = await atRest(page.getByRole('dialog'));
    await picker.getByRole('button', { name: '保存到此处' }).click();
    await page.getByRole('button', { name: '打开文件夹' }).click();
    await page.waitForURL('**/myDoc');
    await entryOf(page, '数据').waitFor();
    expect(readFileSync(homeOf('bob', '数据/一.csv'), 'utf8')).toBe('a,b\n1,2\n');
    await page.goBack();
    await entryOf(page, '说明.txt').waitFor();
    // Once more the name is taken.
    await entryOf(page, '数据').click();
    await page.getByRole('button', { name: '保存到我的文件', exact: true }).click();
    await (
      await atRest(page.getByRole('dialog'))
    )
      .getByRole('button', { name: '保存到此处' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: '保留两者' }).click();
    await waitFor('the second copy', () =>
      readdirSync(homeOf('bob', '')).some(
        (name) => name !== '数据' && existsSync(homeOf('bob', `${name}/一.csv`)),
      ),
    );
  });

  test('shows what its owner adds while it is open', async () => {
    const { page } = bob;
    await ann.expectOk(endpoints.disk.mkdir, { path: '/课题/新来的' });
    await entryOf(page, '新来的').waitFor();
  });

  test('says that it is over when its owner deletes it', async () => {
    const { page, problems, context } = bob;
    await ann.expectOk(endpoints.shares.remove, { id: shareId });
    await page.getByText('此分享已不可用').waitFor();
    await takePicture(page, 'received-share-gone');
    await page.getByRole('link', { name: '返回收到的分享' }).click();
    await page.getByText('还没有收到分享').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a drop box', () => {
  test('takes files of which only its owner sees something', async () => {
    const shareId = await shareWithBob('/作业', true);
    const { page, context, problems } = await openAs('bob', `/receiveShare?share=${shareId}`);
    await page.getByText('将文件拖到这里，添加到「作业」').waitFor();
    expect(await page.getByText('已交.txt').count()).toBe(0);
    const file = (text: string) => ({
      name: '已交.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    await page.getByTestId('upload-files').setInputFiles(file('of bob'));
    const added = page.getByRole('region', { name: '本窗口已添加' });
    await added.getByText('已添加', { exact: true }).waitFor();
    await takePicture(page, 'received-drop-box');
    // What was there under that name stays what it was, and is not told of.
    expect(readFileSync(homeOf('ann', '作业/已交.txt'), 'utf8')).toBe('secret');
    const { result } = await ann.expectOk(endpoints.disk.list, { path: '/作业' });
    expect(result).toHaveLength(2);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a link', () => {
  test('leads through the login to its download and its share, and leaves no code behind', async () => {
    const { result: share } = await ann.expectOk(endpoints.shares.add, {
      patahs: ['/单个.txt'],
      shareType: shareTypes.link,
      expirationTime: Date.now() + 7 * 24 * 60 * 60_000,
    });
    const code = share.verification ?? '';
    const { page, context } = await newVisitor(browser, platform);
    const redeemed: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/share/download/')) {
        redeemed.push(request.url());
      }
    });
    await page.goto(`/receiveShare?id=${share.id}&verification=${code}`);
    await page.waitForURL('**/login?cbUrl=*');
    const coming = page.waitForEvent('download');
    await fillLogin(page, 'carl', password);
    const question = page.getByRole('dialog', { name: '打开此分享链接？' });
    await question.waitFor();
    expect(redeemed).toEqual([]);
    await question.getByRole('button', { name: /打.?开/ }).click();
    expect(readFileSync(await (await coming).path(), 'utf8')).toBe('alone');
    await page.waitForURL(`**/receiveShare?share=${share.id}`);
    await entryOf(page, '单个.txt').waitFor();
    expect(redeemed).toHaveLength(1);
    // Neither a reload nor the way back redeems once more.
    await page.reload();
    await entryOf(page, '单个.txt').waitFor();
    await page.getByRole('link', { name: '收到的分享' }).first().click();
    await rowOf(page, '单个.txt').getByText('链接', { exact: true }).waitFor();
    await page.goBack();
    await entryOf(page, '单个.txt').waitFor();
    expect(redeemed).toHaveLength(1);
    await context.close();
  });
});
