import { existsSync } from 'node:fs';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import type { Page } from 'playwright-core';
import { atRest, newVisitor } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { FilesPage } from '../support/browser/files-page.js';
import { Keys } from '../support/browser/keys.js';
import { toolOf } from '../support/browser/page-parts.js';
import {
  addProject,
  applyFor,
  ProjectPeople,
  putInProject,
  type Person,
} from '../support/browser/project-people.js';
import { RunningPlatform } from '../support/platform/running-platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(240_000);

/** What is done each day, without a mouse: nothing in this file presses, hovers or focuses anything but by keys. */
const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;
let keys: Keys;
let member: Person;
let project: ProjectRow;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, ['report.txt', 'draft.txt', 'material/']);
  ({ page } = files);
  keys = new Keys(page);
  member = await new ProjectPeople(platform).add('hanmei', '韩梅梅');
  const admin = await platform.signIn();
  project = await addProject(admin, '测序', [member]);
  await putInProject(admin, project.id, '/结果.csv');
});

/** A page by its address: the palette is tried by itself. */
async function open(path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').waitFor();
}

test('signing in, and a page by its name', async () => {
  const visitor = await newVisitor(browser, platform);
  const own = new Keys(visitor.page);
  await visitor.page.goto('/login');
  await own.reach(visitor.page.locator('input[autocomplete=username]'));
  await own.type('admin');
  await own.reach(visitor.page.locator('input[autocomplete=current-password]'));
  await own.type(RunningPlatform.adminPassword);
  await own.press('Enter');
  await visitor.page.waitForURL(/\/workPlat/);
  await own.enter(visitor.page.getByRole('link', { name: '跳到正文' }));
  await own.press('Control+k');
  await own.expectAt(visitor.page.getByRole('combobox'));
  await own.type('任务');
  await visitor.page.getByRole('option', { selected: true }).filter({ hasText: '任务' }).waitFor();
  await own.press('Enter');
  await visitor.page.waitForURL('**/taskManangement*');
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});

test('files: a folder, a new name, a move, what is deleted, and undoing it', async () => {
  await open('/myDoc');
  await keys.enter(toolOf(page, '新建文件夹'));
  await keys.expectAt(page.getByRole('textbox', { name: '文件夹名称' }));
  await keys.type('归档');
  await keys.press('Enter');
  await files.entry('归档').waitFor();
  await keys.expectAt(files.grid);

  await keys.type('d');
  await waitFor('the entry to be chosen by its first letter', async () =>
    (await files.selected()).includes('draft.txt'),
  );
  await keys.press('F2');
  await keys.expectAt(page.getByRole('textbox', { name: '新名称' }));
  await keys.type('final');
  await keys.press('Enter');
  await files.entry('final.txt').waitFor();
  await waitFor('the new name', () => existsSync(files.onDisk('final.txt')));

  await keys.expectAt(files.grid);
  await keys.press('Shift+F10');
  await keys.chooseInMenu('移动到');
  const picker = await atRest(page.getByRole('dialog'));
  await keys.enter(picker.getByRole('button', { name: '归档', exact: true }));
  await keys.enter(picker.getByRole('button', { name: /^移动/ }));
  await waitFor('the move', () => existsSync(files.onDisk('归档/final.txt')));
  await picker.waitFor({ state: 'detached' });

  await keys.reach(files.grid);
  await keys.type('m');
  await waitFor('the folder to be chosen', async () =>
    (await files.selected()).includes('material'),
  );
  await keys.press('Delete');
  await files.entry('material').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '撤销', exact: true }).waitFor();
  await keys.press('Control+z');
  await files.entry('material').waitFor();
  expect(existsSync(files.onDisk('material'))).toBe(true);
});

test('sharing a file with somebody whose name is typed', async () => {
  await open('/myDoc');
  await keys.reach(files.grid);
  await keys.type('r');
  await waitFor('the file to be chosen', async () =>
    (await files.selected()).includes('report.txt'),
  );
  await keys.enter(toolOf(page, '分享'));
  await page.waitForURL('**/patfromShare?row=*');
  await keys.expectAt(page.getByRole('combobox'));
  await keys.type('韩梅');
  await page.locator('.ant-select-item-option-active').getByText('韩梅梅 (hanmei)').waitFor();
  await keys.press('Enter');
  await page.getByRole('button', { name: '移除用户 hanmei' }).waitFor();
  await keys.enter(page.getByRole('button', { name: '分享', exact: true }));
  await page.getByRole('heading', { name: '已分享给 1 名用户' }).waitFor();
  const { result } = await member.client.expectOk(endpoints.shares.list, { isMe: '2' });
  expect(result).toHaveLength(1);
});

test('an application: decided from its row, and the keyboard stays with the list', async () => {
  const { id } = await applyFor(member.client, project.id, ['/结果.csv'], '用于论文');
  await open('/aduitProject?me=2');
  const decide = page.getByRole('button', { name: '审批下载「结果.csv」', exact: true });
  await keys.enter(decide);
  const drawer = await atRest(page.getByRole('dialog', { name: '申请下载「结果.csv」' }));
  await keys.reach(drawer.getByLabel('理由（选填）'));
  await keys.type('按规定');
  await keys.enter(drawer.getByRole('button', { name: '批准下载「结果.csv」' }));
  await drawer.getByText('已批准', { exact: true }).waitFor();
  await keys.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  // Its row does not wait any longer, and has gone: the keyboard stays with the list.
  await keys.expectAt(page.getByRole('radio', { name: '待我审批' }));
  const { result } = await member.client.expectOk(endpoints.approvals.detail, { id });
  expect(result.application.status).toBe(1);
});

test('a job: written, submitted, read, and stopped from the list', async () => {
  await open('/editTask');
  await keys.reach(page.getByLabel('任务名称'));
  await keys.press('Control+a');
  await keys.type('夜间');
  await keys.reach(page.getByRole('textbox', { name: '脚本' }));
  await keys.type('echo 第一行; sleep 600');
  // Tab writes into a script; the way out is said beside it.
  await keys.press('Escape');
  await keys.enter(page.getByRole('button', { name: '提交任务', exact: true }));
  await page.waitForURL('**/taskManangement?jobId=*');
  await page.getByRole('log').getByText('第一行').waitFor();
  await keys.enter(page.getByRole('button', { name: '停止', exact: true }));
  const question = await atRest(page.getByRole('dialog'));
  await keys.enter(question.getByRole('button', { name: '停止', exact: true }));
  await page.locator('[data-status=CANCELLED]').first().waitFor();
});

test('an account: its form from the first field to the button', async () => {
  await open('/userEdit');
  await keys.expectAt(page.getByLabel('用户名'));
  await keys.type('newcomer');
  await keys.reach(page.getByLabel('姓名'));
  await keys.type('王芳');
  await keys.enter(page.getByRole('button', { name: '生成密码' }));
  await keys.enter(page.getByRole('button', { name: '新增', exact: true }));
  await waitFor('the account', async () => {
    const admin = await platform.signIn();
    const { result } = await admin.expectOk(endpoints.users.list, {});
    return result.data.some(({ userName }) => userName === 'newcomer');
  });
  expect(files.visitor.problems).toEqual([]);
});
