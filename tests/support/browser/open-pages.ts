import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { workspace } from '../platform/platform.js';

declare global {
  /** The environment of the tests calls it: it alone learns of a failure before the pages are closed. */
  var showOpenPages: ((failed: string) => Promise<void>) | undefined;
}

/** What a page does not show within this time is left out. */
const mostMs = 2_000;
const openContexts = new Set<BrowserContext>();

/**
 * When a test or a hook fails while this context is open, the run prints where each of its pages is and how its text begins, and
 * keeps a picture in tests/output. A step that waited in vain says only what it waited for.
 */
export function showWhenTestsFail(context: BrowserContext): void {
  openContexts.add(context);
  context.once('close', () => openContexts.delete(context));
}

globalThis.showOpenPages = async (failed) => {
  const name = failed.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const pages = [...openContexts].flatMap((context) => context.pages());
  const lines = await Promise.all(pages.map((page, at) => show(page, `failed-${name}-${at + 1}`)));
  process.stderr.write(`Open when "${failed}" failed:\n${lines.join('')}`);
};

async function show(page: Page, picture: string): Promise<string> {
  const path = join(workspace, 'tests/output', `${picture}.png`);
  const [text] = await Promise.allSettled([
    page.locator('body').innerText({ timeout: mostMs }),
    page.screenshot({ path, timeout: mostMs }),
  ]);
  const shown = text.status === 'fulfilled' ? text.value : String(text.reason);
  return `${page.url()} ${shown.replaceAll(/\s+/g, ' ').slice(0, 400)}\n`;
}
