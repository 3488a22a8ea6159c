import { beforeAll, expect, test } from '@jest/globals';
import { endpoints, shareTypes, type ProjectRow } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { atRest, desktop, phone, takePicture, type Visitor } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { entryOf } from '../support/browser/page-parts.js';
import {
  addProject,
  ProjectPeople,
  putInProject,
  type Person,
} from '../support/browser/project-people.js';
import { putInHome } from '../support/features/put-in-home.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
const file = '/结构/图纸.txt';
let project: ProjectRow;
let owner: Person;
let member: Person;
let atOwner: Visitor;
let atMember: Visitor;

beforeAll(async () => {
  const people = new ProjectPeople(platform);
  owner = await people.add('wang', '王芳');
  member = await people.add('li', '李雷');
  project = await addProject(owner.client, '蛋白质', [member]);
  await putInProject(owner.client, project.id, file, 'ATOM');
  await putInProject(owner.client, project.id, '/结构/内部.txt', 'secret');
  await owner.client.expectOk(endpoints.projectFiles.setPermission, {
    projectId: project.id,
    file: '/结构/内部.txt',
    permissionChanges: { groupView: false },
  });
  await member.client.expectOk(endpoints.notifications.readAll, {});
  [atOwner, atMember] = await Promise.all([
    people.open(owner, browser, `/managementProjectDetail?id=${project.id}`),
    people.open(member, browser, `/joinProjectDetail?id=${project.id}`),
  ]);
}, 180_000);

/** Pictures of a page in both widths, for people. */
async function picture(page: Page, shown: Locator, name: string): Promise<void> {
  await shown.scrollIntoViewIfNeeded();
  await takePicture(page, name);
  await page.setViewportSize(phone);
  await shown.scrollIntoViewIfNeeded();
  await takePicture(page, `${name}-phone`);
  await page.setViewportSize(desktop);
}

const details = (page: Page): Locator => page.getByRole('complementary', { name: '详细信息' });
const section = (page: Page): Locator => details(page).getByRole('region', { name: '评论' });

async function write(page: Page, text: string): Promise<void> {
  await section(page).getByRole('textbox', { name: '写评论' }).fill(text);
  await section(page).getByRole('button', { name: '发表' }).click();
}

test('a comment appears live for who looks, and leads there who does not', async () => {
  const show = encodeURIComponent(file);
  await atMember.page.goto(
    `/joinProjectDetail?id=${project.id}&dir=%2F%E7%BB%93%E6%9E%84&show=${show}`,
  );
  await section(atMember.page).getByText('还没有评论。').waitFor();
  await write(atMember.page, '第三页的尺寸对吗？');
  await section(atMember.page).getByText('第三页的尺寸对吗？').waitFor();

  // The owner is told, and led to it; what is told is read by that.
  const { page } = atOwner;
  await page.getByRole('button', { name: '通知（1 条未读）' }).click();
  const notices = await atRest(page.getByRole('dialog', { name: '通知' }));
  await notices.getByText('李雷 评论了「图纸.txt」').click();
  await section(page).getByText('第三页的尺寸对吗？').waitFor();
  await page.getByRole('button', { name: '通知', exact: true }).waitFor();

  await write(page, '对，以第三页为准。\n旧图请不要再用。');
  await section(atMember.page).getByText('对，以第三页为准。').waitFor();
  // Who looks at it has read what the bell says of it.
  await atMember.page.getByRole('button', { name: '通知', exact: true }).waitFor();
  await picture(atMember.page, section(atMember.page).getByRole('list'), 'comments');
});

test('a notice leads to where the entry is by then, and to its comments', async () => {
  const { page } = atOwner;
  await page.goto(`/managementProject?type=1`);
  await member.client.expectOk(endpoints.projectFiles.addComment, {
    projectId: project.id,
    path: file,
    text: '移动前的评论',
  });
  await page.getByRole('button', { name: '通知（1 条未读）' }).waitFor();
  await owner.client.expectOk(endpoints.projectFiles.rename, {
    projectId: project.id,
    name: '/结构',
    newName: '终稿',
  });
  const go = async (): Promise<void> => {
    await page.getByRole('button', { name: /^通知/ }).click();
    const notices = await atRest(page.getByRole('dialog', { name: '通知' }));
    await notices.getByText('李雷 评论了「图纸.txt」').first().click();
  };
  await go();
  await section(page).getByText('移动前的评论').waitFor();
  await entryOf(page, '图纸.txt').waitFor();
  expect(new URL(page.url()).searchParams.get('dir')).toBe('/终稿');
  // The focus is at the head of the comments and not in the field, and both are in view, on a phone too.
  const head = section(page).getByRole('heading', { name: /^评论/ });
  await waitFor('the focus', () => head.evaluate((node) => node === document.activeElement));
  await takePicture(page, 'comments-by-notice');
  await page.getByRole('button', { name: '通知', exact: true }).waitFor();

  await page.setViewportSize(phone);
  await page.goto(`/managementProject?type=1`);
  await go();
  await waitFor('the focus', () => head.evaluate((node) => node === document.activeElement));
  expect(await head.evaluate((node) => node.getBoundingClientRect().bottom)).toBeLessThan(
    phone.height,
  );
  await takePicture(page, 'comments-by-notice-phone');
  await page.setViewportSize(desktop);

  await owner.client.expectOk(endpoints.projectFiles.remove, {
    projectId: project.id,
    paths: [`/终稿/图纸.txt`],
  });
  await page.goto(`/managementProject?type=1`);
  await go();
  await page.getByText('评论所在的文件或文件夹已被删除').waitFor();
  await takePicture(page, 'comments-gone');
  await page.getByRole('link', { name: '返回项目' }).click();
  await entryOf(page, '终稿').waitFor();
  const { result } = await owner.client.expectOk(endpoints.projectFiles.trash, {
    projectId: project.id,
  });
  await owner.client.expectOk(endpoints.projectFiles.restoreFromTrash, {
    projectId: project.id,
    ids: result.data.map(({ id }) => id),
  });
  await owner.client.expectOk(endpoints.projectFiles.rename, {
    projectId: project.id,
    name: '/终稿',
    newName: '结构',
  });
});

test('who sets permissions sees what a member sees', async () => {
  const { page } = atOwner;
  await page.goto(`/authoritySettings?id=${project.id}&file=${encodeURIComponent(file)}`);
  await page.getByRole('button', { name: '以成员身份查看' }).click();
  const drawer = await atRest(page.getByRole('dialog', { name: '以成员身份查看' }));
  await drawer.getByRole('combobox', { name: '选择成员' }).fill('李');
  await page.getByRole('option', { name: '李雷 (li)' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await drawer.getByText('图纸.txt').waitFor();
  expect(await drawer.getByText('内部.txt').count()).toBe(0);
  await picture(page, drawer.getByText('图纸.txt'), 'member-view');
});

test('the details of an own file lead to where it is shared', async () => {
  const { page } = atOwner;
  putInHome(platform, 'wang', '论文/摘要.txt', 'text');
  const { result } = await owner.client.expectOk(endpoints.shares.add, {
    paths: ['/论文'],
    shareType: shareTypes.users,
    users: [{ id: member.id }],
  });
  const [dir, show] = ['/论文', '/论文/摘要.txt'].map(encodeURIComponent);
  await page.goto(`/myDoc?dir=${dir}&show=${show}`);
  const shared = details(page).getByRole('region', { name: '分享情况' });
  await shared.getByText('已在 1 个分享中').waitFor();
  await picture(page, shared.getByRole('link'), 'shared-in');
  await entryOf(page, '摘要.txt').waitFor();
  await shared.getByRole('link').click();
  await page.waitForURL(`**/myShare?share=${result.id}`);
  await page.getByRole('dialog').getByText('李雷').first().waitFor();
  expect([...atOwner.problems, ...atMember.problems]).toEqual([]);
});
