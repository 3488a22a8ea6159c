import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { fillLogin, newVisitor, phone, signInAt, takePicture } from '../support/browser/browser.js';

const password = 'secret-1';

const { platform, browser } = await consoleSuite();
let client: ApiClient;

beforeAll(async () => {
  client = await platform.signIn();
});

/** A user of the role *user*, made by a call. */
async function addUser(userName: string, mustChangePassword = false): Promise<string> {
  const { result: roles } = await client.expectOk(endpoints.roles.list, {});
  const { result } = await client.expectOk(endpoints.users.add, {
    userName,
    password: await client.encrypt(password),
    roleId: roles.find(({ builtIn }) => builtIn === 'users')?.id ?? '',
    mustChangePassword,
  });
  return result.id;
}

describe('a password that an administrator set', () => {
  test('is changed before anything else, and the way goes on from there', async () => {
    await addUser('newcomer', true);
    const { context, page, problems } = await newVisitor(browser, platform);
    await page.goto('/login?cbUrl=%2FuserCenter');
    await page.evaluate(() => {
      const root = document.getElementById('root')!;
      new MutationObserver(() => {
        if (!root.textContent && !root.querySelector('[aria-busy]')) {
          Object.assign(window, { wasEmpty: true });
        }
      }).observe(root, { childList: true, subtree: true });
    });
    await fillLogin(page, 'newcomer', password);
    await page.waitForURL('**/editPassword?cbUrl=%2FuserCenter');
    await page.getByLabel('原密码').fill(password);
    // The login page stays until this one can be drawn.
    expect(await page.evaluate(() => 'wasEmpty' in window)).toBe(false);
    await takePicture(page, 'password-first');
    // No other page is to be had.
    await page.goto('/myDoc');
    await page.waitForURL('**/editPassword?cbUrl=%2FmyDoc');
    await page.getByLabel('原密码').fill(password);
    await page.getByLabel('新密码', { exact: true }).fill('own-secret-2');
    await page.getByLabel('确认新密码').fill('own-secret-2');
    await page.getByRole('button', { name: '保存' }).click();
    await page.waitForURL('**/login?cbUrl=%2FmyDoc');
    await fillLogin(page, 'newcomer', 'own-secret-2');
    await page.waitForURL('**/myDoc');
    await page.getByRole('navigation').first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('is asked for in an open window, too', async () => {
    const id = await addUser('oldtimer');
    const { context, page } = await newVisitor(browser, platform);
    await page.goto('/login?cbUrl=%2FmyDoc');
    await fillLogin(page, 'oldtimer', password);
    await page.waitForURL('**/myDoc');
    await page.getByRole('navigation').first().waitFor();
    await client.expectOk(endpoints.users.edit, { id, mustChangePassword: true });
    await page.waitForURL('**/editPassword?cbUrl=%2FmyDoc');
    await page.getByRole('button', { name: '安全退出' }).click();
    await page.waitForURL('**/login');
    await context.close();
  });
});

describe('one user', () => {
  test('has a page where everything is changed, and only what was changed is sent', async () => {
    const id = await addUser('hanmei');
    const { context, page, problems } = await newVisitor(browser, platform);
    await signInAt(page, '/userList');
    await page.getByRole('link', { name: 'hanmei', exact: true }).click();
    await page.waitForURL('**/userEdit?id=*');
    await page.getByRole('heading', { name: 'hanmei' }).waitFor();
    await page.getByText('目前没有登录').waitFor();
    await takePicture(page, 'user-page');

    await page.getByLabel('姓名').fill('韩梅梅');
    await page.getByRole('button', { name: '3 年', exact: true }).click();
    // A colleague changes something else meanwhile.
    await client.expectOk(endpoints.users.edit, { id, companyName: '物理所' });
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存').waitFor();
    const { result: after } = await client.expectOk(endpoints.users.get, { id });
    expect([after.realName, after.companyName]).toEqual(['韩梅梅', '物理所']);
    expect(after.expiredDate).toMatch(/23:59:59$/);

    await page.getByRole('button', { name: '长期有效' }).click();
    // The answer to the second saving: page and toast look as after the first.
    const saved = page.waitForResponse((response) => response.url().endsWith('/user/info/edit'));
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await saved;
    await page.getByRole('heading', { name: '韩梅梅 (hanmei)' }).waitFor();
    const { result: lifted } = await client.expectOk(endpoints.users.get, { id });
    expect(lifted.expiredDate).toBeNull();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('loses the sessions that an administrator ends, and gets a made password to change', async () => {
    const id = await addUser('lucy');
    const other = await newVisitor(browser, platform);
    await other.page.goto('/login?cbUrl=%2FmyDoc');
    await fillLogin(other.page, 'lucy', password);
    await other.page.waitForURL('**/myDoc');
    const { context, page } = await newVisitor(browser, platform);
    await signInAt(page, `/userEdit?id=${id}`);
    await page.getByRole('button', { name: /下线 .* 的登录/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: '下线' }).click();
    await other.page.waitForURL('**/login?cbUrl=*');

    await page.getByRole('link', { name: '重置密码' }).click();
    await page.getByRole('button', { name: '生成密码' }).click();
    const made = await page.locator('code').innerText();
    expect(await page.getByRole('checkbox', { name: '首次登录须修改密码' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: '保存' }).click();
    await page.waitForURL('**/userEdit?id=*');
    await fillLogin(other.page, 'lucy', made);
    await other.page.waitForURL('**/editPassword?cbUrl=%2FmyDoc');
    await Promise.all([context.close(), other.context.close()]);
  });
});

describe('several users', () => {
  const check = (page: Page, name: string): Promise<void> =>
    page.getByRole('checkbox', { name: `选择 ${name}` }).check();

  test('are changed together, and who is refused is told with the reason', async () => {
    await Promise.all([addUser('bulk-a'), addUser('bulk-b')]);
    const { context, page, problems } = await newVisitor(browser, platform);
    await signInAt(page, '/userList');
    await page.getByRole('button', { name: '用户名' }).click();
    await page.waitForURL('**/userList?sort=userName&order=asc');
    await check(page, 'bulk-a');
    await check(page, 'bulk-b');
    await check(page, 'admin');
    await page.getByText('已选 3 人').waitFor();
    await takePicture(page, 'user-bulk');
    await page.getByRole('toolbar').getByRole('button', { name: '冻结' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '冻结' }).click();
    await page.getByText('2 名用户已处理').waitFor();
    const refused = page.getByRole('dialog').filter({ hasText: '1 名用户未能处理' });
    await refused.getByText('admin').waitFor();
    await refused.getByRole('button', { name: '知道了' }).click();
    await page.getByText('已选 1 人').waitFor();
    await page.getByRole('button', { name: '取消选择' }).click();

    await page.getByRole('combobox', { name: '状态' }).click();
    await page.locator('.ant-select-item').filter({ hasText: '已冻结' }).click();
    await page.waitForURL('**/userList?state=frozen*');
    await page.getByRole('row').filter({ hasText: 'admin' }).waitFor({ state: 'detached' });
    await check(page, 'bulk-a');
    await check(page, 'bulk-b');
    await page.getByRole('toolbar').getByRole('button', { name: '激活' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('生效日期').fill('2026-01-01');
    await dialog.getByLabel('生效日期').press('Enter');
    await dialog.getByRole('button', { name: '长期有效' }).click();
    await dialog.getByRole('button', { name: '激活' }).click();
    await page.getByText('没有符合条件的用户').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('and one of them, are in reach of a thumb', async () => {
    const { context, page } = await newVisitor(browser, platform, phone);
    await signInAt(page, '/userList');
    await page.getByRole('link', { name: 'hanmei', exact: true }).waitFor();
    await takePicture(page, 'user-list-390');
    await page.getByRole('link', { name: 'hanmei', exact: true }).click();
    await page.getByRole('heading', { name: /hanmei/ }).waitFor();
    await takePicture(page, 'user-page-390');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await context.close();
  });
});
