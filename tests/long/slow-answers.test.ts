import { expect, jest, test } from '@jest/globals';
import { desktop } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { everyPage, settle } from '../support/browser/console-walk.js';
import { furnishConsole } from '../support/browser/furnished-console.js';

jest.setTimeout(900_000);

const { platform, browser } = await consoleSuite();

/** What moved, from where to where: it names the place in a failure. */
interface Shift {
  value: number;
  moved: string[];
}

/** All moves of the page since it was opened that nobody caused by typing or clicking. */
const readShifts = (): Promise<Shift[]> =>
  new Promise((resolve) => {
    const shifts: Shift[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources, hadRecentInput } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
          sources: {
            node: Element | null;
            previousRect: DOMRectReadOnly;
            currentRect: DOMRectReadOnly;
          }[];
        };
        if (!hadRecentInput) {
          shifts.push({
            value,
            moved: sources.map(
              ({ node, previousRect: from, currentRect: to }) =>
                `${node?.nodeName} ${node?.className} ${from.y}+${from.height} → ${to.y}+${to.height}`,
            ),
          });
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
    // What was observed before comes with the next turn.
    setTimeout(() => resolve(shifts));
  });

test('nothing jumps where the answers of a page come late and one after the other', async () => {
  const furnished = await furnishConsole(platform, browser);
  const storageState = await furnished.files.visitor.context.storageState();
  const jumping: Record<string, Shift[]> = {};
  for (const path of everyPage(furnished)) {
    for (const order of [1, -1]) {
      const context = await browser.newContext({
        baseURL: platform.url,
        viewport: desktop,
        storageState,
      });
      const page = await context.newPage();
      let asked = 0;
      await page.route('/api/**', async (route) => {
        asked += 1;
        // In the order they were asked for, and in the reverse of it.
        const turn = order === 1 ? asked : Math.max(1, 14 - asked);
        await new Promise((done) => setTimeout(done, turn * 120));
        await route.continue();
      });
      await page.goto(path);
      await settle(page);
      const shifts = await page.evaluate(readShifts);
      if (shifts.reduce((sum, { value }) => sum + value, 0) > 0.02) {
        jumping[`${path} ${order}`] = shifts;
      }
      await context.close();
    }
  }
  expect(jumping).toEqual({});
});
