import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../support/platform/api-client.js';
import { newVisitor, signInAt, type Visitor } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { FilesPage } from '../support/browser/files-page.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let files: FilesPage;
let page: Page;
let client: ApiClient;

beforeAll(async () => {
  files = await FilesPage.open(browser, platform, ['A/old.txt', 'B/', 'gone.txt']);
  ({ page } = files);
  client = await platform.signIn();
});

/** Opens a page as a link of the console does: the window, and what it knows, stay. */
const walkTo = (path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);

interface Walk {
  path: string;
  /** What the page shows when it has been drawn. */
  ready: string;
  /** Where one goes meanwhile. */
  away: string;
  awayReady: string;
  /** What happens meanwhile, elsewhere. */
  change: () => Promise<unknown>;
  /** What the page shows then, at once. */
  truth: string;
}

const addRole = (roleName: string) => () =>
  client.expectOk(endpoints.roles.add, { roleName, description: '' });
const addUser = (userName: string) => async () => {
  const { result: roles } = await client.expectOk(endpoints.roles.list, {});
  return client.expectOk(endpoints.users.add, {
    userName,
    password: await client.encrypt('A-password-1'),
    realName: null,
    roleId: roles.find(({ isSystemAdministrator }) => !isSystemAdministrator)!.id,
  });
};
const runJob = (jobName: string) => () =>
  client.expectOk(endpoints.jobs.run, {
    jobName,
    queueName: 'local',
    scriptContent: 'true',
  });

const walks: Walk[] = [
  {
    path: '/myDoc?dir=%2FA',
    ready: 'old.txt',
    away: '/myDoc?dir=%2FB',
    awayReady: '这里还没有文件',
    change: () => client.expectOk(endpoints.disk.mkdir, { path: '/A/came-meanwhile' }),
    truth: 'came-meanwhile',
  },
  {
    path: '/myDoc/trash',
    ready: '回收站是空的',
    away: '/userCenter',
    awayReady: 'admin',
    change: () => client.expectOk(endpoints.disk.remove, { paths: ['/gone.txt'] }),
    truth: 'gone.txt',
  },
  {
    path: '/taskManangement',
    ready: '还没有任务',
    away: '/userCenter',
    awayReady: 'admin',
    change: runJob('while_away'),
    truth: 'while_away',
  },
  {
    path: '/userList',
    ready: 'admin',
    away: '/roleManagement',
    awayReady: '普通用户',
    change: addUser('newcomer'),
    truth: 'newcomer',
  },
  {
    path: '/roleManagement',
    ready: '普通用户',
    away: '/menuManagement',
    awayReady: '我的文件',
    change: addRole('Guests'),
    truth: 'Guests',
  },
  {
    path: '/authManagement',
    ready: 'Guests',
    away: '/menuManagement',
    awayReady: '我的文件',
    change: addRole('Visitors'),
    truth: 'Visitors',
  },
  {
    path: '/logManagement',
    ready: '新增了角色',
    away: '/menuManagement',
    awayReady: '我的文件',
    change: () => client.expectOk(endpoints.trash.empty, {}),
    truth: '清空了回收站',
  },
];

/** Opens a page, goes away, and comes back when it has changed: what it shows then is the truth. */
async function walk({ path, ready, away, awayReady, change, truth }: Walk): Promise<void> {
  await walkTo(path);
  await page.getByText(ready).first().waitFor();
  expect(await page.getByText(truth, { exact: true }).count()).toBe(0);
  await walkTo(away);
  await page.getByText(awayReady).first().waitFor();
  await change();
  await walkTo(path);
  await page.getByText(truth, { exact: true }).first().waitFor();
}

const elsewhere = { away: '/menuManagement', awayReady: '我的文件' };

describe('going away and coming back at once', () => {
  test.each(walks)('$path shows what happened meanwhile', walk);

  test("a job's page shows what it said meanwhile, and how it ended", async () => {
    const { result: job } = await client.expectOk(endpoints.jobs.run, {
      jobName: 'goes_on',
      queueName: 'local',
      // The page shows the script as well: what it says is not what stands in it.
      scriptContent:
        'echo said-$((1+1)); until [ -e gate ]; do sleep 0.1; done; echo said-$((2+2))',
    });
    await walk({
      path: `/taskManangement?jobId=${job.jobId}`,
      ready: 'said-2',
      ...elsewhere,
      change: async () => {
        files.put('gate');
        await waitFor('the end', async () => {
          const { result } = await client.expectOk(endpoints.jobs.detail, job);
          return result.status === 'COMPLETED';
        });
      },
      truth: 'said-4',
    });
    const details = page.getByRole('region', { name: '任务信息' });
    await details.getByText('已完成').waitFor();
  });

  test('the monitoring page shows a host that has gone silent meanwhile', async () => {
    const agent = await platform.pidOf('agent');
    try {
      await walk({
        path: '/platformMonitoring',
        ready: '在线主机',
        ...elsewhere,
        change: async () => {
          process.kill(agent, 'SIGSTOP');
          await waitFor('the host to be taken for gone', async () => {
            const { result } = await client.expectOk(endpoints.cluster.monitorData, {});
            return result.every(({ online }) => !online);
          });
        },
        truth: '1 离线',
      });
    } finally {
      process.kill(agent, 'SIGCONT');
    }
  });

  test('the sessions of the own account show who signed in meanwhile', async () => {
    const iPad = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';
    await walk({
      path: '/userCenter',
      ready: 'Linux 上的 Chrome',
      ...elsewhere,
      change: async () => {
        await platform.signIn();
        await platform.query(
          `UPDATE user_session SET user_agent = $1
           WHERE id = (SELECT id FROM user_session ORDER BY created_at DESC LIMIT 1)`,
          [iPad],
        );
      },
      truth: 'iOS 上的 Safari',
    });
  });
});

describe('two administrators', () => {
  test.each([
    ['/userList', 'admin', addUser('colleague'), 'colleague'],
    ['/roleManagement', '普通用户', addRole('Colleagues'), 'Colleagues'],
  ] as const)('%s shows what the other one does', async (path, ready, change, truth) => {
    await walkTo(path);
    await page.getByText(ready).first().waitFor();
    await change();
    await page.getByText(truth, { exact: true }).first().waitFor();
  });
});

describe('a restart of the server', () => {
  test('leaves an open preview as it is', async () => {
    const { context, page: fresh } = await stranger();
    await files.entry('A', fresh).dblclick();
    await files.entry('old.txt', fresh).dblclick();
    const preview = fresh.getByTestId('preview');
    await preview.getByText('A/old.txt').waitFor();
    const asked: string[] = [];
    fresh.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // The address is held while the server is away, so its first attempt succeeds: a WebSocket.
    fresh.on('websocket', (socket) => asked.push(new URL(socket.url()).pathname));
    await platform.killAndWait('server');
    await waitFor('the window to be connected again', () => asked.includes('/socket.io/'));
    await fresh.getByText(/^与服务器的连接自/).waitFor({ state: 'detached' });
    await preview.getByText('A/old.txt').waitFor();
    expect(asked.filter((path) => /preview/i.test(path))).toEqual([]);
    await context.close();
  });
});

/** A browser of its own, at My files. */
async function stranger(): Promise<Visitor> {
  const visitor = await newVisitor(browser, platform);
  await signInAt(visitor.page, '/myDoc');
  await files.entry('A', visitor.page).waitFor();
  return visitor;
}
