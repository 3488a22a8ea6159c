import type { Locator, Page } from 'playwright-core';

/** An entry of the file browser, as row or as tile. */
export const entryOf = (page: Page, name: string): Locator =>
  page.locator('[role=grid] [data-index]').filter({ has: page.getByText(name, { exact: true }) });

/** A button of the bar above the entries. */
export const toolOf = (page: Page, name: string): Locator =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true });

/** The row of a table whose name can be pressed. */
export const pressableRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) });

/** What slides in and says that something has come; where it is read first, only that. */
export const toastOf = (page: Page, text: string | RegExp): Locator =>
  page.locator('.ant-notification-notice').filter({ hasText: text });

/**
 * The texts among `places` that do not fit and are shown with an ellipsis. A part of a pixel too much is enough for one, which
 * `scrollWidth` rounds away.
 */
export const textsCut = (places: Locator): Promise<string[]> =>
  places.evaluateAll((elements) =>
    elements
      .filter((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const text = range.getBoundingClientRect();
        const room = element.getBoundingClientRect();
        const line = Number.parseFloat(getComputedStyle(element).fontSize);
        return text.right > room.right + 0.01 || text.bottom > room.bottom + line / 2;
      })
      .map((element) => element.textContent ?? ''),
  );
