import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Locator, Page } from 'playwright-core';
import {
  atRest,
  desktop,
  newVisitor,
  phone,
  signInAt,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { textsCut } from '../support/browser/page-parts.js';
import { workspace } from '../support/platform/platform.js';
import { VncDisplay } from '../support/wire/vnc-display.js';
import { waitFor } from '../support/wait-for.js';

const isRoot = process.getuid?.() === 0;
const testAsRoot = isRoot ? test : test.skip;
/** An account that every Debian has, nobody signs in with, and no other spec opens displays of. */
const account = 'uucp';

const { platform, browser } = await consoleSuite();
let visitor: Visitor;
let page: Page;
const children: ChildProcess[] = [];
let vncDisplay: VncDisplay | null = null;
const folders: string[] = [];

beforeAll(async () => {
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/desktopDot');
});
afterAll(async () => {
  children.forEach((child) => child.kill('SIGKILL'));
  await vncDisplay?.close();
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
});

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'clusterdesk-e2e-nodes-'));
  folders.push(folder);
  return folder;
};

/** Does what the command of a page does on a host, but for the installation: the agent of this build, by hand. */
function startAgent(command: string): void {
  const token = /AGENT_TOKEN='([\w-]+)'/.exec(command)?.[1] ?? '';
  const server = /'(http[^']+)\/agent\/install\.sh'/.exec(command)?.[1] ?? '';
  const env = {
    PATH: process.env['PATH'],
    AGENT_SERVER: server,
    AGENT_TOKEN: token,
    AGENT_ALLOW: 'metrics,sessions',
    AGENT_STATE_DIR: newFolder(),
    AGENT_HOSTNAME: 'desk-host',
  };
  children.push(spawn('node', [join(workspace, 'agent/dist/agent.cjs')], { stdio: 'ignore', env }));
}

const rowOf = (name: string): Locator => page.getByRole('row').filter({ hasText: name });

async function confirm(verb: string): Promise<void> {
  const question = page.locator('.ant-modal-confirm');
  await question.waitFor();
  await atRest(question);
  await question.getByRole('button', { name: verb, exact: true }).click();
  await question.waitFor({ state: 'detached' });
}

describe('a desktop', () => {
  test('is added, shows its command, and turns green by itself when its agent comes', async () => {
    await page.getByText('暂无桌面节点').waitFor();
    await takePicture(page, 'desktops-empty');
    await page.getByRole('link', { name: '添加桌面' }).first().click();
    await page.getByLabel('桌面名称').fill('desk_one');
    await page.getByLabel('内网 IP').fill('192.168.7.20');
    await page.getByLabel('外网地址').fill('desk.example.org');
    await page
      .getByLabel('描述')
      .fill(
        'Statistics with a graphics card and both editions of the editor. '.repeat(2).slice(0, 100),
      );
    await waitFor(
      'the address',
      async () =>
        (await page.getByLabel('访问地址').inputValue()) === 'desk.example.org:300/main/home',
    );
    await takePicture(page, 'desktop-form');
    await page.getByRole('button', { name: '新增' }).click();
    await page.getByText('正在等待代理接入…').waitFor();
    await takePicture(page, 'desktop-invited');
    startAgent(await page.getByLabel('注册命令').innerText());
    await page.getByText('代理已接入：desk-host').waitFor();
    await takePicture(page, 'desktop-connected');
    await page.getByRole('link', { name: '前往列表' }).click();
    await rowOf('desk_one').getByText('在线', { exact: true }).waitFor();
  });

  test('with a long name and address keeps its buttons, its state and the width of a phone', async () => {
    const client = await platform.signIn();
    const desktopName = `long_${'n'.repeat(59)}`;
    const { result } = await client.expectOk(endpoints.desktops.add, {
      desktopName,
      lanIp: '192.168.7.30',
      wanIp: 'render.visualisation.research.example.org',
      desktopDescribe: 'Pictures of large models',
    });
    const row = rowOf(desktopName);
    await row.getByText('Pictures of large models').waitFor();
    const copy = row.getByRole('button', { name: '复制访问地址' });
    await atRest(row);
    const cell = await copy.evaluate((node) => node.closest('td')!.getBoundingClientRect().right);
    const box = await copy.boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(cell);
    await takePicture(page, 'desktops-long');

    await page.getByRole('button', { name: '切换到黑色主题' }).click();
    const looks = await row
      .locator('td')
      .last()
      .locator('a, button')
      .evaluateAll((actions) =>
        actions.map((action) => {
          const text = document.createRange();
          text.selectNodeContents(action);
          const { left, right } = text.getBoundingClientRect();
          return { left, right, color: getComputedStyle(action).color };
        }),
      );
    const gaps = looks.slice(1).map(({ left }, at) => Math.round(left - looks[at]!.right));
    expect(new Set(gaps)).toEqual(new Set([gaps[0]]));
    expect(new Set(looks.slice(0, -1).map(({ color }) => color)).size).toBe(1);
    const agent = row.getByRole('button', { name: `${desktopName} 的代理` });
    await agent.hover();
    // As bright as what is not pointed at, not as dim as what is disabled.
    await waitFor('the colour of hovering', async () => {
      const color = await agent.evaluate((node) => getComputedStyle(node).color);
      return color === 'rgb(76, 196, 186)';
    });

    await page.setViewportSize(phone);
    const card = page.getByRole('listitem').filter({ hasText: desktopName });
    const state = await card.getByText('等待代理接入').boundingBox();
    expect(state!.x + state!.width).toBeLessThanOrEqual(phone.width);
    const isWide = (node: Element): boolean => node.scrollWidth > node.clientWidth;
    expect(await card.locator('xpath=../..').evaluate(isWide)).toBe(false);
    await takePicture(page, 'desktops-long-phone');
    await page.setViewportSize(desktop);
    await page.getByRole('button', { name: '切换到白色主题' }).click();
    await client.expectOk(endpoints.desktops.remove, { id: result.id });
    await row.waitFor({ state: 'detached' });
  });

  test('is assigned with two lists, and opened by who has it, in a new window with a code', async () => {
    await page.getByRole('link', { name: '为 desk_one 分配用户' }).click();
    const free = page.getByRole('region', { name: '未分配' });
    await free.getByText('admin', { exact: true }).click();
    await free.getByRole('button', { name: /分配/ }).click();
    await page.getByRole('region', { name: '已分配用户' }).getByText('admin').waitFor();
    await takePicture(page, 'desktop-assignment');
    await page.getByRole('button', { name: '确定' }).click();
    await rowOf('desk_one').getByText(/1 人/).waitFor();
    await page.goto('/workPlat');
    const asked = visitor.page
      .context()
      .waitForEvent('request', (request) => request.url().includes('desk.example.org'));
    const open = page.getByRole('button', { name: 'desk_one' });
    expect(await textsCut(open)).toEqual([]);
    await open.click();
    expect((await asked).url()).toMatch(
      /^http:\/\/desk\.example\.org:300\/main\/home\?code=[\w-]+$/,
    );
    await takePicture(page, 'own-desktops');
    await page.goto('/desktopDot');
  });

  testAsRoot(
    'shows who is on it as soon as he is, and a session is closed by its row',
    async () => {
      await page.goto('/onlineUser');
      // Of this account alone: specs of the agent open displays of others on the same host.
      const ofAccount = rowOf('desk_one').getByText(account, { exact: true });
      const search = page.getByLabel('用户、桌面或地址');
      await search.fill(account);
      await search.press('Enter');
      await page.getByText('没有符合条件的会话').waitFor();
      vncDisplay = await VncDisplay.open({ account });
      await ofAccount.waitFor();
      await takePicture(page, 'online-users');
      await page.getByRole('button', { name: `关闭 ${account} 在 desk_one 上的桌面` }).click();
      await confirm('关闭');
      await page.getByText('会话已关闭').waitFor();
      await ofAccount.waitFor({ state: 'detached' });
      await waitFor('the display to be gone', () => vncDisplay?.isRunning.server === false);
    },
  );

  test('whose agent is revoked says so, and is cut off', async () => {
    await page.goto('/desktopDot');
    await page.getByRole('button', { name: 'desk_one 的代理' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'desk_one 的代理' }).first();
    await dialog.getByText('desk-host').waitFor();
    await takePicture(page, 'desktop-agent');
    await dialog.getByRole('button', { name: '吊销' }).click();
    await confirm('吊销');
    await dialog.getByText('代理已吊销').waitFor();
    await dialog.getByText('如需重新接入，请生成新的注册命令').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await rowOf('desk_one').getByText('代理已吊销').waitFor();
  });

  test('is deleted when one is sure', async () => {
    await page.getByRole('button', { name: '删除 desk_one' }).click();
    await confirm('删除');
    await page.getByText('暂无桌面节点').waitFor();
  });
});

describe('a compute node', () => {
  test('has its name looked up when the field is left, and is listed with its queues', async () => {
    await page.goto('/calculateDot');
    const name = hostname();
    await rowOf(name).getByText('local', { exact: true }).waitFor();
    await takePicture(page, 'compute-nodes');
    await page.getByRole('link', { name: '添加计算节点' }).first().click();
    await page.getByLabel('主机名称').fill(name);
    await page.getByLabel('内网 IP').click();
    await page.getByText(/已有同名或名称相近的主机/).waitFor();
    await page.getByLabel('主机名称').fill('second-host');
    await page.getByLabel('内网 IP').fill('192.168.7.21');
    await page.getByRole('button', { name: '新增' }).click();
    await page.getByText('正在等待代理接入…').waitFor();
    await page.getByRole('link', { name: '前往列表' }).click();
    await rowOf('second-host').getByText('等待代理接入').waitFor();
  });
});
