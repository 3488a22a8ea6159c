import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { consoleSuite } from '../support/browser/console-suite.js';
import { ApiClient } from '../support/platform/api-client.js';
import {
  fillLogin,
  newVisitor,
  signInByForm,
  takePicture,
  type Visitor,
} from '../support/browser/browser.js';
import { RunningPlatform } from '../support/platform/running-platform.js';
import { waitFor } from '../support/wait-for.js';

const { platform, browser } = await consoleSuite();
let visitor: Visitor;

beforeAll(async () => {
  visitor = await newVisitor(browser, platform);
});

const pathOf = (visited: Visitor): string => {
  const { pathname, search } = new URL(visited.page.url());
  return pathname + search;
};

describe('signing in', () => {
  test('the bare address leads to the login page, in Chinese', async () => {
    await visitor.page.goto('/');
    await visitor.page.getByRole('heading', { name: '登录' }).waitFor();
    expect(pathOf(visitor)).toBe('/login');
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('zh-CN');
    await takePicture(visitor.page, 'login');
  });

  test("a wrong password shows the server's own message and keeps one on the page", async () => {
    const client = new ApiClient(platform.url, 'cn');
    const refusal = await client.call(endpoints.sessions.login, {
      loginName: 'admin',
      password: await client.encrypt('Wrong-Password-1'),
    });
    expect(refusal.success).toBe(false);
    expect(refusal.message).toMatch(/\p{Script=Han}/u);

    await fillLogin(visitor.page, 'admin', 'Wrong-Password-2');
    await visitor.page.getByRole('alert').getByText(refusal.message).waitFor();
    expect(pathOf(visitor)).toBe('/login');
  });

  test('the right one opens the workbench, whose tile opens my files', async () => {
    await fillLogin(visitor.page, 'admin', RunningPlatform.adminPassword);
    await visitor.page.waitForURL('**/workPlat?isLogin=true');
    await visitor.page.getByRole('link', { name: '我的文件' }).waitFor();
    await takePicture(visitor.page, 'workbench');
    await visitor.page.getByRole('link', { name: '我的文件' }).click();
    await visitor.page.waitForURL('**/myDoc');
    expect(visitor.problems).toEqual([]);
  });

  test('live events come over a WebSocket, and no script may speak to another host', async () => {
    const other = await newVisitor(browser, platform);
    const sockets: string[] = [];
    other.page.on('websocket', (socket) => {
      socket.once('framereceived', () => sockets.push(socket.url()));
    });
    await signInByForm(other.page, '/myDoc');
    await waitFor('an answer over the socket', () =>
      sockets.some((url) => url.startsWith(platform.url.replace('http', 'ws'))),
    );
    expect(other.problems).toEqual([]);
    const refused = await other.page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const blocked: string[] = [];
          document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
            blocked.push(blockedURI);
            if (blocked.length === 3) {
              resolve(blocked.sort());
            }
          });
          for (const url of ['ws://evil.example/', 'wss://evil.example/']) {
            new WebSocket(url).onerror = () => undefined;
          }
          fetch('https://evil.example/').catch(() => undefined);
        }),
    );
    expect(refused).toHaveLength(3);
    await other.context.close();
  });

  test('a deep link asks for sign-in and then opens what was asked for', async () => {
    const other = await newVisitor(browser, platform);
    await other.page.goto('/taskManangement?username=ada');
    await other.page.waitForURL('**/login?cbUrl=*');
    await fillLogin(other.page, 'admin', RunningPlatform.adminPassword);
    await other.page.waitForURL('**/taskManangement?username=ada');
    await other.context.close();
  });

  /** Which addresses are foreign: cb-url.spec.ts. */
  test('a foreign cbUrl is not followed', async () => {
    const other = await newVisitor(browser, platform);
    const visited: string[] = [];
    other.page.on('request', (request) => visited.push(request.url()));
    await other.page.goto(`/login?cbUrl=${encodeURIComponent('/\\evil.example')}`);
    await fillLogin(other.page, 'admin', RunningPlatform.adminPassword);
    await other.page.waitForURL('**/workPlat?isLogin=true');
    expect(visited.filter((url) => !/^(https?:\/\/127\.0\.0\.1:|data:)/.test(url))).toEqual([]);
    await other.context.close();
  });

  test('a session that was ended elsewhere leads back to the login page', async () => {
    const other = await newVisitor(browser, platform);
    await signInByForm(other.page, '/taskManangement');
    const token = await other.page.evaluate(() => localStorage.getItem('token'));
    const client = new ApiClient(platform.url);
    client.token = token;
    await client.expectOk(endpoints.sessions.logout, {});
    await other.page.waitForURL('**/login?cbUrl=*');
    await other.context.close();
  });
});
