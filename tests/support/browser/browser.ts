import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from 'playwright-core';
import { ApiClient } from '../platform/api-client.js';
import { workspace } from '../platform/platform.js';
import { RunningPlatform } from '../platform/running-platform.js';
import { chromiumArguments, findChromium } from './chromium.js';
import { showWhenTestsFail } from './open-pages.js';

/** One browser process for a suite. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) {
    throw new Error('No Chromium here: install one, or name it in CHROMIUM_PATH.');
  }
  return chromium.launch({
    executablePath,
    args: chromiumArguments,
  });
}

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** A person's browser: windows opened from it share the sign-in. `problems` gathers console errors and thrown errors. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  problems: string[];
}

/** A step of a browser that takes longer is not going to be done: as long as `waitFor` waits. On a busy, slow machine some take thirty seconds. */
const stepMs = 60_000;

/** The platform of each context, for calls beside its pages. */
const urls = new WeakMap<BrowserContext, string>();

/** What the network says while a server is being restarted; a page may not avoid it. */
const networkNoise = /net::ERR_|WebSocket connection to|status of 50[234]/;

/**
 * A visitor with nothing remembered, on the given platform, or on a way to it. It asks for reduced motion: a press that begins on
 * a moving button ends beside it, which a person sees and repeats. A test of movements calls `page.emulateMedia`.
 */
export async function newVisitor(
  browser: Browser,
  platform: { readonly url: string },
  viewport: { width: number; height: number } = desktop,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: platform.url,
    viewport,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(stepMs);
  context.setDefaultNavigationTimeout(stepMs);
  urls.set(context, platform.url);
  showWhenTestsFail(context);
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !networkNoise.test(message.text())) {
      problems.push(`${message.page()?.url()}: ${message.text()}`);
    }
  });
  context.on('weberror', (error) => problems.push(String(error.error())));
  return { context, page: await context.newPage(), problems };
}

/**
 * Presses an item of the menu that opens, once it stands still: for a moment before it moves it looks as if it did, and a press
 * that begins on a moving item ends beside it. antd names the movement in a class from the beginning to its end.
 */
export async function chooseInMenu(page: Page, name: string): Promise<void> {
  const open = '.ant-dropdown:not(.ant-dropdown-hidden):not([class*="ant-slide"])';
  await page.locator(open).getByRole('menuitem', { name }).click();
}

/** Waits until something that opens is where it will stay: a press that begins on a moving button ends beside it. */
export async function atRest(place: Locator): Promise<Locator> {
  await place.evaluate(async (node) => {
    // It is about to move before it moves: on a slow machine that takes a while.
    const opening = '[class*="-appear"], [class*="-enter"]';
    while (node.closest(opening) ?? node.querySelector(opening)) {
      await new Promise(requestAnimationFrame);
    }
    const moving = node
      .getAnimations({ subtree: true })
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  return place;
}

/** Presses an option of the list that a select has opened, once the list is where it will stay. */
export async function chooseOption(page: Page, name: string): Promise<void> {
  const open = '.ant-select-dropdown:not(.ant-select-dropdown-hidden):not([class*="ant-slide"])';
  await page.locator(`${open} .ant-select-item-option`, { hasText: name }).click();
}

/** Fills in the login form and sends it. */
export async function fillLogin(page: Page, loginName: string, password: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(loginName);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('button[type=submit]').click();
}

/** Whose sign-in a browser gets: admin unless another is named. */
export interface Credentials {
  loginName: string;
  password: string;
}
const asAdmin: Credentials = { loginName: 'admin', password: RunningPlatform.adminPassword };

/** Signs in by the login page and waits for `path`: where the signing in itself is looked at. */
export async function signInByForm(page: Page, path: string, who = asAdmin): Promise<void> {
  await page.goto(`/login?cbUrl=${encodeURIComponent(path)}`);
  await fillLogin(page, who.loginName, who.password);
  await page.waitForURL((url) => url.pathname + url.search === path);
}

/** Gives the browser of a page a session, as the login page keeps it, and opens `path`: a page less to load. */
export async function signInAt(page: Page, path: string, who = asAdmin): Promise<void> {
  const context = page.context();
  const url = urls.get(context) ?? '';
  // The session is the browser's: the list of sessions says so.
  const client = new ApiClient(url, 'cn', await page.evaluate(() => navigator.userAgent));
  const { user, token } = await client.signIn(who.loginName, who.password);
  const kept = {
    userId: user.id,
    roleId: '',
    userInfo: JSON.stringify({ id: user.id, userName: user.userName, realName: user.realName }),
    token,
  };
  await context.setStorageState({ cookies: [], origins: [] });
  // Written by the page itself: what another one has written may reach its process late, and it would go to the login page.
  await page.goto('/api/health/live');
  await page.evaluate(
    (entries) => entries.forEach(([name, value]) => localStorage.setItem(name, value)),
    Object.entries(kept),
  );
  await page.goto(path);
  await page.waitForURL((at) => at.pathname + at.search === path);
}

/** Puts a picture of the window into tests/output, for people, who ask for them with PICTURES=1: a run takes more than a hundred. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] !== '1') {
    return;
  }
  const folder = join(workspace, 'tests/output');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
