import { beforeAll, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { newVisitor, phone, signInAt, takePicture } from '../support/browser/browser.js';
import { ApiClient } from '../support/platform/api-client.js';
import { entryOf, toolOf } from '../support/browser/page-parts.js';

const password = 'A-password-1';
const { platform, browser } = await consoleSuite();
let manager: Page;
let user: Page;

beforeAll(async () => {
  const client = await platform.signIn();
  const { result: roles } = await client.expectOk(endpoints.roles.list, {});
  await client.expectOk(endpoints.users.add, {
    userName: 'second',
    password: await client.encrypt(password),
    realName: null,
    roleId: roles.find(({ isSystemAdministrator }) => !isSystemAdministrator)!.id,
  });
  const second = new ApiClient(platform.url);
  await second.signIn('second', password);
  await second.expectOk(endpoints.disk.mkdir, { path: '/folder' });
  manager = (await newVisitor(browser, platform)).page;
  user = (await newVisitor(browser, platform)).page;
  await signInAt(manager, '/systemeManagement');
  await signInAt(user, '/myDoc', { loginName: 'second', password });
});

const list = (name: string) => manager.getByRole('region', { name, exact: true });

/** Moves a user from one list to the other. */
async function move(from: string, button: RegExp): Promise<void> {
  await list(from).getByText('second', { exact: true }).click();
  await list(from).getByRole('button', { name: button }).click();
}

async function save(): Promise<void> {
  await manager.getByRole('button', { name: '保存' }).click();
  await manager.getByText('保存成功！').first().waitFor();
}

test("the buttons of another user's window come and go as the administrator saves", async () => {
  await entryOf(user, 'folder').click();
  await toolOf(user, '下载').waitFor();
  await move('可以下载', /禁止/);
  await manager.getByText('1 名用户不可下载').waitFor();
  await takePicture(manager, 'download-permission');
  await save();
  await toolOf(user, '下载').waitFor({ state: 'detached' });
  await toolOf(user, '重命名').waitFor();
  // Off, nobody may but those of the other list, which has nobody yet.
  await manager.getByRole('switch', { name: '允许下载' }).click();
  await manager.getByText('除此处所选用户外，任何人都不可下载。').waitFor();
  await manager.getByRole('button', { name: '保存' }).click();
  await manager.getByText('请至少选择一名用户').waitFor();
  await move('不可下载', /允许/);
  await save();
  await toolOf(user, '下载').waitFor();
});

test('on a phone the lists stand below each other', async () => {
  const { page, context } = await newVisitor(browser, platform, phone);
  await signInAt(page, '/systemeManagement');
  const [others, chosen] = await Promise.all(
    ['不可下载', '可以下载'].map(async (name) => {
      const region = page.getByRole('region', { name, exact: true });
      await region.waitFor();
      return region.boundingBox();
    }),
  );
  expect(chosen!.y).toBeGreaterThan(others!.y + others!.height - 1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  );
  await takePicture(page, 'download-permission-phone');
  await context.close();
});

test('everyone may download again, whoever was excepted', async () => {
  await manager.getByRole('switch', { name: '允许下载' }).click();
  await manager.getByText('1 名用户不可下载').waitFor();
  await save();
  await toolOf(user, '下载').waitFor({ state: 'detached' });
  await manager.getByRole('button', { name: '允许所有人下载' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await toolOf(user, '下载').waitFor();
  await manager.getByText('0 名用户不可下载').waitFor();
  expect(await manager.getByRole('button', { name: '允许所有人下载' }).count()).toBe(0);
});
