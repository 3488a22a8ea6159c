import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 at level AA and what axe itself calls good practice. */
const options: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

declare global {
  var axe: Pick<typeof import('axe-core'), 'run' | 'configure'> | undefined;
}

/** A menu has the focus as long as it is open, as a dialog has: neither has to stand in a landmark. */
const rules = {
  checks: [
    {
      id: 'region',
      options: {
        regionMatcher:
          'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip], svg',
      },
    },
  ],
};

/** What axe objects to on the page as it is, a line for each element. */
export async function listAxeViolations(page: Page): Promise<string[]> {
  if (await page.evaluate(() => globalThis.axe === undefined)) {
    await page.evaluate(source);
    await page.evaluate((given) => globalThis.axe!.configure(given), rules);
  }
  const { violations } = await page.evaluate(
    (given) => globalThis.axe!.run(document, given),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(' ').replace(/\s+/g, ' ').trim();
      return `${id}: ${html.slice(0, 160)} (${why})`;
    }),
  );
}
