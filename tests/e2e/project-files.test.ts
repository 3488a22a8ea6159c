import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
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
import { entryOf, toolOf } from '../support/browser/page-parts.js';
import { putInHome } from '../support/features/put-in-home.js';
import { waitFor } from '../support/wait-for.js';

const password = 'secret-1';

const { platform, browser } = await consoleSuite();
/** Owns the project; bob is a member. */
let ann: Visitor;
let bob: Visitor;
let annsClient: ApiClient;
let bobId = '';
let projectId = '';

/** A user's client, whose home is made by the first look at it. */
async function clientOf(userName: string): Promise<ApiClient> {
  const client = new ApiClient(platform.url);
  await client.signIn(userName, password);
  await client.expectOk(endpoints.disk.list, {});
  return client;
}

async function openAs(userName: string, path: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, platform);
  await visitor.page.goto(`/login?cbUrl=${encodeURIComponent(path)}`);
  await fillLogin(visitor.page, userName, password);
  return visitor;
}

const inProject = (path: string): string =>
  join(platform.dataDir, 'files/projects', projectId, path);

const note = (page: Page): Locator => page.getByRole('status').filter({ hasText: '您' });

beforeAll(async () => {
  const admin = await platform.signIn();
  const { result: roles } = await admin.expectOk(endpoints.roles.list, {});
  for (const userName of ['ann', 'bob']) {
    const { result } = await admin.expectOk(endpoints.users.add, {
      userName,
      password: await admin.encrypt(password),
      roleId: roles.find(({ builtIn }) => builtIn === 'users')?.id ?? '',
      mustChangePassword: false,
    });
    bobId = result.id;
  }
  annsClient = await clientOf('ann');
  await clientOf('bob');
  putInHome(platform, 'bob', '实验/一.csv', 'a,b\n1,2\n');
  putInHome(platform, 'bob', '笔记.txt', 'bob');
  const { result: project } = await annsClient.expectOk(endpoints.projects.add, {
    projectName: '课题一',
  });
  projectId = project.id;
  await annsClient.expectOk(endpoints.projects.addUsers, { projectId, userId: bobId });
  await annsClient.expectOk(endpoints.projectFiles.mkdir, { projectId, path: '/数据' });
  for (const [path, text] of [
    ['/数据/结果.csv', 'x,y\n'],
    ['/方案.txt', 'plan'],
  ] as const) {
    mkdirSync(dirname(inProject(path)), { recursive: true });
    writeFileSync(inProject(path), text);
  }
  ann = await openAs('ann', `/managementProjectDetail?id=${projectId}`);
  bob = await openAs('bob', `/managementProjectDetail?id=${projectId}`);
});

describe('the files of a project', () => {
  test('show each user the way of his role, what he may do, and why no more', async () => {
    // The entrance of projects that one manages leads a member to that of joined ones.
    await bob.page.waitForURL(`**/joinProjectDetail?id=${projectId}`);
    await entryOf(bob.page, '方案.txt').click();
    await toolOf(bob.page, '申请下载').waitFor();
    expect(await toolOf(bob.page, '重命名').count()).toBe(0);
    await note(bob.page).getByText('下载需要审批').waitFor();
    await note(bob.page).getByText('可联系项目管理员 ann').waitFor();
    await entryOf(ann.page, '方案.txt').click();
    await toolOf(ann.page, '下载').waitFor();
    await toolOf(ann.page, '重命名').waitFor();
    await takePicture(bob.page, 'project-files-member');
    await takePicture(ann.page, 'project-files-owner');
  });

  test('are those of others as they change, in the folder that both look at', async () => {
    for (const { page } of [ann, bob]) {
      await entryOf(page, '数据').dblclick();
      await entryOf(page, '结果.csv').waitFor();
    }
    await annsClient.expectOk(endpoints.projectFiles.mkdir, { projectId, path: '/数据/新的' });
    await entryOf(bob.page, '新的').waitFor();
    await bob.page.getByTestId('upload-files').setInputFiles({
      name: '来自bob.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('hello'),
    });
    await entryOf(ann.page, '来自bob.txt').waitFor();
    expect(readFileSync(inProject('数据/来自bob.txt'), 'utf8')).toBe('hello');
    // What he has uploaded he may rename and delete.
    await entryOf(bob.page, '来自bob.txt').click();
    await toolOf(bob.page, '重命名').click();
    await bob.page.getByRole('textbox', { name: '新名称' }).fill('改名.txt');
    await bob.page.keyboard.press('Enter');
    await entryOf(ann.page, '改名.txt').waitFor();
    await toolOf(bob.page, '删除').click();
    // Only managers reach the trash: he has no way back, and is asked.
    const question = await atRest(bob.page.getByRole('dialog'));
    await question.getByRole('button', { name: '确定' }).click();
    await entryOf(ann.page, '改名.txt').waitFor({ state: 'detached' });
  });

  test('come from the own disk, by import and from My files', async () => {
    const { page } = bob;
    await toolOf(page, '从我的文件导入').click();
    const picker = await atRest(page.getByRole('dialog'));
    await picker.getByRole('button', { name: '实验' }).click();
    await picker.getByRole('button', { name: '导入此文件夹' }).click();
    await entryOf(page, '实验').waitFor();
    await entryOf(ann.page, '实验').waitFor();
    await waitFor(
      'the imported file',
      () => readFileSync(inProject('数据/实验/一.csv'), 'utf8') === 'a,b\n1,2\n',
    );
    // Once more the name is taken.
    await toolOf(page, '从我的文件导入').click();
    const again = await atRest(page.getByRole('dialog'));
    await again.getByRole('button', { name: '实验' }).click();
    await again.getByRole('button', { name: '导入此文件夹' }).click();
    const conflict = await atRest(page.getByRole('dialog').filter({ hasText: '保留两者' }));
    await conflict.getByRole('button', { name: '保留两者' }).click();
    await entryOf(ann.page, '实验 (1)').or(entryOf(ann.page, '实验(1)')).first().waitFor();

    await page.goto('/myDoc');
    await entryOf(page, '笔记.txt').click();
    await toolOf(page, '保存到项目').click();
    const projects = await atRest(page.getByRole('dialog'));
    await projects.getByRole('radio', { name: '课题一' }).click();
    await takePicture(page, 'save-to-project');
    await projects.getByRole('button', { name: '选择文件夹' }).click();
    const folders = await atRest(page.getByRole('dialog').filter({ hasText: '保存到此处' }));
    await folders.getByRole('button', { name: '数据' }).click();
    await folders.getByRole('button', { name: '保存到此处' }).click();
    await entryOf(ann.page, '笔记.txt').waitFor();
    expect(readFileSync(inProject('数据/笔记.txt'), 'utf8')).toBe('bob');
  });

  test('are applied for where a download is refused', async () => {
    const { page } = bob;
    await page.goto(`/joinProjectDetail?id=${projectId}`);
    // A file that may not be had cannot be looked at either: opening it asks for it.
    await entryOf(page, '方案.txt').dblclick();
    const dialog = await atRest(page.getByRole('dialog'));
    await dialog.getByRole('textbox').fill('写论文');
    await takePicture(page, 'apply-for-download');
    await dialog.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('申请已提交，等待 ann 审批').waitFor();
    const { result } = await annsClient.expectOk(endpoints.approvals.list, { me: '2' });
    expect(result.data.map(({ paths, reason }) => ({ paths, reason }))).toEqual([
      { paths: ['/方案.txt'], reason: '写论文' },
    ]);
  });

  test("come back from the trash, which is its managers'", async () => {
    const { page } = ann;
    await page.goto(`/managementProjectDetail/trash?id=${projectId}`);
    const row = page.getByRole('row').filter({ has: page.getByText('改名.txt', { exact: true }) });
    await row.getByRole('checkbox').check();
    await toolOf(page, '还原').click();
    await page.getByText('已还原到').waitFor();
    await page.getByRole('link', { name: '返回项目 课题一' }).click();
    await entryOf(page, '数据').dblclick();
    await entryOf(page, '改名.txt').waitFor();
  });

  test('are gone for who is taken out while he looks at them', async () => {
    const { page } = bob;
    await entryOf(page, '方案.txt').waitFor();
    await annsClient.expectOk(endpoints.projects.removeUser, { projectId, userId: bobId });
    await page.getByRole('heading', { name: '项目已不可访问' }).waitFor();
    await page.getByRole('link', { name: '前往项目列表' }).click();
    await page.waitForURL('**/joinProject?type=2');
    expect([...ann.problems, ...bob.problems]).toEqual([]);
  });
});
