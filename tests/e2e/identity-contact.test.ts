import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  launchBrowser,
  newVisitor,
  signInAt,
  takePicture,
  type Visitor,
} from '../support/browser.js';
import { TestPlatform } from '../support/platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(60_000);
const stepMs = 6_000;
/** A button that was busy a moment ago may still be named "loading" before its label: antd leaves the icon a while. */
const countingDown = /\d+ 秒后可重发$/;

let platform: TestPlatform;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [platform, browser] = await Promise.all([TestPlatform.startOnSharedDatabase(), launchBrowser()]);
  visitor = await newVisitor(browser, platform);
  visitor.context.setDefaultTimeout(stepMs);
  page = visitor.page;
  await signInAt(page, '/editEmail');
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

/** The newest code for an address; without a mail server it is in the server's log. */
function codeFor(address: string): Promise<string> {
  const logs = join(platform.dataDir, 'logs');
  return waitFor(`a code for ${address}`, () => {
    const text = readdirSync(logs)
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      .join('\n');
    return text.split(`code for ${address} is `).slice(1).at(-1)?.slice(0, 6);
  });
}

test('who has no address yet begins with the new one; the countdown survives a reload', async () => {
  await page.getByRole('heading', { name: '绑定新邮箱' }).waitFor();
  await page.getByLabel('新邮箱').fill('nonsense');
  await page.getByRole('button', { name: '发送验证码' }).click();
  await page.getByText('请输入正确的邮箱地址').waitFor();
  await page.getByLabel('新邮箱').fill('first@example.com');
  // The sentence folds away and the button moves up; a click meanwhile would miss it.
  await page.getByText('请输入正确的邮箱地址').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '发送验证码' }).click();
  await page.getByRole('button', { name: countingDown }).waitFor();
  await page.reload();
  const button = page.getByRole('button', { name: countingDown });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  await takePicture(page, 'edit-email');

  const code = await codeFor('first@example.com');
  await page.getByLabel('新邮箱').fill('first@example.com');
  await page.getByLabel('验证码').fill('12');
  await page.getByText('验证码为 6 位数字').waitFor();
  await page.getByLabel('验证码').fill(code);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/userCenter');
  await page.getByText('f***@example.com').waitFor();
  expect(visitor.problems).toEqual([]);
});
