import { beforeAll, expect, jest, test } from '@jest/globals';
import { judgeLoginPage, judgeWhatOpens } from '../support/browser/console-overlays.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { walkEveryPage } from '../support/browser/console-walk.js';
import { furnishConsole, type FurnishedConsole } from '../support/browser/furnished-console.js';

jest.setTimeout(240_000);

/** In one theme and one language; tests/long/appearance.test.ts goes through all of them. */
const { platform, browser } = await consoleSuite();
let furnished: FurnishedConsole;

beforeAll(async () => {
  furnished = await furnishConsole(platform, browser);
});

test('every page has a title and one heading, fits a desk and a phone, and breaks no rule of axe', async () => {
  const { page, visitor } = furnished.files;
  await walkEveryPage(page, furnished);
  expect(visitor.problems).toEqual([]);
});

test('nothing that opens over a page breaks a rule of axe', () =>
  judgeWhatOpens(furnished, 'white'));

test('the login page breaks no rule of axe', () => judgeLoginPage(browser, platform, 'white'));
