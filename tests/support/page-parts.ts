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
