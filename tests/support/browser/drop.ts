import type { BrowserContext, Page } from 'playwright-core';

/** Drags files or folders of this machine onto a place of a page, its middle where none is given. */
export async function dropOn(
  context: BrowserContext,
  page: Page,
  paths: readonly string[],
  place?: { x: number; y: number },
): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: place?.x ?? width / 2,
      y: place?.y ?? height / 2,
      data,
    });
  }
  await devtools.detach();
}
