import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { desktop, newVisitor, phone, takePicture } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { everyPage, go, settle } from '../support/browser/console-walk.js';
import { furnishConsole, type FurnishedConsole } from '../support/browser/furnished-console.js';
import { workspace } from '../support/platform/platform.js';

jest.setTimeout(900_000);

const { platform, browser } = await consoleSuite();
let furnished: FurnishedConsole;

beforeAll(async () => {
  furnished = await furnishConsole(platform, browser);
});

/** What a first visit to any page may take: all that is fetched by HTTP, headers included, and how much of it moves by itself. */
const most = { bytes: 570_000, requests: 96, shift: 0.02 };

interface Cost {
  bytes: number;
  requests: number;
  shift: number;
}

const readCost = (): Promise<Cost> =>
  new Promise((resolve) => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shift += 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const fetched = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    // What was observed before comes with the next turn.
    setTimeout(() =>
      resolve({
        bytes: fetched.reduce((sum, { transferSize }) => sum + transferSize, 0),
        requests: fetched.length,
        shift: Number(shift.toFixed(4)),
      }),
    );
  });

const nameOf = (path: string): string => path.slice(1).split('?')[0]!.replaceAll('/', '-');

test('a first visit to any page is light, and nothing on it jumps', async () => {
  const storageState = await furnished.files.visitor.context.storageState();
  const costs: Record<string, Cost> = {};
  for (const path of everyPage(furnished)) {
    const context = await browser.newContext({
      baseURL: platform.url,
      viewport: desktop,
      storageState,
    });
    const page = await context.newPage();
    await page.goto(path);
    await settle(page);
    costs[path] = await page.evaluate(readCost);
    await context.close();
  }
  const folder = join(workspace, 'tests/output');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(costs, null, 2));
  const heavy = Object.entries(costs).filter(
    ([, { bytes, requests, shift }]) =>
      bytes > most.bytes || requests > most.requests || shift > most.shift,
  );
  expect(heavy).toEqual([]);
});

/** With PICTURES=1 only: every page for people to look at. */
const looks = [
  ['white', 'cn', desktop],
  ['black', 'en', desktop],
  ['white', 'cn', phone],
  ['black', 'en', phone],
] as const;

(process.env['PICTURES'] === '1' ? test : test.skip).each(looks)(
  'pictures of every page, %s, %s, %j',
  async (theme, language, viewport) => {
    const { context, page } = await newVisitor(browser, platform, viewport);
    await (await platform.signIn()).expectOk(endpoints.account.setLanguage, { selected: language });
    const kept = await furnished.files.visitor.context.storageState();
    await page.goto('/api/health/live');
    await page.evaluate(
      (entries) => entries.forEach(({ name, value }) => localStorage.setItem(name, value)),
      [
        ...(kept.origins[0]?.localStorage ?? []),
        { name: 'theme', value: theme },
        { name: 'language', value: language },
      ],
    );
    await page.goto('/myDoc');
    // Its title has come: the next one is known by another.
    await settle(page);
    for (const path of everyPage(furnished)) {
      await go(page, path);
      await settle(page);
      await takePicture(page, `page-${viewport.width}-${theme}-${language}-${nameOf(path)}`);
    }
    await context.close();
  },
);
