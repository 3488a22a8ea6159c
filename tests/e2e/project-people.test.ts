import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { atRest, takePicture, type Visitor } from '../support/browser/browser.js';
import { entryOf, pressableRow, toastOf, toolOf } from '../support/browser/page-parts.js';
import {
  addProject,
  applyFor,
  ProjectPeople,
  putInProject,
  type Person,
} from '../support/browser/project-people.js';

const { platform, browser } = await consoleSuite();
let people: ProjectPeople;
let project: ProjectRow;
let owner: Person;
let admin: Person;
let member: Person;
let outsider: Person;
/** Each person's own browser. */
let atOwner: Visitor;
let atAdmin: Visitor;
let atMember: Visitor;

beforeAll(async () => {
  people = new ProjectPeople(platform);
  owner = await people.add('wang', '王芳');
  admin = await people.add('han', '韩梅梅');
  member = await people.add('li', '李雷');
  outsider = await people.add('zhao', '赵敏');
  project = await addProject(owner.client, '蛋白质', [admin, member], { hasAdmin: true });
  await putInProject(owner.client, project.id, '/结构/a.pdb', 'ATOM');
  await putInProject(member.client, project.id, '/结构/李雷.txt', 'mine');
  for (const { client } of [admin, member]) {
    await client.expectOk(endpoints.notifications.readAll, {});
  }
  [atOwner, atAdmin, atMember] = await Promise.all([
    people.open(owner, browser, `/projectSettings?id=${project.id}`),
    people.open(admin, browser, '/aduitProject?me=2'),
    people.open(member, browser, '/aduitProject'),
  ]);
}, 180_000);

/** Approves an application, from its row on. */
async function approve(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `审批下载「${name}」`, exact: true }).click();
  const drawer = await atRest(page.getByRole('dialog', { name: `申请下载「${name}」` }));
  const yes = drawer.getByRole('button', { name: `批准下载「${name}」` });
  await yes.click();
  await yes.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
}

describe('where two have to agree', () => {
  test('that is set by who manages the project', async () => {
    const { page } = atOwner;
    await page.getByRole('radio', { name: '两人批准' }).check();
    await page.getByRole('button', { name: '保存' }).click();
    await page.waitForURL(`**/managementProjectDetail?id=${project.id}`);
    await page.goto('/aduitProject?me=2');
    await page.getByText('没有待您审批的申请').waitFor();
  });

  test('the first yes gives nothing yet, and each side sees how far it is', async () => {
    await applyFor(member.client, project.id, ['/结构/a.pdb']);
    await pressableRow(atAdmin.page, '/结构/a.pdb').getByText('已批准 0 / 2').waitFor();
    await approve(atAdmin.page, 'a.pdb');
    // He has said his word: it waits for the other one only.
    await atAdmin.page.getByText('没有待您审批的申请').waitFor();
    await pressableRow(atOwner.page, '/结构/a.pdb').getByText('已批准 1 / 2').waitFor();
    await pressableRow(atMember.page, '/结构/a.pdb').getByText('已批准 1 / 2').waitFor();
    await atAdmin.page.getByText('全部', { exact: true }).click();
    await pressableRow(atAdmin.page, '/结构/a.pdb').getByText('待审批').waitFor();
    const again = atAdmin.page.getByRole('button', { name: '审批下载「a.pdb」' });
    expect(await again.count()).toBe(0);
    expect(await toastOf(atMember.page, '批准了').count()).toBe(0);
    await takePicture(atMember.page, 'approval-first-of-two');
  });

  test('the second one lets him download', async () => {
    await approve(atOwner.page, 'a.pdb');
    await toastOf(atMember.page, '批准了您下载「a.pdb」').waitFor();
    await pressableRow(atMember.page, '/结构/a.pdb').getByText('已批准').waitFor();
    await pressableRow(atAdmin.page, '/结构/a.pdb').getByText('已批准').waitFor();
    const coming = atMember.page.waitForEvent('download');
    await atMember.page.getByRole('button', { name: '下载「a.pdb」' }).click();
    expect((await coming).suggestedFilename()).toBe('a.pdb');
  });
});

test('the workbench counts what waits for whom, as it changes', async () => {
  const tile = ({ page }: Visitor, name: RegExp): Locator =>
    page.getByRole('main').getByRole('link', { name });
  for (const { page } of [atOwner, atMember]) {
    await page.goto('/workPlat');
  }
  await tile(atOwner, /我管理的项目.*1 个项目/).waitFor();
  await tile(atOwner, /审批管理.*没有待审批的申请/).waitFor();
  await tile(atMember, /我加入的项目.*1 个项目/).waitFor();
  const { id } = await applyFor(member.client, project.id, ['/结构/a.pdb']);
  await tile(atOwner, /审批管理.*1 项待我审批/).waitFor();
  await tile(atMember, /审批管理.*1 项申请中/).waitFor();
  await takePicture(atOwner.page, 'workbench-approvals');
  await owner.client.expectOk(endpoints.approvals.agree, { id, status: '2' });
  await tile(atOwner, /审批管理.*没有待审批的申请/).waitFor();
  await tile(atMember, /审批管理.*没有待审批的申请/).waitFor();
});

test('what one may download of a project is saved to the own disk', async () => {
  const { page } = atMember;
  await page.goto(`/joinProjectDetail?id=${project.id}`);
  await entryOf(page, '结构').dblclick();
  await entryOf(page, 'a.pdb').click();
  await toolOf(page, '申请下载').waitFor();
  expect(await toolOf(page, '保存到我的文件').count()).toBe(0);
  await entryOf(page, '李雷.txt').click();
  await toolOf(page, '保存到我的文件').click();
  const folders = await atRest(page.getByRole('dialog').filter({ hasText: '保存到此处' }));
  await folders.getByRole('button', { name: '保存到此处' }).click();
  await folders.waitFor({ state: 'detached' });
  const disk = await atMember.context.newPage();
  await disk.goto('/myDoc');
  await entryOf(disk, '李雷.txt').waitFor();
  await disk.close();
});

describe('who is not in the project', () => {
  let atOutsider: Visitor;

  test('does not find it', async () => {
    const path = `/joinProjectDetail?id=${project.id}`;
    atOutsider = await people.open(outsider, browser, path);
    await atOutsider.page.getByRole('heading', { name: '项目已不可访问' }).waitFor();
  });

  test('is let in by a switch, to look and no more', async () => {
    const { page } = atOwner;
    await page.goto(`/projectSettings?id=${project.id}`);
    await page.getByRole('switch', { name: '非成员 查看' }).click();
    await page.getByRole('button', { name: '保存' }).click();
    await page.waitForURL(`**/managementProjectDetail?id=${project.id}`);
    await atOutsider.page.reload();
    await entryOf(atOutsider.page, '结构').dblclick();
    await entryOf(atOutsider.page, 'a.pdb').click();
    await atOutsider.page.getByText('您可以查看「a.pdb」，不能修改，下载需要审批。').waitFor();
    expect(await toolOf(atOutsider.page, '成员').count()).toBe(0);
    const upload = atOutsider.page.getByRole('toolbar').getByRole('button', { name: /上传/ });
    expect(await upload.count()).toBe(0);
    await takePicture(atOutsider.page, 'project-let-in');
  });

  test('sees there what others do, as they do it', async () => {
    await putInProject(owner.client, project.id, '/结构/b.pdb', 'ATOM');
    await entryOf(atOutsider.page, 'b.pdb').waitFor();
  });

  test('is out again when the switch is', async () => {
    await atOwner.page.goto(`/projectSettings?id=${project.id}`);
    await atOwner.page.getByRole('switch', { name: '非成员 查看' }).click();
    await atOwner.page.getByRole('button', { name: '保存' }).click();
    await atOwner.page.waitForURL(`**/managementProjectDetail?id=${project.id}`);
    await atOutsider.page.reload();
    await atOutsider.page.getByRole('heading', { name: '项目已不可访问' }).waitFor();
    await atOutsider.page.getByRole('link', { name: '前往项目列表' }).click();
    await atOutsider.page.getByText('您还没有加入项目').waitFor();
    expect(atOutsider.problems).toEqual([]);
  });
});

test('two who set the switches of one folder at a time open nothing that the other closed', async () => {
  const file = '/结构';
  const switchOf = ({ page }: Visitor, name: string): Locator =>
    page.getByRole('switch', { name: `项目成员 ${name}` });
  const isOn = (visitor: Visitor, name: string): Promise<string | null> =>
    switchOf(visitor, name).getAttribute('aria-checked');
  const confirm = async ({ page }: Visitor): Promise<void> => {
    await page.getByRole('button', { name: '保存' }).click();
    await page.waitForURL('**/managementProjectDetail?id=*');
  };
  const address = `/authoritySettings?id=${project.id}&file=${encodeURIComponent(file)}`;
  for (const { page } of [atOwner, atAdmin]) {
    await page.goto(address);
  }
  await switchOf(atAdmin, '编辑').click();
  await switchOf(atOwner, '查看').click();
  await confirm(atOwner);
  await atAdmin.page.getByText('其间已被他人修改').waitFor();
  expect(await isOn(atAdmin, '查看')).toBe('false');
  await takePicture(atAdmin.page, 'permissions-changed-meanwhile');
  await confirm(atAdmin);
  const asked = { projectId: project.id, file };
  expect(await owner.client.expectOk(endpoints.projectFiles.getPermission, asked)).toMatchObject({
    result: { groupView: false, groupEdit: true },
  });
  // Opened again in the same window, the form begins with what holds now.
  await atOwner.page.goto(address);
  await switchOf(atOwner, '查看').waitFor();
  expect([await isOn(atOwner, '查看'), await isOn(atOwner, '编辑')]).toEqual(['false', 'true']);
  await owner.client.expectOk(endpoints.projectFiles.setPermission, {
    ...asked,
    filePermission: null,
  });
});

test('a project that is deleted is gone from the windows of all who have it open', async () => {
  await atAdmin.page.goto(`/projectMembers?id=${project.id}`);
  await atAdmin.page.getByText('李雷').first().waitFor();
  await entryOf(atMember.page, '李雷.txt').waitFor();
  const { page } = atOwner;
  await page.goto(`/projectSettings?id=${project.id}`);
  await page.getByRole('button', { name: '删除项目' }).click();
  const dialog = await atRest(page.getByRole('dialog', { name: '删除项目「蛋白质」？' }));
  await dialog.getByRole('textbox').fill('蛋白质');
  await dialog.getByRole('button', { name: '删除项目' }).click();
  await page.waitForURL('**/managementProject?type=1');
  await page.getByText('您还没有项目').waitFor();
  for (const visitor of [atMember, atAdmin]) {
    await visitor.page.getByRole('heading', { name: '项目已不可访问' }).waitFor();
    await toastOf(visitor.page, '王芳 删除了项目「蛋白质」').waitFor();
  }
  await takePicture(atMember.page, 'project-deleted');
  // Before it is restored: then the page itself is there again, and the way out of it is not.
  await atMember.page.getByRole('link', { name: '前往项目列表' }).click();
  await atMember.page.waitForURL('**/joinProject?type=2');
  // Its owner has it back from the list of the deleted ones.
  await page.getByText('已删除', { exact: true }).click();
  await page.getByRole('button', { name: '恢复' }).click();
  await page.getByText('没有已删除的项目').waitFor();
  await atMember.page.reload();
  await atMember.page.getByRole('link', { name: '蛋白质' }).waitFor();
  expect([atOwner, atAdmin, atMember].flatMap(({ problems }) => problems)).toEqual([]);
});
