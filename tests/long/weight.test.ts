import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { expectAtMost } from '../support/speed/figures.js';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { desktop, launchBrowser, takePicture } from '../support/browser/browser.js';
import { FilesPage } from '../support/browser/files-page.js';
import { TestPlatform, workspace } from '../support/platform/platform.js';

let platform: TestPlatform;
let browser: Browser;
let signedIn: NonNullable<BrowserContextOptions['storageState']>;

/** What Chromium's developer tools call "Fast 3G": 1.6 Mbit/s and 150 ms, with the factors they apply; bytes per second, ms. */
const fast3g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
};

/** What a first visit costs, as the browser's own performance entries tell it. */
interface Weight {
  /** Everything fetched by HTTP, headers included, bytes. */
  bytes: number;
  requests: number;
  /** Each of them, as it was asked for: what, from when to when (ms), and how much (bytes). */
  waterfall: string[];
  /** When the page first showed words or pictures, ms. */
  paintedMs: number;
  /** When the last script had come that the page needed to be of use, ms: those that come later are for what comes next. */
  codeMs: number;
  /** When what the page is about was there, drawn by the code that answers, ms. */
  usableMs: number;
  /** How much what was in sight has jumped (layout shift score). */
  shift: number;
}

const figures: Record<string, Weight> = {};

beforeAll(async () => {
  [platform, browser] = await Promise.all([TestPlatform.startOnSharedDatabase(), launchBrowser()]);
  const { visitor } = await FilesPage.open(browser, platform, ['第一份.txt', '第二份.txt']);
  signedIn = await visitor.context.storageState();
  await visitor.context.close();
});
afterAll(async () => {
  const folder = join(workspace, 'tests/output');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'weight.json'), JSON.stringify(figures, null, 2));
  await browser?.close();
  await platform?.stop();
});

const readEntries = (): Promise<Weight> =>
  new Promise((resolve) => {
    const markedAt = (name: string): number =>
      performance.getEntriesByName(name)[0]?.startTime ?? Infinity;
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shift += 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    // What was asked for along the way, live events among it, has come a moment later.
    setTimeout(() => {
      const fetched = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[];
      resolve({
        bytes: fetched.reduce((sum, { transferSize }) => sum + transferSize, 0),
        requests: fetched.length,
        waterfall: fetched.map(
          ({ name, startTime, responseStart, responseEnd, transferSize }) =>
            `${[startTime, responseStart, responseEnd].map((at) => at.toFixed(0).padStart(5)).join(' ')} ${String(transferSize).padStart(6)} ${new URL(name).pathname}`,
        ),
        paintedMs: markedAt('first-contentful-paint'),
        codeMs: Math.max(
          ...fetched
            .filter(
              ({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= markedAt('usable'),
            )
            .map((file) => file.responseEnd),
        ),
        usableMs: markedAt('usable'),
        shift,
      });
    }, 3_000);
  });

/** Notes in the page itself when what makes it usable is there: no round trip to the test is counted. */
const noteUsable = (selector: string): void => {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector)) {
      performance.mark('usable');
      observer.disconnect();
    }
  });
  observer.observe(document, { childList: true, subtree: true });
};

/** A first visit, with nothing in the browser's cache; over `fast3g` unless the network is to be left alone. */
async function visit(
  name: string,
  path: string,
  usable: string,
  options: { storageState?: typeof signedIn; isSlow: boolean },
): Promise<Weight> {
  const context = await browser.newContext({
    baseURL: platform.url,
    viewport: desktop,
    ...(options.storageState ? { storageState: options.storageState } : {}),
  });
  await context.addInitScript(noteUsable, usable);
  const page = await context.newPage();
  if (options.isSlow) {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', fast3g);
  }
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  await takePicture(page, `weight-${name}-painted`);
  await page.locator(usable).first().waitFor();
  const weight = await page.evaluate(readEntries);
  await takePicture(page, `weight-${name}`);
  figures[name] = weight;
  await context.close();
  return weight;
}

/** What is there as soon as each page is of use; CSS selectors. */
const login = 'input[autocomplete=username]';
const files = '[role=row][data-index]';

describe('a first visit', () => {
  test('of the login page is light, and something is in sight at once', async () => {
    const weight = await visit('login', '/login', login, { isSlow: true });
    expectAtMost('the login page', weight.bytes, 200_000, 'bytes');
    expectAtMost('the login page, something in sight', weight.paintedMs, 1_500);
    expectAtMost('the login page, layout shift', weight.shift, 0.02, '');
  });

  test('of my files is light, and its rows are there as soon as their code is', async () => {
    const weight = await visit('my-files', '/myDoc', files, {
      storageState: signedIn,
      isSlow: true,
    });
    expectAtMost('my files, first visit', weight.bytes, 350_000, 'bytes');
    expectAtMost('my files, first visit, something in sight', weight.paintedMs, 1_500);
    // Two round trips and the code's bytes alone take 2.95 s at this speed.
    expectAtMost('my files, first visit, its code', weight.codeMs, 4_000);
    // The rest is the processor's, which is as busy as it is: the same visit over a fast line tells how much.
    const near = await visit('my-files-near', '/myDoc', files, {
      storageState: signedIn,
      isSlow: false,
    });
    expectAtMost('my files, first visit, usable', weight.usableMs - near.usableMs, 4_000);
    expectAtMost('my files, first visit, layout shift', weight.shift, 0.02, '');
  });

  test('at a page that needs a sign-in brings the login page only', async () => {
    const weight = await visit('stranger', '/myDoc', login, { isSlow: false });
    expectAtMost('the login page of a stranger', weight.bytes, 200_000, 'bytes');
  });
});
