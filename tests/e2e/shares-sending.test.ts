import { endpoints, shareTypes } from '@clusterdesk/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { ApiClient } from '../support/platform/api-client.js';
import { atRest, chooseInMenu, phone, takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { waitFor } from '../support/wait-for.js';

const password = 'Share-secret-1';
const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;
/** Who gets what is shared. */
let receiver: ApiClient;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, [
    '分享/报告.txt',
    '分享/数据.csv',
    '分享/收件/',
    '分享/消失.txt',
  ]);
  ({ page } = files);
  await files.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const admin = await platform.signIn();
  const { result: roles } = await admin.expectOk(endpoints.roles.list, {});
  await admin.expectOk(endpoints.users.add, {
    userName: 'receiver',
    realName: '韩梅梅',
    password: await admin.encrypt(password),
    roleId: roles.find(({ builtIn }) => builtIn === 'users')?.id ?? '',
    mustChangePassword: false,
  });
  receiver = new ApiClient(platform.url);
  await receiver.signIn('receiver', password);
});

const row = (name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

/** Chooses entries of the folder and opens the page that shares them. */
async function openSetup(...names: string[]): Promise<void> {
  await files.goto('/分享');
  for (const name of names) {
    await files.entry(name).click({ modifiers: ['Control'] });
  }
  await files.tool('分享');
  await page.waitForURL('**/patfromShare?row=*');
}

async function chooseReceiver(): Promise<void> {
  await page.getByRole('button', { name: '选择用户' }).click();
  const dialog = await atRest(page.getByRole('dialog'));
  await dialog.getByText('receiver', { exact: true }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: '移除用户 receiver' }).waitFor();
}

async function act(name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `更多操作：${name}` }).click();
  await chooseInMenu(page, action);
}

/** What the receiver's list of received shares holds, by the names of what is shared. */
async function received(): Promise<string[]> {
  const { result } = await receiver.expectOk(endpoints.shares.list, { isMe: '2' });
  return result.map(({ fileVos }) => fileVos[0]?.localPath ?? '');
}

describe('sharing', () => {
  test('with users, who have it then', async () => {
    await openSetup('报告.txt');
    await page.getByRole('region', { name: '将分享 1 项' }).getByText('报告.txt').waitFor();
    await chooseReceiver();
    await takePicture(page, 'share-users');
    await page.getByRole('button', { name: '分享', exact: true }).click();
    await page.getByRole('heading', { name: '已分享给 1 名用户' }).waitFor();
    expect(await received()).toEqual(['报告.txt']);
    await page.getByRole('link', { name: '查看我的分享' }).click();
    await row('报告.txt').getByText('1 人：韩梅梅 (receiver)').waitFor();
    await row('报告.txt').getByText('有效', { exact: true }).waitFor();
  });

  test('with one user in two clicks and a name typed; who had something last comes first', async () => {
    await openSetup('数据.csv');
    // Nothing is clicked: the field has the focus.
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('韩梅');
    await page.locator('.ant-select-item-option-active').getByText('韩梅梅 (receiver)').waitFor();
    await page.getByText('最近分享', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '移除用户 receiver' }).waitFor();
    await page.getByRole('button', { name: '分享', exact: true }).click();
    await page.getByRole('heading', { name: '已分享给 1 名用户' }).waitFor();
    const admin = await platform.signIn();
    const { result } = await admin.expectOk(endpoints.shares.list, { isMe: '1' });
    await admin.expectOk(endpoints.shares.remove, { id: result[0]?.id ?? '' });
  });

  test('by a link with an own code; link and code are copied as one text', async () => {
    await openSetup('报告.txt', '数据.csv');
    await page.getByRole('tab', { name: '链接' }).click();
    await page.getByRole('radio', { name: '7 天' }).check();
    await page.getByLabel('提取码').fill('Code12');
    await page.getByLabel('下载次数上限').fill('5');
    await page.getByRole('button', { name: '创建链接' }).click();
    await page.getByRole('heading', { name: '链接已创建' }).waitFor();
    await takePicture(page, 'share-link');
    await page.getByRole('button', { name: /^复制链接和提取码/ }).click();
    await page.getByText('已复制').waitFor({ state: 'attached' });
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const [head, link, code, until] = text.split('\n');
    expect(head).toMatch(/^分享：(报告\.txt|数据\.csv) 及另外 1 项$/);
    expect(link).toMatch(
      new RegExp(`^链接：${platform.url}/receiveShare\\?id=[\\w-]{22}&verification=code12$`, 'i'),
    );
    expect(code).toMatch(/^提取码：code12$/i);
    expect(until).toMatch(/^有效期至：\d{4}-\d\d-\d\d/);
  });

  test('a folder as a drop box', async () => {
    await openSetup('收件');
    await page.getByRole('switch', { name: '收集文件夹' }).click();
    await chooseReceiver();
    await page.getByRole('button', { name: '分享', exact: true }).click();
    await page.getByRole('heading', { name: '已分享给 1 名用户' }).waitFor();
    await page.getByRole('link', { name: '查看我的分享' }).click();
    await row('收件').getByText('收集文件夹').waitFor();
  });
});

describe('my shares', () => {
  /** Makes a link by a call and gives its id; the page is told. */
  async function addLink(path: string): Promise<{ id: string; verification: string }> {
    const admin = await platform.signIn();
    const { result } = await admin.expectOk(endpoints.shares.add, {
      patahs: [path],
      shareType: shareTypes.link,
      expirationTime: Date.now() + 7 * 24 * 60 * 60_000,
    });
    return { id: result.id, verification: result.verification ?? '' };
  }

  test('shows live who has come by the link, and what they did', async () => {
    await page.goto('/myShare');
    await row('收件').waitFor();
    const { id, verification } = await addLink('/分享/消失.txt');
    await row('消失.txt').getByText(verification).waitFor();
    await row('消失.txt').getByText('暂无').first().waitFor();
    await receiver.expectOk(endpoints.shares.redeem, { id, password: verification });
    await row('消失.txt').getByText('1 人：韩梅梅 (receiver)').waitFor();
    await page.getByRole('button', { name: '消失.txt', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: '分享「消失.txt」' });
    await drawer.getByText('还没有人访问').or(drawer.getByText('打开了分享')).first().waitFor();
    await receiver.expectOk(endpoints.shares.getPreviewPath, { id, path: '/消失.txt' });
    await drawer.getByText('预览了').waitFor();
    await takePicture(page, 'share-history');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
  });

  test('says when what is shared is gone, and when it is back', async () => {
    const admin = await platform.signIn();
    await admin.expectOk(endpoints.disk.remove, { paths: ['/分享/消失.txt'] });
    await row('消失.txt').getByText('内容不存在').waitFor();
    const { result: trash } = await admin.expectOk(endpoints.trash.list, {});
    await admin.expectOk(endpoints.trash.restore, { ids: trash.data.map(({ id }) => id) });
    await row('消失.txt').getByText('有效', { exact: true }).waitFor();
    await takePicture(page, 'my-shares');
  });

  test('gives the focus back to the menu of a row when what it opened is closed', async () => {
    const more = page.getByRole('button', { name: '更多操作：消失.txt' });
    for (const action of ['延长有效期', '详情与访问记录']) {
      await act('消失.txt', action);
      const dialog = page.getByRole('dialog');
      // Until the menu is gone and the dialog has the focus, Escape is not the dialog's.
      await page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').waitFor({ state: 'detached' });
      await waitFor('the dialog to have the focus', () =>
        page.evaluate(() => document.activeElement?.closest('.ant-modal, .ant-drawer') !== null),
      );
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await waitFor('the focus to be back', () =>
        more.evaluate((button) => button === document.activeElement),
      );
    }
  });

  test('ends one, then several: the receivers have them no longer', async () => {
    await act('消失.txt', '删除分享');
    await files.confirm('删除');
    await row('消失.txt').waitFor({ state: 'detached' });
    expect((await received()).sort()).toEqual(['报告.txt', '收件'].sort());
    await page.getByRole('checkbox', { name: '全选' }).click();
    await page.getByText('已选 3 个').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog', { name: '删除所选的 3 个分享？' }).waitFor();
    await files.confirm('删除');
    await page.getByText('还没有分享').waitFor();
    expect(await received()).toEqual([]);
    expect(files.visitor.problems).toEqual([]);
  });

  test('are cards on a phone, with all they say in sight', async () => {
    await addLink('/分享/数据.csv');
    const small = await FilesPage.open(browser, platform, [], phone);
    await small.page.goto('/myShare');
    await small.page.getByText('数据.csv', { exact: true }).waitFor();
    await takePicture(small.page, 'my-shares-phone');
    const width = await small.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(phone.width);
    expect(small.visitor.problems).toEqual([]);
    await small.visitor.context.close();
  });
});
