import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { chooseInMenu, fillLogin, newVisitor, takePicture } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { IdentityPages } from '../support/browser/identity-pages.js';

const { platform, browser } = await consoleSuite();
const { password } = IdentityPages;
let pages: IdentityPages;
let page: Page;

beforeAll(async () => {
  pages = await IdentityPages.open(platform, browser, '/userList');
  ({ page } = pages);
});

const rowOf = (text: string): Locator => pages.row(text);

/** Chooses from the menu of a row. */
async function act(userName: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `更多操作：${userName}` }).click();
  await chooseInMenu(page, action);
}

/** Types a date into one of antd's fields. */
async function fillDate(label: string, date: string): Promise<void> {
  await page.getByLabel(label).fill(date);
  await page.getByLabel(label).press('Enter');
}

describe('users', () => {
  test('a user is added, found by a search, and can sign in', async () => {
    await page.getByRole('link', { name: '新增用户' }).click();
    await page.waitForURL('**/userEdit');
    // The list, which stands until the form is drawn, has a field whose label begins so.
    await page.getByLabel('用户名', { exact: true }).fill('lilei');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByLabel('姓名').fill('李雷');
    await page.getByLabel('手机号').fill('13800138000');
    await page.getByLabel('邮箱').fill('lilei@example.com');
    // Who is added without a word about it may what everybody may.
    await page.getByTitle('普通用户').waitFor();
    await page.getByRole('button', { name: '新增', exact: true }).click();
    await page.waitForURL('**/userList');
    await rowOf('lilei').getByText('正常').waitFor();

    await pages.addUser('hanmei');
    await page.getByRole('search').getByRole('textbox').fill('李雷');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/userList?search=*');
    await rowOf('hanmei').waitFor({ state: 'detached' });
    expect(await rowOf('lilei').count()).toBe(1);
    await takePicture(page, 'user-list');
    const other = await pages.windowOf('lilei', '/myDoc');
    await other.context.close();
  });

  test('freezing ends the session at once and says why; activating for a period lets in again', async () => {
    const other = await pages.windowOf('lilei', '/myDoc');
    // A call of the page as it opens that is refused first would say only that the session is over.
    await other.page.waitForLoadState('networkidle');
    await act('lilei', '冻结');
    await page.getByRole('dialog').getByRole('button', { name: '冻结' }).click();
    await other.page.waitForURL('**/login?cbUrl=*');
    await other.page.getByRole('alert').filter({ hasText: /冻结/ }).waitFor();
    await fillLogin(other.page, 'lilei', password);
    await other.page.getByRole('alert').filter({ hasText: /冻结/ }).waitFor();

    await act('lilei', '激活');
    await page.waitForURL('**/userActivation?id=*');
    await page.getByText('用户：李雷 (lilei)').waitFor();
    await fillDate('生效日期', '2026-02-01');
    // Enter takes the date and sends the form.
    await fillDate('失效日期', '2099-12-31');
    await page.waitForURL('**/userList');
    await rowOf('lilei').getByText('2026-02-01 至 2099-12-31').waitFor();
    await fillLogin(other.page, 'lilei', password);
    await other.page.waitForURL('**/myDoc');
    await other.context.close();
  });

  test('another password is set by its own page', async () => {
    await act('lilei', '重置密码');
    await page.getByText('用户：李雷 (lilei)').waitFor();
    await page.getByLabel('新密码', { exact: true }).fill('another-1');
    await page.getByLabel('确认新密码').fill('another-1');
    await page.getByRole('button', { name: '保存' }).click();
    await page.waitForURL('**/userList');
    const other = await newVisitor(browser, platform);
    await other.page.goto('/login');
    await fillLogin(other.page, 'lilei', 'another-1');
    await other.page.waitForURL('**/workPlat?isLogin=true');
    await other.context.close();
    expect(pages.visitor.problems).toEqual([]);
  });
});

describe('one’s own account', () => {
  test('the name is edited in place, another session is ended', async () => {
    await pages.addUser('zhangwei', { email: 'zhangwei@example.com' });
    const one = await pages.windowOf('zhangwei', '/userCenter');
    const two = await pages.windowOf('zhangwei', '/myDoc');
    await one.page.getByText('z***@example.com').waitFor();
    expect(await one.page.getByText('zhangwei@example.com').count()).toBe(0);
    await one.page.getByRole('button', { name: '编辑' }).click();
    await one.page.getByRole('textbox', { name: '姓名' }).fill('张伟');
    await one.page.keyboard.press('Enter');
    await one.page.getByRole('definition').filter({ hasText: '张伟' }).waitFor();

    await one.page.reload();
    await one.page.getByRole('button', { name: /下线 .* 的登录/ }).click();
    await one.page.getByRole('dialog').getByRole('button', { name: '下线' }).click();
    await two.page.waitForURL('**/login?cbUrl=*');
    await takePicture(one.page, 'user-center');
    await Promise.all([one.context.close(), two.context.close()]);
  });

  test('a new password ends everything and leads to the login page, which says so', async () => {
    const one = await pages.windowOf('zhangwei', '/editPassword');
    await one.page.getByLabel('原密码').fill('wrong-one');
    await one.page.getByLabel('新密码', { exact: true }).fill('another-1');
    await one.page.getByLabel('确认新密码').fill('another-1');
    await one.page.keyboard.press('Enter');
    await one.page
      .getByRole('alert')
      .getByText(/原密码/)
      .waitFor();
    await one.page.getByLabel('原密码').fill(password);
    await one.page.keyboard.press('Enter');
    await one.page.waitForURL('**/login');
    await one.page
      .getByRole('alert')
      .getByText(/密码已(修改|更改)/)
      .waitFor();
    await fillLogin(one.page, 'zhangwei', 'another-1');
    await one.page.waitForURL('**/workPlat?isLogin=true');
    await one.context.close();
  });
});

describe('in English', () => {
  test('the same pages speak English', async () => {
    await pages.client.expectOk(endpoints.account.setLanguage, { selected: 'en' });
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.goto('/userList');
    await page.getByRole('link', { name: 'Add user' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Please enter a username').waitFor();
    for (const [path, words] of [
      ['/userList', 'Import'],
      ['/userCenter', 'Signed-in devices'],
      ['/editPassword', 'Confirm new password'],
      ['/editPhone', 'You cannot change your mobile number yourself'],
      ['/editEmail', 'You cannot change your email yourself'],
      ['/roleManagement', 'Add role'],
      ['/authManagement', 'All menus'],
      ['/menuManagement', 'Add menu'],
      ['/editMenu', 'Third-party redirect'],
      ['/logManagement', 'All levels'],
      ['/themeManagement', 'In use'],
    ] as const) {
      await page.goto(path);
      await page.getByText(words).first().waitFor();
      const han = (await page.locator('main').innerText()).match(/\p{Script=Han}+/gu) ?? [];
      // Names that people gave are theirs in every language.
      const given = /^(李雷|张伟|管理员|系统管理员|普通用户|审计员|公告板)$/;
      expect(han.filter((text) => path !== '/menuManagement' && !given.test(text))).toEqual([]);
    }
    expect(pages.visitor.problems).toEqual([]);
  });
});
