import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import {
  atRest,
  desktop,
  newVisitor,
  phone,
  signInAt,
  signInByForm,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { textsCut } from '../support/browser/page-parts.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(180_000);

const { platform, browser } = await consoleSuite();
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/myDoc');
});

const background = (): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const theme = (): Promise<string | null> => page.locator('html').getAttribute('data-theme');
const lang = (): Promise<string | null> => page.locator('html').getAttribute('lang');

describe('appearance', () => {
  test('the theme changes at once and stays after a reload', async () => {
    const light = await background();
    await page.getByRole('button', { name: '切换到黑色主题' }).click();
    expect(await theme()).toBe('dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole('button', { name: '切换到白色主题' }).waitFor();
    expect(await background()).toBe(dark);
    await page.getByRole('button', { name: '切换到白色主题' }).click();
    await waitFor('the light ground', async () => (await background()) === light);
  });

  test('the language changes, stays after a reload, and follows the user to another browser', async () => {
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();
    expect(await lang()).toBe('en');
    await page.reload();
    await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();

    const other = await newVisitor(browser, platform);
    // The login page asks for the user's language.
    await signInByForm(other.page, '/myDoc');
    await other.page.getByRole('button', { name: 'Upload', exact: true }).waitFor();
    await other.context.close();

    await page.setViewportSize(phone);
    const dock = page.getByRole('navigation', { name: 'Main navigation' });
    await dock.getByRole('link', { name: 'Workbench' }).waitFor();
    await takePicture(page, 'english-phone');
    const words = dock.locator('a > :last-child');
    expect(await textsCut(words)).toEqual([]);
    const heights = await words.evaluateAll((all) =>
      all.map((word) => word.getBoundingClientRect().top),
    );
    expect(new Set(heights).size).toBe(1);
    await page.setViewportSize(desktop);

    // The files have the focus by now, and wear its ring only for those who use keys.
    const ring = () =>
      page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(await ring()).toBe('none');
    await page.keyboard.press('Tab');
    expect(await ring()).toBe('solid');

    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('button', { name: '上传', exact: true }).waitFor();
    expect(await lang()).toBe('zh-CN');
  });

  test('an address that does not exist says so', async () => {
    await page.goto('/no/such/page');
    await page.waitForURL('**/noPermission');
  });
});

test.each(['reduce', 'no-preference'] as const)(
  'menus and dialogs stand where they belong and go again, movement: %s',
  async (reducedMotion) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/myDoc');
    await page.getByRole('button', { name: '新建文件夹' }).first().waitFor();
    // On a slow machine a position is looked at before it is reached.
    const machine = await page.context().newCDPSession(page);
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await page.getByRole('button', { name: /用户菜单/ }).click();
    const item = page.getByRole('menuitem').first();
    await waitFor('the menu to be in sight', async () => ((await item.boundingBox())?.y ?? -1) > 0);
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await atRest(dialog);
    expect((await dialog.boundingBox())?.y).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await machine.detach();
    await page.emulateMedia({ reducedMotion: 'reduce' });
  },
);
