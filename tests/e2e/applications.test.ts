import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { manifestOf } from '../support/features/application-manifest.js';
import {
  atRest,
  launchBrowser,
  newVisitor,
  phone,
  signInAt,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

const isRoot = process.getuid?.() === 0;
const testAsRoot = isRoot ? test : test.skip;
/** What scripts of these tests do lies here, in the place of a host's packages. */
const dir = mkdtempSync(join(tmpdir(), 'clusterdesk-e2e-applications-'));
const mark = join(dir, 'installed');
const gate = join(dir, 'gate');
const waits = `until [ -e '${gate}' ]; do sleep 0.1; done`;

let platform: TestPlatform;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  chmodSync(dir, 0o755);
  const write = (name: string, more: object): void =>
    writeFileSync(join(dir, `${name}.json`), JSON.stringify(manifestOf(name, more)), {
      mode: 0o644,
    });
  write('htop', {
    description: { cn: '进程查看器', en: 'Process viewer' },
    install: `echo 第一行; ${waits}; echo htop >'${mark}'; echo 完成`,
    uninstall: `rm '${mark}'; echo 已删除`,
  });
  [platform, browser] = await Promise.all([
    TestPlatform.startOnSharedDatabase({ env: { APPLICATIONS_DIR: dir } }),
    launchBrowser(),
  ]);
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/applicationList');
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const rowOf = (name: string): Locator => page.getByRole('row').filter({ hasText: name });
const drawer = (): Locator => page.getByRole('dialog').filter({ hasText: '各节点结果' });

/** Presses a button, and starts what the dialog shows on the nodes that are chosen in it; @returns what it said */
async function confirm(button: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = await atRest(page.getByRole('dialog', { name: /[？?]$/ }));
  await dialog.getByRole('checkbox').first().waitFor();
  const said = await dialog.innerText();
  await dialog.getByRole('button', { name: /（1 个节点）$/ }).click();
  await dialog.waitFor({ state: 'detached' });
  return said;
}

/** Closes the drawer that a decision opens. */
async function leaveDrawer(): Promise<void> {
  await drawer().waitFor();
  await page.keyboard.press('Escape');
  await drawer().waitFor({ state: 'detached' });
}

describe('the list of applications', () => {
  testAsRoot('installs on the nodes, shows the output as it comes, and turns green', async () => {
    await rowOf('htop').getByText('进程查看器').waitFor();
    await rowOf('htop').getByText('0/1 个在线节点').waitFor();
    expect(await confirm('安装 htop')).toContain(`echo htop >'${mark}'; echo 完成`);
    // What the script says is open at once.
    await drawer().getByText('运行中').waitFor();
    const output = drawer().getByRole('log');
    await output.getByText('第一行').waitFor();
    expect(await output.getByText('完成').count()).toBe(0);
    await takePicture(page, 'applications-running');
    writeFileSync(gate, '');
    await output.getByText('完成').waitFor();
    await drawer().getByText('成功').waitFor();
    expect(readFileSync(mark, 'utf8')).toBe('htop\n');
    await leaveDrawer();
    await rowOf('htop').getByText('已安装').waitFor();
    await rowOf('htop').getByText('1/1 个在线节点').waitFor();
  });

  testAsRoot('uninstalls it', async () => {
    await confirm('卸载 htop');
    await leaveDrawer();
    await rowOf('htop').getByText('未通过平台安装').waitFor();
    expect(existsSync(mark)).toBe(false);
  });

  testAsRoot('goes on when server and worker are killed while a script runs', async () => {
    rmSync(gate, { force: true });
    await confirm('安装 htop');
    await leaveDrawer();
    await rowOf('htop').getByText('进行中').waitFor();
    await waitFor('the script to run', async () => {
      const running = await platform.query(
        `SELECT FROM application_run WHERE application = 'htop' AND state = 'running' AND output_bytes > 0`,
      );
      return running.length > 0;
    });
    await platform.kill('server');
    await platform.kill('worker');
    writeFileSync(gate, '');
    await waitFor('the mark', () => existsSync(mark));
    await rowOf('htop').getByText('已安装').waitFor({ timeout: 60_000 });
  });

  test('are cards on a phone', async () => {
    await page.setViewportSize(phone);
    await page.goto('/applicationList');
    await page.getByRole('button', { name: 'htop', exact: true }).waitFor();
    expect(await page.getByRole('row').count()).toBe(0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true);
    await takePicture(page, 'applications-phone');
    await page.getByRole('button', { name: 'htop', exact: true }).click();
    await drawer().waitFor();
    await atRest(drawer());
    await takePicture(page, 'applications-phone-drawer');
    expect(visitor.problems).toEqual([]);
  });
});
