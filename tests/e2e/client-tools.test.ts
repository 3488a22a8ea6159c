import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { limits } from '@clusterdesk/contracts';
import type { Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import { newVisitor, signInAt, takePicture, type Visitor } from '../support/browser/browser.js';
import { sha256Of, writeRandomFile } from '../support/random-file.js';

const { platform, browser } = await consoleSuite();
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/myDoc');
});

async function choose(name: string): Promise<void> {
  await page.getByRole('toolbar').getByRole('button', { name }).click();
}
const dialog = () => page.getByRole('dialog');

test('without clients the dialog says what the operator has to do', async () => {
  await choose('下载客户端');
  await dialog().getByText('暂无可下载的客户端').waitFor();
  await takePicture(page, 'client-tools-empty');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('clients are listed with their systems and come byte for byte', async () => {
  const folder = join(platform.dataDir, 'client-tools');
  mkdirSync(folder, { recursive: true });
  const sum = writeRandomFile(join(folder, 'ClusterDesk-1.2.3.exe'), 30);
  writeFileSync(join(folder, 'ClusterDesk-1.2.3.dmg'), 'mac');
  writeFileSync(join(folder, 'clusterdesk_1.2.3.deb'), 'linux');
  await page.reload();
  await choose('下载客户端');
  const windows = dialog().getByRole('listitem').filter({ hasText: 'Windows' });
  await windows.getByText('1.2.3').first().waitFor();
  await dialog().getByText('macOS').waitFor();
  await dialog().getByText('Linux').waitFor();
  await takePicture(page, 'client-tools');
  const coming = page.waitForEvent('download');
  await windows.getByRole('button', { name: '下载' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('ClusterDesk-1.2.3.exe');
  expect(await sha256Of(await download.path())).toBe(sum);
  await page.keyboard.press('Escape');
});

test('opening the client says what to do when none answers', async () => {
  await choose('打开客户端');
  await dialog().getByText('本机的客户端没有响应').waitFor();
  await takePicture(page, 'client-away');
  await dialog().getByRole('button', { name: '下载客户端' }).click();
  await dialog().getByText('macOS').waitFor();
  await page.keyboard.press('Escape');
});

test('opening the client asks the local port, with nothing secret', async () => {
  const asked: { url: string; authorization: string | undefined; cookie: string | undefined }[] =
    [];
  const client: Server = createServer((request, response) => {
    const { authorization, cookie } = request.headers;
    asked.push({ url: request.url ?? '', authorization, cookie });
    response.end('here');
  });
  await new Promise<void>((resolve, reject) => {
    client.once('error', reject).listen(limits.clientPort, '127.0.0.1', resolve);
  });
  try {
    await choose('打开客户端');
    await page.getByText('客户端已响应').waitFor();
    expect(asked).toEqual([
      {
        url: `/?server=${encodeURIComponent(platform.url)}`,
        authorization: undefined,
        cookie: undefined,
      },
    ]);
  } finally {
    await new Promise((resolve) => client.close(resolve));
  }
  // The page's policy lets it ask that port and no other.
  const other = await page.evaluate(() =>
    fetch('http://127.0.0.1:36004/', { mode: 'no-cors' }).then(
      () => 'asked',
      (error: Error) => error.name,
    ),
  );
  expect(other).toBe('TypeError');
  expect(visitor.problems.filter((line) => !line.includes('36004'))).toEqual([]);
});
