import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { desktop, newVisitor, phone, type Visitor } from '../support/browser/browser.js';
import { consoleSuite } from '../support/browser/console-suite.js';
import { loadAt, ManyHostsPage } from '../support/browser/many-hosts.js';
import { waitFor } from '../support/wait-for.js';

/** Three times what is drawn at once; the long run has 500. */
const hostCount = 120;

const { platform, browser } = await consoleSuite();
let visitor: Visitor;
let page: Page;
let hosts: ManyHostsPage;

beforeAll(async () => {
  visitor = await newVisitor(browser, platform);
  ({ page } = visitor);
  hosts = await ManyHostsPage.open(page, hostCount);
});

describe(`${hostCount} hosts`, () => {
  test('show what they report, without being asked for again', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    hosts.sendSamples(1);
    await waitFor('the figure of a report', async () =>
      (await hosts.card(0).locator('footer').innerText()).includes(`${loadAt(0, 1).toFixed(1)}%`),
    );
    expect(asked.filter((path) => path === '/api/monitor/data')).toEqual([]);
  });

  test('are all to be found by scrolling, each with its chart, on a phone too', async () => {
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      expect(await page.getByRole('article').count()).toBeLessThan(40);
      const main = page.getByRole('main');
      await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      const last = hosts.card(hostCount - 1);
      await last.locator('canvas').waitFor();
      await expect(
        last.evaluate((card) => card.getBoundingClientRect().bottom),
      ).resolves.toBeLessThan(size.height);
      await main.evaluate((element) => element.scrollTo(0, 0));
      await hosts.card(0).locator('canvas').waitFor();
    }
    expect(visitor.problems).toEqual([]);
  });
});
