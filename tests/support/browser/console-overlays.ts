import { expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { RunningPlatform } from '../platform/running-platform.js';
import { listAxeViolations } from './axe.js';
import { newVisitor } from './browser.js';
import { go, settle } from './console-walk.js';
import type { FurnishedConsole } from './furnished-console.js';

export type Theme = 'white' | 'black';

/** Opens what the console's pages have over them, one after the other: none of it breaks a rule of axe. */
export async function judgeWhatOpens(
  { files, projectId, applicationId }: FurnishedConsole,
  theme: Theme,
): Promise<void> {
  const { page } = files;
  const found: string[] = [];
  const judge = async (where: string): Promise<void> => {
    await settle(page);
    found.push(...(await listAxeViolations(page)).map((violation) => `${where}: ${violation}`));
  };
  // Theme and language are read at the start; from then on pages change as a link changes them.
  await page.goto('/myDoc');
  // Its title has come: the next one is known by another.
  await settle(page);
  /** Opens a page, with nothing over it: what was open over the one before goes with that. */
  const enter = async (path: string): Promise<void> => {
    // What the frame of all pages has open stays.
    await page.keyboard.press('Escape');
    await go(page, '/noPermission');
    await go(page, path);
    await settle(page);
  };
  /** Opens the page, has it judged with what `open` shows over it. */
  const judgeOpen = async (
    path: string,
    what: string,
    open: () => Promise<void>,
  ): Promise<void> => {
    await enter(path);
    await open();
    await judge(`${path}, ${what}`);
  };
  await judgeOpen('/myDoc', 'menu of an entry', () =>
    files.entry('run.sh').click({ button: 'right' }),
  );
  await judgeOpen('/myDoc', 'selection', () => files.entry('run.sh').click());
  await enter('/myDoc');
  await files.entry(`folder-${theme}`).click();
  await page.keyboard.press('Delete');
  await files.entry(`folder-${theme}`).waitFor({ state: 'detached' });
  await judgeOpen('/myDoc/trash', 'deletion for good', async () => {
    await page.getByText(`folder-${theme}`, { exact: true }).click();
    await page.getByRole('button', { name: '彻底删除' }).click();
    await page.getByRole('dialog').waitFor();
  });
  await judgeOpen('/myDoc', 'new folder', () => files.tool('新建文件夹'));
  for (const name of ['readme.md', 'data.csv', 'run.sh']) {
    await judgeOpen('/myDoc', `preview of ${name}`, async () => {
      await files.entry(name).dblclick();
      await page.getByRole('dialog').waitFor();
    });
  }
  await judgeOpen('/myDoc', 'shortcuts', async () => {
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  });
  await judgeOpen('/myDoc', 'user menu', async () => {
    await page.getByRole('button', { name: /用户菜单/ }).click();
    await page.getByRole('menu').waitFor();
  });
  await judgeOpen('/managementProject?type=1', 'new project', async () => {
    await page.getByRole('button', { name: '创建项目' }).click();
    await page.getByRole('dialog').waitFor();
  });
  await enter('/managementProject?type=1&deleted=1');
  await page.getByText('旧课题').waitFor();
  await judge('deleted projects');
  await judgeOpen(`/projectMembers?id=${projectId}&tab=add`, 'candidates', async () => {
    await page.getByText('candidate', { exact: true }).click();
    await page.getByRole('button', { name: '添加所选 1 人' }).waitFor();
  });
  await judgeOpen(`/projectSettings?id=${projectId}`, 'deletion of a project', async () => {
    await page.getByRole('button', { name: '删除项目' }).click();
    await page.getByRole('dialog').waitFor();
  });
  await judgeOpen(`/aduitProject?apply=${applicationId}`, 'an application', async () => {
    await page.getByRole('dialog').getByText('c.csv').waitFor();
  });
  await judgeOpen('/aduitProject?me=2', 'a decision', async () => {
    await page.getByRole('button', { name: /^审批下载/ }).click();
    await page.getByRole('dialog').getByLabel('理由（选填）').waitFor();
  });
  await judgeOpen('/roleManagement', 'new role', async () => {
    await page.getByRole('button', { name: /新增/ }).first().click();
    await page.getByRole('dialog').waitFor();
  });
  expect(found).toEqual([]);
}

/** The login page, as a stranger sees it, breaks no rule of axe. */
export async function judgeLoginPage(
  browser: Browser,
  platform: RunningPlatform,
  theme: Theme,
): Promise<void> {
  const stranger = await newVisitor(browser, platform);
  await stranger.page.goto('/login');
  await stranger.page.evaluate((name) => localStorage.setItem('theme', name), theme);
  await stranger.page.reload();
  await stranger.page.getByRole('button', { name: '登录' }).waitFor();
  expect(await listAxeViolations(stranger.page)).toEqual([]);
  expect(await stranger.page.title()).toBe('登录 · 云枢 ClusterDesk');
  await stranger.context.close();
}
