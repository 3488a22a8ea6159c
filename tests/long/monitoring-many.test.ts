import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser, newVisitor, takePicture } from '../support/browser/browser.js';
import { loadAt, ManyHostsPage } from '../support/browser/many-hosts.js';
import { TestPlatform } from '../support/platform/platform.js';
import { expectAtMost } from '../support/speed/figures.js';
import { mainThreadTasks } from '../support/speed/main-thread.js';

const hostCount = 500;
const seconds = 6;

let platform: TestPlatform;
let browser: Browser;
let hosts: ManyHostsPage;

beforeAll(async () => {
  [platform, browser] = await Promise.all([TestPlatform.startOnSharedDatabase(), launchBrowser()]);
  const { page } = await newVisitor(browser, platform);
  hosts = await ManyHostsPage.open(page, hostCount);
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

test(`${hostCount} hosts that report every second leave the page free for its user`, async () => {
  const { page } = hosts;
  const tasks = await mainThreadTasks(browser, page, async () => {
    for (let turn = 1; turn <= seconds; turn += 1) {
      const next = page.waitForTimeout(1_000);
      hosts.sendSamples(turn);
      await next;
    }
  });
  const perSecond = tasks.reduce((sum, ms) => sum + ms, 0) / seconds;
  process.stdout.write(
    `main thread: ${Math.round(perSecond)} ms a second, longest ${Math.round(tasks[0] ?? 0)} ms\n`,
  );
  const figures = await hosts.card(0).locator('footer').innerText();
  expect(figures).toContain(`${loadAt(0, seconds).toFixed(1)}%`);
  expectAtMost('main thread with 500 hosts, each second', perSecond, 200);
  await takePicture(page, 'monitoring-many');
});
