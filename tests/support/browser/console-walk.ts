import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitFor } from '../wait-for.js';
import { listAxeViolations } from './axe.js';
import { desktop, phone } from './browser.js';
import { consoleRoutes } from './console-routes.js';
import type { FurnishedConsole } from './furnished-console.js';

/** The pages of the console's own table. */
const routes = consoleRoutes()
  // The twin of the one before it, and what leads whoever manages the project to the one before it.
  .filter((path) => path !== '/sceneRecordEdit' && path !== '/joinProjectDetail');

/** The forms about one user: without the id of one they lead back to the list. */
const aboutUser = ['/userEditPassword', '/userEditRole', '/userActivation'];

/** What the address of a page has to say beside its path, so that there is something on it. */
function addressOf(path: string, { projectId, adminId }: FurnishedConsole): string {
  if (aboutUser.includes(path)) {
    return `${path}?id=${adminId}`;
  }
  const ofProjects: Record<string, string> = {
    '/managementProjectDetail': `?id=${projectId}`,
    '/projectMembers': `?id=${projectId}`,
    '/projectSettings': `?id=${projectId}`,
    '/authoritySettings': `?id=${projectId}&file=${encodeURIComponent('/数据/a.csv')}`,
  };
  return path + (ofProjects[path] ?? '');
}

/** Every page of the console with something on it, as a path that may be opened. */
export const everyPage = (furnished: FurnishedConsole): string[] => [
  '/workPlat',
  '/noPermission',
  ...routes.map((path) => addressOf(path, furnished)),
  furnished.jobPath,
];

/** Waits until nothing on the page is on its way any more. */
export async function settle(page: Page): Promise<void> {
  let before = '';
  await waitFor(
    `${page.url()} to settle`,
    async () => {
      const now = await page.evaluate(() =>
        document.querySelector(
          '[aria-busy=true], .ant-skeleton, [class*=_skeletonRow_], .ant-zoom-enter',
        ) === null
          ? `${document.body.innerText.trim()}|${document.documentElement.scrollWidth}`
          : '',
      );
      const isSettled = now.length >= 15 && now === before;
      before = now;
      return isSettled;
    },
    60_000,
    120,
  );
}

/** Leads to a page as a link of the console does, what is loaded stays; the title comes with the page, and while its code comes there is none. */
export async function go(page: Page, path: string): Promise<void> {
  const before = await page.title();
  await page.evaluate((to) => {
    window.history.pushState({ idx: 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  }, path);
  await waitFor(
    `the title of ${path}`,
    async () => {
      const now = await page.title();
      return now !== before && now.includes(' · ');
    },
    30_000,
    30,
  );
}

/** How much of the page lies beside the window, in words; null: nothing. */
async function overflowOf(page: Page): Promise<string | null> {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  return tooWide > 0 ? `is ${tooWide} px too wide for ${page.viewportSize()?.width}` : null;
}

/** Nothing jumps: the most that a page may move in all while it loads (Cumulative Layout Shift). */
const shiftMost = 0.02;

/** Adds up how much of the page moves by itself from now on, over all pages that are loaded. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // A second walk of the same window would count twice.
    if ('shift' in window) {
      return;
    }
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) {
          const kept = window as unknown as { shift: number };
          kept.shift += value;
        }
      }
    }).observe({ type: 'layout-shift' });
  });
}

/** How far the page has moved since it was asked last, in words; null: hardly. */
async function shiftOf(page: Page): Promise<string | null> {
  const shift = await page.evaluate(() => {
    const kept = window as unknown as { shift: number };
    const moved = kept.shift;
    kept.shift = 0;
    return moved;
  });
  return shift < shiftMost ? null : `jumps by ${shift.toFixed(3)}`;
}

/** The rules that every page keeps in a window of the present size: what this one breaks. */
async function faultsOf(page: Page): Promise<(string | null)[]> {
  const title = await page.title();
  const headings = await page.getByRole('heading', { level: 1 }).allTextContents();
  const hasFailed = await page.getByText(/页面出错了|Something went wrong/).count();
  return [
    /^\S.* · .*ClusterDesk$/.test(title) ? null : `is titled “${title}”`,
    headings.length === 1 && headings[0]?.trim() !== ''
      ? null
      : `has the headings ${JSON.stringify(headings)}`,
    hasFailed ? 'has failed' : null,
    await overflowOf(page),
    await shiftOf(page),
  ];
}

/**
 * Goes to every page of the console once: each has a title, one heading and no error and hardly moves while it loads, breaks no rule of axe, and is not wider
 * than a desk's window nor, the same page made smaller, than a phone's.
 */
export async function walkEveryPage(page: Page, furnished: FurnishedConsole): Promise<void> {
  const { jobPath } = furnished;
  const all = ['/workPlat', '/noPermission', ...routes, jobPath];
  const titles = new Map<string, string>();
  const wrong: string[] = [];
  await page.setViewportSize(desktop);
  await watchShifts(page);
  // Theme and language are read at the start; from then on pages change as a link changes them.
  await page.goto('/myDoc');
  for (const path of all) {
    await go(page, addressOf(path, furnished));
    await settle(page);
    const faults = await faultsOf(page);
    faults.push(...(await listAxeViolations(page)));
    titles.set(path, await page.title());
    await page.setViewportSize(phone);
    await settle(page);
    faults.push(await overflowOf(page));
    await page.setViewportSize(desktop);
    // What moves with the window's size is not the page's doing.
    await shiftOf(page);
    wrong.push(...faults.filter((fault) => fault !== null).map((fault) => `${path} ${fault}`));
  }
  expect(wrong).toEqual([]);
  expect(titles.get(jobPath)).toContain('looked_at');
  expect(new Set(titles.values()).size).toBeGreaterThan(40);
}

/** Loads every page anew in a window of the present size: none fails, is wider than it or jumps. */
export async function loadEveryPage(page: Page, furnished: FurnishedConsole): Promise<void> {
  const wrong: string[] = [];
  await watchShifts(page);
  for (const path of ['/workPlat', '/noPermission', ...consoleRoutes()]) {
    await page.goto(addressOf(path, furnished));
    await settle(page);
    const faults = await faultsOf(page);
    wrong.push(...faults.filter((fault) => fault !== null).map((fault) => `${path} ${fault}`));
  }
  expect(wrong).toEqual([]);
}
