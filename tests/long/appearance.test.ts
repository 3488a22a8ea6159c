import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { desktop, phone } from '../support/browser/browser.js';
import { judgeLoginPage, judgeWhatOpens, type Theme } from '../support/browser/console-overlays.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { loadEveryPage, walkEveryPage } from '../support/browser/console-walk.js';
import { furnishConsole, type FurnishedConsole } from '../support/browser/furnished-console.js';

jest.setTimeout(480_000);

const { platform, browser } = await consoleSuite();
let furnished: FurnishedConsole;

beforeAll(async () => {
  furnished = await furnishConsole(platform, browser);
});

async function choose(theme: Theme, language: 'cn' | 'en'): Promise<void> {
  const { page } = furnished.files;
  await (await platform.signIn()).expectOk(endpoints.account.setLanguage, { selected: language });
  await page.evaluate(
    ([name, words]) => {
      localStorage.setItem('theme', name!);
      localStorage.setItem('language', words!);
    },
    [theme, language],
  );
}

const themes: Theme[] = ['white', 'black'];

describe.each(themes)('in the %s theme', (theme) => {
  test.each(['cn', 'en'] as const)('every page keeps the rules, language: %s', async (language) => {
    const { page, visitor } = furnished.files;
    await choose(theme, language);
    await walkEveryPage(page, furnished);
    expect(visitor.problems).toEqual([]);
  });

  test('nothing that opens over a page breaks a rule of axe', async () => {
    await choose(theme, 'cn');
    await judgeWhatOpens(furnished, theme);
  });

  test('the login page breaks no rule of axe', () => judgeLoginPage(browser, platform, theme));
});

test.each([
  ['a desk', desktop],
  ['a phone', phone],
])(
  'every page, loaded anew, renders without errors or a sideways scroll on %s',
  async (_, size) => {
    const { page, visitor } = furnished.files;
    await choose('white', 'cn');
    await page.setViewportSize(size);
    await loadEveryPage(page, furnished);
    expect(visitor.problems).toEqual([]);
  },
);
