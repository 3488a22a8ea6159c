import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import type { Browser, Locator, Page } from 'playwright-core';
import { atRest, chooseInMenu, newVisitor, signInAt, type Visitor } from './browser.js';
import type { RunningPlatform } from '../platform/running-platform.js';
import { entryOf } from './page-parts.js';
import { putInHome } from '../features/put-in-home.js';

/** My files in a browser, with admin's disk behind it, in Chinese. */
export class FilesPage {
  private constructor(
    readonly platform: RunningPlatform,
    readonly visitor: Visitor,
    readonly page: Page,
  ) {}

  /** Opens the page as admin; `files` are made on the disk first, a name with a slash at its end as a folder. */
  static async open(
    browser: Browser,
    platform: RunningPlatform,
    files: readonly string[] = [],
    viewport?: { width: number; height: number },
  ): Promise<FilesPage> {
    // The home is made at the first look at it.
    await (await platform.signIn()).expectOk(endpoints.disk.list, {});
    const visitor = await newVisitor(browser, platform, viewport);
    const files_ = new FilesPage(platform, visitor, visitor.page);
    files.forEach((name) => files_.put(name));
    await signInAt(visitor.page, '/myDoc');
    return files_;
  }

  onDisk(path: string): string {
    return join(this.platform.dataDir, 'files/home/admin', path);
  }

  /** Puts a file, or a folder, onto the disk as a program would: the page is not told. */
  put(name: string, content = name): void {
    putInHome(this.platform, 'admin', name, content);
  }

  /** Opens a folder by its address, as it is now. */
  async goto(dir: string): Promise<void> {
    await this.page.goto(`/myDoc?dir=${encodeURIComponent(dir)}`);
    await this.grid.waitFor();
  }

  get grid(): Locator {
    return this.page.getByRole('grid', { name: '我的文件' });
  }

  /** An entry, as row or as tile. */
  entry(name: string, page = this.page): Locator {
    return entryOf(page, name);
  }

  /** The names in view, in their order. */
  async names(page = this.page): Promise<string[]> {
    const titles = page.locator('[role=grid] [data-index] [title]:not([title$=" B"]):not(time)');
    return titles.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('title') ?? ''));
  }

  /** The names of what is selected and in view. */
  async selected(): Promise<string[]> {
    const titles = this.page.locator(
      '[role=grid] [data-index][aria-selected=true] [title]:not([title$=" B"]):not(time)',
    );
    return titles.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('title') ?? ''));
  }

  /** Chooses from the menu that is open. */
  async choose(label: string): Promise<void> {
    await chooseInMenu(this.page, label);
  }

  /** An action of the toolbar, or of its menu when there is no room for the button. */
  async tool(label: string): Promise<void> {
    const bar = this.page.getByRole('toolbar', { name: '文件操作' });
    const button = bar.getByRole('button', { name: label, exact: true });
    const more = bar.getByRole('button', { name: '更多' });
    // The bar has changed with the selection, and measures what fits.
    await button.or(more).first().waitFor();
    if (await button.isVisible()) {
      await button.click();
    } else {
      await more.click();
      await this.choose(label);
    }
  }

  /** Confirms the dialog that is open. */
  async confirm(label = '确定'): Promise<void> {
    const dialog = await atRest(this.page.getByRole('dialog').last());
    await dialog.getByRole('button', { name: label }).click();
  }
}
