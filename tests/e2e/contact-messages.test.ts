import { beforeAll, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { newVisitor, phone, signInAt, takePicture } from '../support/browser/browser.js';

const password = 'A-password-1';
const text = '磁盘满了，任务无法写入结果。\n请帮忙清理。';
const { platform, browser } = await consoleSuite();
let manager: Page;
let user: Page;

beforeAll(async () => {
  const client = await platform.signIn();
  const { result: roles } = await client.expectOk(endpoints.roles.list, {});
  await client.expectOk(endpoints.users.add, {
    userName: 'second',
    password: await client.encrypt(password),
    realName: '李四',
    roleId: roles.find(({ isSystemAdministrator }) => !isSystemAdministrator)!.id,
  });
  manager = (await newVisitor(browser, platform)).page;
  user = (await newVisitor(browser, platform, phone)).page;
  await signInAt(manager, '/contactPage');
  await signInAt(user, '/contactPage', { loginName: 'second', password });
});

test("a message of a user's phone comes to the administrator's window, and is handled there", async () => {
  await manager.getByText('没有待处理的留言').waitFor();
  const field = user.getByLabel('留言内容');
  await field.fill('draft');
  await user.getByRole('button', { name: '重置' }).click();
  expect(await field.inputValue()).toBe('');
  await field.fill(text);
  await takePicture(user, 'contact-messages-phone');
  await user.getByRole('button', { name: '提交' }).click();
  await user.getByText('操作成功').first().waitFor();
  expect(await field.inputValue()).toBe('');
  expect(await user.getByRole('region', { name: '用户留言' }).count()).toBe(0);
  expect(await user.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  );
  const list = manager.getByRole('region', { name: '用户留言' });
  await list.getByText('磁盘满了').waitFor();
  await list.getByText('李四 (second)').waitFor();
  await list.getByText('待处理 1').waitFor();
  await takePicture(manager, 'contact-messages');
  await list.getByRole('button', { name: '将 李四 的留言标为已处理' }).click();
  await list.getByText('没有待处理的留言').waitFor();
  await list.getByText('全部').click();
  await list.getByText('处理人：').waitFor();
});
