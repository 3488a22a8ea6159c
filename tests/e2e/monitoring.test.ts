import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { listAxeViolations } from '../support/browser/axe.js';
import {
  desktop,
  launchBrowser,
  newVisitor,
  phone,
  signInAt,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

let platform: TestPlatform;
let browser: Browser;
let visitor: Visitor;
let card: Locator;

beforeAll(async () => {
  [platform, browser] = await Promise.all([TestPlatform.startOnSharedDatabase(), launchBrowser()]);
  visitor = await newVisitor(browser, platform);
  await signInAt(visitor.page, '/platformMonitoring?range=15m');
  card = visitor.page.getByRole('article');
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

const figures = (): Promise<string> => card.locator('footer').innerText();
const isOnline = async (): Promise<boolean> => (await card.getAttribute('data-state')) === 'online';

/** The drawn pixels whose colour is near the given one. */
const pixelsLike = (color: string): Promise<number> =>
  card.locator('canvas').evaluate((canvas: HTMLCanvasElement, wanted) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(wanted.slice(at, at + 2), 16));
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const far =
        Math.abs(data[at]! - r) + Math.abs(data[at + 1]! - g) + Math.abs(data[at + 2]! - b);
      count += far < 48 && data[at + 3]! > 128 ? 1 : 0;
    }
    return count;
  }, color);

const tokenColor = (name: string): Promise<string> =>
  visitor.page.evaluate(
    (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim(),
    name,
  );

describe('platform monitoring', () => {
  test("this host's load moves by live events, without asking again", async () => {
    await waitFor('the host to be online', isOnline);
    expect(await visitor.page.getByText('1 台主机').count()).toBe(1);
    await waitFor('figures', async () => /\d% .*\d%/s.test((await figures()).replace(/\n/g, ' ')));
    // What a host that came replays is asked for once, when no more of it has come for four seconds.
    await visitor.page.waitForTimeout(6_000);
    const asked: string[] = [];
    visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const seen = new Set<string>();
    await waitFor('three different figures', async () => seen.add(await figures()).size >= 3);
    expect(asked.filter((path) => path === '/api/monitor/data')).toEqual([]);
  });

  test('an agent that falls silent shows as offline within 10 s, and is back when it speaks', async () => {
    const agent = await platform.pidOf('agent');
    process.kill(agent, 'SIGSTOP');
    try {
      await waitFor('offline', async () => !(await isOnline()), 10_000);
      await visitor.page.getByText('1 离线').waitFor();
      await card.getByText(/^离线 \d+ 秒$/).waitFor();
      await takePicture(visitor.page, 'monitoring-offline');
    } finally {
      process.kill(agent, 'SIGCONT');
    }
    await waitFor('online again', isOnline, 10_000);
    await visitor.page.getByRole('button', { name: /^在线主机 ?1 \/ 1$/ }).waitFor();
  });

  test("both curves are drawn in the theme's own colours, also after a switch", async () => {
    for (const theme of ['light', 'dark']) {
      if (theme === 'dark') {
        await visitor.page.getByRole('button', { name: '切换到黑色主题' }).click();
      }
      const [cpu, memory] = [await tokenColor('--chart-cpu'), await tokenColor('--chart-memory')];
      await waitFor(`the CPU curve in ${theme}`, async () => (await pixelsLike(cpu)) > 5);
      await waitFor(`the memory curve in ${theme}`, async () => (await pixelsLike(memory)) > 5);
    }
    await takePicture(visitor.page, 'monitoring-dark');
  });

  test('the chart follows the width of the window', async () => {
    await visitor.page.setViewportSize(phone);
    await waitFor('a narrow chart', async () => {
      const box = await card.locator('canvas').boundingBox();
      return box !== null && box.width > 200 && box.width < phone.width;
    });
    await visitor.page.setViewportSize(desktop);
    expect(visitor.problems).toEqual([]);
  });

  test('the protections of jobs are a figure on the card, and sentences when it is pressed', async () => {
    const reloadWith = async (protections: string): Promise<void> => {
      await platform.query('UPDATE node SET protections = $1', [protections]);
      await visitor.page.reload();
    };
    const all = '{account,files,network,memory,processes,processors,devices,io,syscalls,keys}';
    await reloadWith(all);
    await card.getByText('防护 10/10').click();
    await visitor.page.getByText('10 项防护全部生效').waitFor();
    await visitor.page.keyboard.press('Escape');

    await reloadWith('{account,files,syscalls,keys}');
    await takePicture(visitor.page, 'monitoring-protections-card');
    await card.getByText('防护 4/10').click();
    const dialog = visitor.page.getByRole('dialog');
    await dialog.getByText('安装 iproute2 和 slirp4netns').waitFor();
    await waitFor('the dialog to stand still', () =>
      visitor.page.evaluate(() => document.getAnimations().length === 0),
    );
    await takePicture(visitor.page, 'monitoring-protections');
    await visitor.page.setViewportSize(phone);
    await waitFor('a dialog as wide as the phone', async () => {
      const box = await dialog.locator('ul').boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= phone.width;
    });
    await takePicture(visitor.page, 'monitoring-protections-phone');
    await visitor.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await takePicture(visitor.page, 'monitoring-protections-card-phone');
    await visitor.page.setViewportSize(desktop);
    expect(visitor.problems).toEqual([]);
  });

  test('a long range shows averages of days ago, and stands still between two answers', async () => {
    await platform.query(
      `UPDATE node SET drained_reason = NULL, drained_at = NULL, protections = NULL`,
    );
    // As samples of then left them.
    for (const level of [60, 900]) {
      await platform.query(
        `INSERT INTO node_metric_level (level, time, node_id, cpu, mem, samples)
         SELECT $1, time, node.id, 80, 20, 30
         FROM node, generate_series(date_bin('15 minutes', now(), 'epoch') - interval '20 hours',
                                    now() - interval '2 hours', $1 * interval '1 second') AS time`,
        [level],
      );
    }
    for (const [range, days] of [
      ['30d', 30],
      ['7d', 7],
      ['24h', 1],
    ] as const) {
      const answer = visitor.page.waitForResponse('**/api/monitor/data');
      await visitor.page.goto(`/platformMonitoring?range=${range}`);
      const { from } = (await answer).request().postDataJSON() as { from: number };
      expect((Date.now() - from) / 86_400_000).toBeCloseTo(days, 1);
      await card.getByText('CPU 平均').waitFor();
    }
    const still = await figures();
    expect(still).toMatch(/CPU 平均 [78]\d\.\d%/);
    const cpu = await tokenColor('--chart-cpu');
    await waitFor('the curve of yesterday', async () => (await pixelsLike(cpu)) > 50);
    await takePicture(visitor.page, 'monitoring-day');
    await visitor.page.waitForTimeout(3_000);
    expect(await figures()).toBe(still);
  });

  test("a host's page names its busiest processes and its jobs, for everybody and on a phone", async () => {
    const { page } = visitor;
    await page.goto('/platformMonitoring?range=15m');
    await card.getByRole('link').first().click();
    await page.setViewportSize(phone);
    await page.getByRole('group', { name: '占用最多的进程' }).getByRole('row').nth(1).waitFor();
    await page
      .getByRole('region', { name: '此主机上的任务' })
      .getByText('没有任务在运行')
      .waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true);
    await takePicture(page, 'monitoring-host-phone');
    await page.setViewportSize(desktop);
    await page.getByRole('link', { name: '全部主机' }).click();
    await page.getByText('1 台主机').waitFor();
  });

  test('the choices fit a phone', async () => {
    await visitor.page.setViewportSize(phone);
    await waitFor('nothing wider than the phone', () =>
      visitor.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    );
    const box = await visitor.page.getByRole('combobox', { name: '时间范围' }).boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(phone.width);
    await takePicture(visitor.page, 'monitoring-choices-phone');
    await visitor.page.setViewportSize(desktop);
    expect(visitor.problems).toEqual([]);
  });
});
