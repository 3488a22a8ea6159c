import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectAtMost } from '../support/speed/figures.js';
import {
  jobProtections,
  limits,
  type MetricSample,
  type MonitorRecord,
} from '@clusterdesk/contracts';
import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import {
  desktop,
  launchBrowser,
  newVisitor,
  phone,
  signInAt,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { mainThreadTasks } from '../support/speed/main-thread.js';
import { TestPlatform } from '../support/platform/platform.js';

const hostCount = 500;
/** Of the shortest range: as many points as a series has at most. */
const stepMs = (15 * 60_000) / limits.monitorMaxPoints;
const seconds = 6;

let platform: TestPlatform;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let socket: WebSocketRoute | undefined;

const nameOf = (index: number): string => `calc-${String(index).padStart(3, '0')}`;
const loadAt = (index: number, turn: number): number => (index * 7 + turn * 13) % 100;

/** Hosts with full series that end now. */
function manyHosts(): MonitorRecord[] {
  const to = Date.now();
  const points = (index: number): MonitorRecord['cpus'] =>
    Array.from({ length: limits.monitorMaxPoints }, (_, turn) => ({
      time: to - (limits.monitorMaxPoints - turn) * stepMs,
      used: loadAt(index, turn),
    }));
  return Array.from({ length: hostCount }, (_, index) => ({
    nodeId: `node-${index}`,
    hostname: nameOf(index),
    kind: 'compute',
    online: true,
    lastSeen: to,
    cpuCount: 64,
    memoryBytes: 256 * 1024 ** 3,
    confinement: 'namespaces',
    acceptsJobs: true,
    protections: [...jobProtections],
    drainedReason: null,
    alerts: [],
    cpus: points(index),
    mems: points(index + 3),
  }));
}

/** What the server says once a second, for all hosts together. */
function sendSamples(turn: number): void {
  const samples = Array.from({ length: hostCount }, (_, index): MetricSample => ({
    nodeId: `node-${index}`,
    hostname: nameOf(index),
    time: Date.now(),
    cpu: loadAt(index, turn),
    mem: loadAt(index + 3, turn),
  }));
  socket?.send(`42/console,${JSON.stringify(['metrics', { samples }])}`);
}

beforeAll(async () => {
  [platform, browser] = await Promise.all([TestPlatform.startOnSharedDatabase(), launchBrowser()]);
  visitor = await newVisitor(browser, platform);
  ({ page } = visitor);
  await page.routeWebSocket(/\/socket\.io\//, (route) => {
    socket = route;
    // This host is not among those that are shown: news of it would have all of them asked for again.
    route.connectToServer().onMessage((message) => {
      if (!message.toString().startsWith('42/console,["metrics"')) {
        route.send(message);
      }
    });
  });
  await page.route('**/api/monitor/data', (route) =>
    route.fulfill({ json: { success: true, code: 200, message: '', result: manyHosts() } }),
  );
  await signInAt(page, '/platformMonitoring?range=15m');
  await page
    .getByRole('article', { name: nameOf(0) })
    .locator('canvas')
    .waitFor();
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

const figureOf = (index: number): Promise<string> =>
  page
    .getByRole('article', { name: nameOf(index) })
    .locator('footer')
    .innerText();

describe(`${hostCount} hosts that report every second`, () => {
  test('leave the page free for its user', async () => {
    const tasks = await mainThreadTasks(browser, page, async () => {
      for (let turn = 1; turn <= seconds; turn += 1) {
        const next = page.waitForTimeout(1_000);
        sendSamples(turn);
        await next;
      }
    });
    const perSecond = tasks.reduce((sum, ms) => sum + ms, 0) / seconds;
    process.stdout.write(
      `main thread: ${Math.round(perSecond)} ms a second, longest ${Math.round(tasks[0] ?? 0)} ms\n`,
    );
    expect(await figureOf(0)).toContain(`${loadAt(0, seconds).toFixed(1)} %`);
    expectAtMost('main thread with 500 hosts, each second', perSecond, 200);
    await takePicture(page, 'monitoring-many');
  });

  test('are all to be found by scrolling, each with its chart, on a phone too', async () => {
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      const cards = page.getByRole('article');
      expect(await cards.count()).toBeLessThan(40);
      const main = page.getByRole('main');
      await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      const last = page.getByRole('article', { name: nameOf(hostCount - 1) });
      await last.locator('canvas').waitFor();
      await expect(
        last.evaluate((card) => card.getBoundingClientRect().bottom),
      ).resolves.toBeLessThan(size.height);
      await main.evaluate((element) => element.scrollTo(0, 0));
      await page
        .getByRole('article', { name: nameOf(0) })
        .locator('canvas')
        .waitFor();
    }
    expect(visitor.problems).toEqual([]);
  });
});
