import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { Browser } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { fillLogin, launchBrowser, newVisitor, takePicture } from '../support/browser.js';
import { TestPlatform } from '../support/platform.js';

jest.setTimeout(60_000);
const stepMs = 6_000;
const password = 'secret-1';

let platform: TestPlatform;
let browser: Browser;
let client: ApiClient;

beforeAll(async () => {
  [platform, browser] = await Promise.all([TestPlatform.startOnSharedDatabase(), launchBrowser()]);
  client = await platform.signIn();
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

/** A user of the role *user*, made by a call. */
async function addUser(userName: string, mustChangePassword = false): Promise<string> {
  const { result: roles } = await client.expectOk(endpoints.roles.list, {});
  const { result } = await client.expectOk(endpoints.users.add, {
    userName,
    password: await client.encrypt(password),
    roleId: roles.find(({ builtIn }) => builtIn === 'users')?.id ?? '',
    mustChangePassword,
  });
  return result.id;
}

describe('a password that an administrator set', () => {
  test('is changed before anything else, and the way goes on from there', async () => {
    await addUser('newcomer', true);
    const { context, page, problems } = await newVisitor(browser, platform);
    context.setDefaultTimeout(stepMs);
    await page.goto('/login?cbUrl=%2FuserCenter');
    await fillLogin(page, 'newcomer', password);
    await page.waitForURL('**/editPassword?cbUrl=%2FuserCenter');
    await page.getByLabel('原密码').fill(password);
    await takePicture(page, 'password-first');
    // No other page is to be had.
    await page.goto('/myDoc');
    await page.waitForURL('**/editPassword?cbUrl=%2FmyDoc');
    await page.getByLabel('原密码').fill(password);
    await page.getByLabel('新密码', { exact: true }).fill('own-secret-2');
    await page.getByLabel('确认新密码').fill('own-secret-2');
    await page.getByRole('button', { name: '确定' }).click();
    await page.waitForURL('**/login?cbUrl=%2FmyDoc');
    await fillLogin(page, 'newcomer', 'own-secret-2');
    await page.waitForURL('**/myDoc');
    await page.getByRole('navigation').first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('is asked for in an open window, too', async () => {
    const id = await addUser('oldtimer');
    const { context, page } = await newVisitor(browser, platform);
    context.setDefaultTimeout(stepMs);
    await page.goto('/login?cbUrl=%2FmyDoc');
    await fillLogin(page, 'oldtimer', password);
    await page.waitForURL('**/myDoc');
    await page.getByRole('navigation').first().waitFor();
    await client.expectOk(endpoints.users.edit, { id, mustChangePassword: true });
    await page.waitForURL('**/editPassword?cbUrl=%2FmyDoc');
    await page.getByRole('button', { name: '安全退出' }).click();
    await page.waitForURL('**/login');
    await context.close();
  });
});
