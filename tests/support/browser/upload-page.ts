import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import type { Browser, Locator, Page } from 'playwright-core';
import type { RunningPlatform } from '../platform/running-platform.js';
import { writeRandomFile } from '../random-file.js';
import { waitFor } from '../wait-for.js';
import { newVisitor, signInAt, type Visitor } from './browser.js';
import { Wire } from './wire.js';

/** My files in the browser of a visitor who leaves pages without looking back, with files of their own machine to upload. */
export class UploadPage {
  /** Where each piece of an upload began. */
  readonly offsets: number[] = [];
  /** Their machine's folder. */
  readonly source = mkdtempSync(join(tmpdir(), 'clusterdesk-uploads-'));

  private constructor(
    private readonly platform: RunningPlatform,
    /** Between the browser and the platform. */
    readonly wire: Wire,
    readonly visitor: Visitor,
  ) {}

  static async open(platform: RunningPlatform, browser: Browser): Promise<UploadPage> {
    // The home is made at the first look at it.
    await (await platform.signIn()).expectOk(endpoints.disk.list, {});
    const wire = await Wire.to(platform.port);
    const opened = new UploadPage(platform, wire, await newVisitor(browser, wire));
    const { page } = opened;
    page.on('dialog', (dialog) => void dialog.accept());
    page.on('request', (request) => {
      if (request.method() === 'PATCH') {
        opened.offsets.push(Number(request.headers()['upload-offset']));
      }
    });
    await signInAt(page, '/myDoc');
    await page.getByTestId('upload-files').waitFor({ state: 'attached' });
    return opened;
  }

  get page(): Page {
    return this.visitor.page;
  }

  async close(): Promise<void> {
    await this.visitor.context.close();
    await this.wire.close();
    rmSync(this.source, { recursive: true, force: true });
  }

  onDisk(path: string): string {
    return join(this.platform.dataDir, 'files/home/admin', path);
  }

  panel(on: Page = this.page): Locator {
    return on.getByRole('complementary', { name: '传输' });
  }

  action(name: string): Locator {
    return this.panel().getByRole('button', { name, exact: true });
  }

  async percent(name: string): Promise<number> {
    const bar = this.panel().getByRole('progressbar', { name });
    return Number(await bar.getAttribute('aria-valuenow', { timeout: 5_000 }));
  }

  upload(...files: string[]): Promise<void> {
    return this.page.getByTestId('upload-files').setInputFiles(files);
  }

  newFile(name: string, mebibytes: number): { path: string; sum: string } {
    const path = join(this.source, name);
    return { path, sum: writeRandomFile(path, mebibytes) };
  }

  isThere(name: string, timeoutMs = 60_000): Promise<unknown> {
    return waitFor(`${name} on disk`, () => existsSync(this.onDisk(name)), timeoutMs);
  }

  atLeast(name: string, wanted: number): Promise<unknown> {
    const hasCome = async (): Promise<boolean> => (await this.percent(name)) >= wanted;
    return waitFor(`${wanted} % of ${name}`, hasCome, 60_000);
  }
}
