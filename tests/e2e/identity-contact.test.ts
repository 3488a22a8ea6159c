import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  launchBrowser,
  newVisitor,
  signInAt,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { TestPlatform } from '../support/platform/platform.js';
import { codeIn, startMailServer, type TestMailServer } from '../support/server/test-messages.js';
import { waitFor } from '../support/wait-for.js';

/** A button that was busy a moment ago may still be named "loading" before its label: antd leaves the icon a while. */
const countingDown = /\d+ 秒后可重发$/;

let mail: TestMailServer;
let platform: TestPlatform;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  mail = await startMailServer();
  // Mails are sent here, and text messages are not.
  const env = { MAIL_URL: mail.url, MAIL_FROM: 'platform@example.com' };
  [platform, browser] = await Promise.all([
    TestPlatform.startOnSharedDatabase({ env }),
    launchBrowser(),
  ]);
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/editEmail');
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  await mail?.stop();
});

/** The newest code for an address. */
const codeFor = (address: string): Promise<string> =>
  waitFor(`a code for ${address}`, () => {
    const newest = mail.mails.filter(({ to }) => to.includes(address)).at(-1);
    return newest && codeIn(newest.text);
  });

test('who has no address yet begins with the new one; the countdown survives a reload', async () => {
  await page.getByRole('heading', { name: '绑定新邮箱' }).waitFor();
  await page.getByLabel('新邮箱').fill('first@example.com');
  await page.getByRole('button', { name: '发送验证码' }).click();
  await page.getByRole('button', { name: countingDown }).waitFor();
  await page.reload();
  const button = page.getByRole('button', { name: countingDown });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  await takePicture(page, 'edit-email');

  const code = await codeFor('first@example.com');
  await page.getByLabel('新邮箱').fill('first@example.com');
  await page.getByLabel('验证码').fill(code);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/userCenter');
  await page.getByText('f***@example.com').waitFor();
  expect(visitor.problems).toEqual([]);
});
