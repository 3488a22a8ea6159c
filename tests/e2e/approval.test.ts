import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { atRest, takePicture, type Visitor } from '../support/browser/browser.js';
import { entryOf, pressableRow, toastOf } from '../support/browser/page-parts.js';
import {
  addProject,
  applyFor,
  ProjectPeople,
  putInProject,
  type Person,
} from '../support/browser/project-people.js';

const content = new Uint8Array(randomBytes(300_000));
const { platform, browser } = await consoleSuite();
let people: ProjectPeople;
let project: ProjectRow;
let owner: Person;
let admin: Person;
let applicant: Person;
let member: Person;
/** Each person's own browser. */
let atOwner: Visitor;
let atAdmin: Visitor;
let atApplicant: Visitor;
let atMember: Visitor;

beforeAll(async () => {
  people = new ProjectPeople(platform);
  owner = await people.add('wang', '王芳');
  admin = await people.add('han', '韩梅梅');
  applicant = await people.add('li', '李雷');
  member = await people.add('zhao', '赵敏');
  project = await addProject(owner.client, '基因组', [admin, applicant, member], {
    projectDescribe: '测序数据',
    hasAdmin: true,
  });
  await putInProject(owner.client, project.id, '/数据/结果.bin', content);
  await putInProject(owner.client, project.id, '/数据/说明.txt', '第一版');
  await putInProject(owner.client, project.id, '/数据/名单.csv', 'name\nAnn\n');
  // That they are in the project now.
  for (const { client } of [admin, applicant, member]) {
    await client.expectOk(endpoints.notifications.readAll, {});
  }
  [atOwner, atAdmin, atApplicant, atMember] = await Promise.all([
    people.open(owner, browser, '/managementProject?type=1'),
    people.open(admin, browser, '/aduitProject?me=2'),
    people.open(applicant, browser, `/joinProjectDetail?id=${project.id}`),
    people.open(member, browser, '/aduitProject'),
  ]);
}, 180_000);

const unread = (page: Page, count: number): Locator =>
  page.getByRole('button', { name: `通知（${count} 条未读）`, includeHidden: true });

/** Opens where an application is decided, from its row. */
async function review(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `审批下载「${name}」`, exact: true }).click();
  return atRest(page.getByRole('dialog', { name: `申请下载「${name}」` }));
}

describe('one approval, from the request to the bytes', () => {
  test('the request is in every window that it concerns the moment it is made', async () => {
    await atOwner.page.getByRole('link', { name: '基因组' }).waitFor();
    await atAdmin.page.getByText('没有待您审批的申请').waitFor();
    const { page } = atApplicant;
    await entryOf(page, '数据').dblclick();
    await entryOf(page, '结果.bin').click();
    await page.getByRole('toolbar').getByRole('button', { name: '申请下载' }).click();
    const dialog = await atRest(page.getByRole('dialog', { name: '申请下载 1 项' }));
    // What it is for is typed right away: the dialog begins there.
    await dialog.locator('textarea:focus').waitFor();
    await page.keyboard.type('用于论文图 3');
    await dialog.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('申请已提交，等待 韩梅梅 审批').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await toastOf(atAdmin.page, '李雷 申请下载「结果.bin」').getByText('用于论文图 3').waitFor();
    await unread(atAdmin.page, 1).waitFor();
    await pressableRow(atAdmin.page, '/数据/结果.bin').getByText('李雷').waitFor();
    await toastOf(atOwner.page, '李雷 申请下载「结果.bin」').waitFor();
    await atOwner.page.getByText('1 项待审批').waitFor();
    await takePicture(atAdmin.page, 'approval-request');
  });

  test('who decides sees what it is about, and what is in it', async () => {
    const { page } = atAdmin;
    await toastOf(page, '申请下载').getByRole('button', { name: '查看' }).click();
    const drawer = await atRest(page.getByRole('dialog', { name: '申请下载「结果.bin」' }));
    await drawer.getByText('用于论文图 3').waitFor();
    await drawer.getByText('由 王芳 上传').waitFor();
    await drawer.getByRole('button', { name: '计算 SHA-256' }).click();
    await drawer.getByText(createHash('sha256').update(content).digest('hex')).waitFor();
    await takePicture(page, 'approval-evidence');
    await drawer.getByText('可在 7 天内下载').waitFor();
    await drawer.getByLabel('理由（选填）').fill('请注明出处');
    await drawer.getByRole('button', { name: '批准下载「结果.bin」' }).click();
    await drawer.getByText('已批准', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await pressableRow(page, '/数据/结果.bin').getByText('已批准').waitFor();
    await page.locator('tr:focus', { hasText: '/数据/结果.bin' }).waitFor();
    await page.getByText('待我审批', { exact: true }).click();
    await page.getByText('没有待您审批的申请').waitFor();
  });

  test('the applicant hears of it without a reload, where he is', async () => {
    const { page } = atApplicant;
    await toastOf(page, '韩梅梅 批准了您下载「结果.bin」').waitFor();
    await unread(page, 1).waitFor();
    expect(new URL(page.url()).pathname).toBe('/joinProjectDetail');
    await atOwner.page.getByText('项待审批').waitFor({ state: 'detached' });
    await toastOf(page, '批准了').getByRole('button', { name: '查看' }).click();
    await page.waitForURL((url) => url.pathname === '/aduitProject');
    const drawer = await atRest(page.getByRole('dialog', { name: '申请下载「结果.bin」' }));
    await drawer.getByText('请注明出处').waitFor();
    await takePicture(page, 'approval-granted');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await unread(page, 1).waitFor({ state: 'detached' });
  });

  test('and has exactly the bytes that were approved', async () => {
    const { page } = atApplicant;
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载「结果.bin」' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('结果.bin');
    expect(readFileSync(await download.path()).equals(content)).toBe(true);
    await pressableRow(page, '/数据/结果.bin').getByText('已下载').waitFor();
  });
});

describe('two who decide', () => {
  test('one wins, the other is told who it was', async () => {
    await atOwner.page.goto('/aduitProject?me=2');
    await applyFor(applicant.client, project.id, ['/数据/说明.txt']);
    await pressableRow(atOwner.page, '/数据/说明.txt').waitFor();
    await pressableRow(atAdmin.page, '/数据/说明.txt').waitFor();
    const ofOwner = await review(atOwner.page, '说明.txt');
    const ofAdmin = await review(atAdmin.page, '说明.txt');
    const no = ofOwner.getByRole('button', { name: '拒绝下载「说明.txt」' });
    await no.waitFor();
    await ofAdmin.getByRole('button', { name: '批准下载「说明.txt」' }).click();
    await ofAdmin.getByText('已批准', { exact: true }).waitFor();
    // Of the other window what is left to decide goes as the first decision is taken.
    await no.waitFor({ state: 'detached' });
    await ofOwner.getByText('已批准', { exact: true }).waitFor();
    await ofOwner.getByText('韩梅梅').waitFor();
    await takePicture(atOwner.page, 'approval-too-late');
    for (const { page } of [atOwner, atAdmin]) {
      await page.keyboard.press('Escape');
    }
    await ofOwner.waitFor({ state: 'detached' });
    await pressableRow(atOwner.page, '/数据/说明.txt').waitFor({ state: 'detached' });
    await pressableRow(atApplicant.page, '/数据/说明.txt').getByText('已批准').waitFor();
  });
});

test('is decided and downloaded from the bell, wherever one is', async () => {
  await atAdmin.page.goto('/workPlat');
  await atOwner.page.goto('/workPlat');
  const openBell = async ({ page }: Visitor): Promise<Locator> => {
    await page.getByRole('button', { name: /^通知/ }).click();
    return atRest(page.getByRole('dialog', { name: '通知' }));
  };
  await applyFor(applicant.client, project.id, ['/数据/名单.csv']);
  await unread(atAdmin.page, 1).waitFor();
  const [ofAdmin, ofOwner] = [await openBell(atAdmin), await openBell(atOwner)];
  const yes = { name: '批准下载「名单.csv」' };
  await ofOwner.getByRole('button', yes).waitFor();
  await ofAdmin.getByRole('button', yes).waitFor();
  await takePicture(atAdmin.page, 'approval-bell');
  await ofAdmin.getByRole('button', yes).click();
  // In the other bell it says at once who was first, and nothing is left to decide.
  await ofOwner.getByRole('button', yes).waitFor({ state: 'detached' });
  expect(await ofOwner.getByText('由 韩梅梅 处理').count()).toBeGreaterThan(0);
  await unread(atAdmin.page, 1).waitFor({ state: 'detached' });
  const { page } = atApplicant;
  const bell = await openBell(atApplicant);
  const coming = page.waitForEvent('download');
  await bell.getByRole('button', { name: '下载「名单.csv」', exact: true }).click();
  expect((await coming).suggestedFilename()).toBe('名单.csv');
  await page.keyboard.press('Escape');
  await bell.waitFor({ state: 'detached' });
  for (const visitor of [atAdmin, atOwner]) {
    await visitor.page.keyboard.press('Escape');
  }
});

test('a member whom it does not concern hears nothing of it', async () => {
  const { page } = atMember;
  await page.getByText('还没有下载申请').waitFor();
  expect(await toastOf(page, '下载').count()).toBe(0);
  await page.getByRole('button', { name: /^通知/ }).click();
  const notices = page.getByRole('dialog', { name: '通知' });
  await notices.getByText('王芳 将您加入项目「基因组」').waitFor();
  expect(await notices.getByText(/下载/).count()).toBe(0);
});

test('a member who is taken out loses the project, and is told', async () => {
  const { page } = atMember;
  await page.goto('/joinProject?type=2');
  await page.getByRole('link', { name: '基因组' }).waitFor();
  await atOwner.page.goto(`/projectMembers?id=${project.id}`);
  await atOwner.page.getByRole('button', { name: '移出 赵敏' }).click();
  const dialog = await atRest(atOwner.page.getByRole('dialog'));
  await dialog.getByRole('button', { name: /移\s*出/ }).click();
  await rowOfPerson(atOwner.page, '赵敏').waitFor({ state: 'detached' });
  await toastOf(page, '王芳 将您移出项目「基因组」').waitFor();
  await page.getByText('您还没有加入项目').waitFor();
  const all = [atOwner, atAdmin, atApplicant, atMember];
  expect(all.flatMap(({ problems }) => problems)).toEqual([]);
});

const rowOfPerson = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
