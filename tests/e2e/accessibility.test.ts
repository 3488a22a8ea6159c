import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Browser, Page } from 'playwright-core';
import { listAxeViolations } from '../support/axe.js';
import { launchBrowser, newVisitor } from '../support/browser.js';
import { FilesPage } from '../support/files-page.js';
import { TestPlatform, workspace } from '../support/platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(480_000);

let platform: TestPlatform;
let browser: Browser;
let files: FilesPage;
let page: Page;
/** What axe found, with where. */
let found: string[] = [];

beforeAll(async () => {
  [platform, browser] = await Promise.all([TestPlatform.startOnSharedDatabase(), launchBrowser()]);
  files = await FilesPage.open(browser, platform, [
    'readme.md',
    'data.csv',
    'run.sh',
    'folder-white/',
    'folder-black/',
  ]);
  page = files.page;
  files.put('readme.md', '# A title\n\nSome `code` and [a link](https://example.org).\n');
  files.put('data.csv', 'name,value\na,1\nb,2\n');
  // Colours are judged when they have settled.
  await page.emulateMedia({ reducedMotion: 'reduce' });
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

/** The pages of the console's own table; of those that a later version brings, all look like the first one. */
const routes = [
  ...readFileSync(join(workspace, 'apps/console/src/app/routes.ts'), 'utf8').matchAll(
    /path: '(\/[\w/]+)'((?:(?!path: ')[^])*)/g,
  ),
]
  .map(([, path = '', rest = '']) => ({ path, isBuilt: rest.includes('page: async') }))
  // The twin of the one before it.
  .filter(({ path }) => path !== '/sceneRecordEdit');

/** Waits until nothing on the page is on its way any more. */
async function settle(): Promise<void> {
  let before = '';
  await waitFor(
    `${page.url()} to settle`,
    async () => {
      const now = await page.evaluate(() =>
        document.querySelector('[aria-busy=true], .ant-skeleton, .ant-zoom-enter') === null
          ? document.body.innerText
          : '',
      );
      const isSettled = now.length >= 15 && now === before;
      before = now;
      return isSettled;
    },
    20_000,
    120,
  );
}

/** Leads to a page as a link of the console does, what is loaded stays; the title comes with the page. */
async function go(path: string): Promise<void> {
  const before = await page.title();
  await page.evaluate((to) => {
    window.history.pushState({ idx: 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  }, path);
  await waitFor(`the title of ${path}`, async () => (await page.title()) !== before, 30_000, 30);
}

async function judge(where: string): Promise<void> {
  await settle();
  found.push(...(await listAxeViolations(page)).map((violation) => `${where}: ${violation}`));
}

async function choose(theme: 'white' | 'black'): Promise<void> {
  await page.evaluate((name) => localStorage.setItem('theme', name), theme);
  found = [];
}

/** Opens the page, has it judged with what `open` shows over it. */
async function judgeOpen(path: string, what: string, open: () => Promise<void>): Promise<void> {
  await page.goto(path);
  await settle();
  await open();
  await judge(`${path}, ${what}`);
}

/** The forms about one user: without the id of one they lead back to the list. */
const aboutUser = ['/userEditPassword', '/userEditRole', '/userActivation'];

/** The id of the one who is signed in. */
async function ownId(): Promise<string> {
  const client = await platform.signIn();
  return (await client.expectOk(endpoints.account.detail, {})).result.id;
}

/** Submits a job and answers its path. */
async function submitJob(): Promise<string> {
  const client = await platform.signIn();
  const { result: queues } = await client.expectOk(endpoints.jobs.queueList, {});
  const { result } = await client.expectOk(endpoints.jobs.run, {
    jobName: 'looked_at',
    queueName: queues[0]?.queueName ?? '',
    cpus: 1,
    scriptContent: 'echo "a line"',
    workDir: '/',
  });
  return `/taskManangement?jobId=${result.jobId}`;
}

describe.each(['white', 'black'] as const)('in the %s theme', (theme) => {
  test('no page breaks a rule of axe, and each has a title and one heading', async () => {
    await choose(theme);
    const titles = new Map<string, string>();
    const wrong: string[] = [];
    const jobPath = await submitJob();
    const notBuilt = routes.find(({ isBuilt }) => !isBuilt)?.path;
    const all = ['/workPlat', '/noPermission', ...routes.map(({ path }) => path), jobPath];
    const unlike = routes.filter(({ path, isBuilt }) => !isBuilt && path !== notBuilt);
    const alike = new Set(unlike.map(({ path }) => path));
    expect(alike.size).toBeGreaterThan(10);
    expect(alike.size).toBeLessThan(all.length - 20);
    // The theme is read at the start; from then on pages change as a link changes them.
    await page.goto('/myDoc');
    const userId = await ownId();
    for (const path of all) {
      await go(aboutUser.includes(path) ? `${path}?id=${userId}` : path);
      await (alike.has(path) ? settle() : judge(path));
      const title = await page.title();
      if (!/^\S.* · 云枢 ClusterDesk$/.test(title)) {
        wrong.push(`${path} is titled “${title}”`);
      }
      titles.set(path, title);
      const headings = await page.getByRole('heading', { level: 1 }).allTextContents();
      if (headings.length !== 1 || headings[0]?.trim() === '') {
        wrong.push(`${path} has the headings ${JSON.stringify(headings)}`);
      }
    }
    expect(found).toEqual([]);
    expect(wrong).toEqual([]);
    expect(titles.get(jobPath)).toContain('looked_at');
    expect(new Set(titles.values()).size).toBeGreaterThan(40);
  });

  test('nothing that opens over a page breaks a rule of axe', async () => {
    await choose(theme);
    await judgeOpen('/myDoc', 'menu of an entry', () =>
      files.entry('run.sh').click({ button: 'right' }),
    );
    await judgeOpen('/myDoc', 'selection', () => files.entry('run.sh').click());
    await page.goto('/myDoc');
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
    await judgeOpen('/roleManagement', 'new role', async () => {
      await page.getByRole('button', { name: /新增/ }).first().click();
      await page.getByRole('dialog').waitFor();
    });
    expect(found).toEqual([]);
  });

  test('the login page breaks no rule of axe', async () => {
    const stranger = await newVisitor(browser, platform);
    await stranger.page.goto('/login');
    await stranger.page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await stranger.page.reload();
    await stranger.page.getByRole('button', { name: '登录' }).waitFor();
    expect(await listAxeViolations(stranger.page)).toEqual([]);
    expect(await stranger.page.title()).toBe('登录 · 云枢 ClusterDesk');
    await stranger.context.close();
  });
});
