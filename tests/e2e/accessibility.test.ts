import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Page } from 'playwright-core';
import { listAxeViolations } from './axe.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { newVisitor } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { consoleRoutes } from '../support/browser/console-routes.js';
import {
  addProject,
  applyFor,
  ProjectPeople,
  putInProject,
} from '../support/browser/project-people.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(480_000);

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;
/** What axe found, with where. */
let found: string[] = [];
/** A project that admin administers, with members, tags and applications. */
let projectId = '';
/** One of its applications, which waits for admin. */
let applicationId = '';

/** Fills the pages around projects: empty ones have little on them that could be wrong. */
async function furnishProjects(): Promise<void> {
  const admin = await platform.signIn();
  const people = new ProjectPeople(platform);
  const members = [await people.add('member', '韩梅梅'), await people.add('other', '李雷')];
  const [member] = members;
  await people.add('candidate', '王芳');
  const project = await addProject(admin, '课题', members, { projectDescribe: '基因组测序' });
  projectId = project.id;
  await admin.expectOk(endpoints.projects.addTag, { projectId, tagName: '测序' });
  for (const name of ['a', 'b', 'c']) {
    await putInProject(admin, projectId, `/数据/${name}.csv`);
  }
  for (const [name, status] of [
    ['a', '1'],
    ['b', '2'],
  ] as const) {
    const { id } = await applyFor(member!.client, projectId, [`/数据/${name}.csv`], '用于论文');
    await admin.expectOk(endpoints.approvals.agree, { id, status, reason: '按规定' });
  }
  applicationId = (await applyFor(member!.client, projectId, ['/数据'], '用于复现')).id;
  await admin.expectOk(endpoints.projectFiles.setPermission, {
    projectId,
    file: '/数据/a.csv',
    filePermission: { userView: true },
  });
  // admin's own, in a project of another one.
  const joined = await addProject(member!.client, '别的课题', [
    { id: await ownId(), userName: 'admin', client: admin },
  ]);
  await putInProject(member!.client, joined.id, '/图.png');
  await applyFor(admin, joined.id, ['/图.png']);
  const gone = await addProject(admin, '旧课题');
  await admin.expectOk(endpoints.projects.remove, { id: gone.id });
}

beforeAll(async () => {
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
  await furnishProjects();
});

/** The pages of the console's own table; of those that a later version brings, all look like the first one. */
const routes = consoleRoutes()
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

/** What the address of a page has to say beside its path, so that there is something on it. */
function addressOf(path: string, userId: string): string {
  if (aboutUser.includes(path)) {
    return `${path}?id=${userId}`;
  }
  const ofProjects: Record<string, string> = {
    '/managementProjectDetail': `?id=${projectId}`,
    '/joinProjectDetail': `?id=${projectId}`,
    '/projectMembers': `?id=${projectId}`,
    '/projectSettings': `?id=${projectId}`,
    '/authoritySettings': `?id=${projectId}&file=${encodeURIComponent('/数据/a.csv')}`,
  };
  return path + (ofProjects[path] ?? '');
}

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
    expect(alike.size).toBeLessThan(all.length - 20);
    // The theme is read at the start; from then on pages change as a link changes them.
    await page.goto('/myDoc');
    const userId = await ownId();
    for (const path of all) {
      await go(addressOf(path, userId));
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
    await judgeOpen('/managementProject?type=1', 'new project', async () => {
      await page.getByRole('button', { name: '创建项目' }).click();
      await page.getByRole('dialog').waitFor();
    });
    await page.goto('/managementProject?type=1&deleted=1');
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
      await page.getByRole('button', { name: /^批准下载/ }).click();
      await page.getByRole('dialog').waitFor();
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
