import { endpoints } from '@clusterdesk/contracts';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { consoleSuite } from '../support/browser/console-suite.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { atRest, newVisitor, signInAt, type Visitor } from '../support/browser/browser.js';
import { textsCut } from '../support/browser/page-parts.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(180_000);

const mail = 'firstname.lastname@example.edu.cn';

const { platform, browser } = await consoleSuite();
let client: ApiClient;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  client = await platform.signIn();
  const { result: roles } = await client.expectOk(endpoints.roles.list, {});
  const roleId = roles.find(({ isSystemAdministrator }) => !isSystemAdministrator)?.id ?? '';
  await client.expectOk(endpoints.users.add, {
    userName: 'ann',
    password: await client.encrypt('Test-Password-2'),
    email: mail,
    roleId,
  });
  visitor = await newVisitor(browser, platform);
  page = visitor.page;
  await signInAt(page, '/userList');
});

const table = (): Locator => page.getByRole('grid');

async function choose(column: string): Promise<void> {
  await page.getByRole('button', { name: '列', exact: true }).click();
  const menu = page.getByRole('group', { name: '列' });
  await menu.getByRole('checkbox', { name: column }).click();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
}

describe('a table', () => {
  test('cuts no name, role or address on a desk, in either language', async () => {
    const { result: roles } = await client.expectOk(endpoints.roles.list, {});
    const administrators = roles.find(({ isSystemAdministrator }) => isSystemAdministrator)?.id;
    const people = { liuxiaoming: '刘晓明', 'm.hamilton': 'Margaret Hamilton' };
    for (const [userName, realName] of Object.entries(people)) {
      await client.expectOk(endpoints.users.add, {
        ...{ userName, realName, mobile: '13800138000', companyName: '物理研究所' },
        password: await client.encrypt('Test-Password-2'),
        email: `${userName}@example.edu.cn`,
        roleId: administrators ?? '',
      });
    }
    // What is said of a desktop gives way to its address.
    const description = 'Pictures of large models';
    await client.expectOk(endpoints.desktops.add, {
      ...{ desktopName: 'visualisation_01', lanIp: '192.168.17.130' },
      ...{ wanIp: 'desk.lab.example.org', desktopPort: 6080 },
      desktopDescribe: description,
    });
    const cut: string[] = [];
    for (const language of ['cn', 'en']) {
      for (const path of ['/userList', '/desktopDot']) {
        await page.goto(path);
        await atRest(table());
        cut.push(
          ...(await textsCut(
            table().locator('tbody td > div').filter({ hasNotText: description }),
          )),
        );
      }
      await page.getByRole('button', { name: language === 'cn' ? 'English' : '中文' }).click();
      await page.locator(`html[lang^=${language === 'cn' ? 'en' : 'zh'}]`).waitFor();
    }
    await page.goto('/userList');
    expect(cut).toEqual([]);
  });

  test('is as wide as its contents want, and cuts none where there is room', async () => {
    const cell = table().locator('td').filter({ hasText: mail });
    await cell.waitFor();
    const isCut = (): Promise<boolean> =>
      cell.evaluate((node) => node.scrollWidth > node.clientWidth);
    await waitFor('the whole address', async () => !(await isCut()));
    const frame = await table().evaluate(({ parentElement }) => [
      parentElement?.scrollWidth,
      parentElement?.clientWidth,
    ]);
    expect(frame[0]).toBe(frame[1]);
  });

  test('keeps what can be done to a row in sight where it scrolls sideways', async () => {
    await page.setViewportSize({ width: 700, height: 700 });
    for (const column of ['手机号', '邮箱', '单位名称', '有效期', '最近登录']) {
      await choose(column);
    }
    const frame = table().locator('..');
    await waitFor('more than fits', () =>
      frame.evaluate((node) => node.scrollWidth > node.clientWidth + 20),
    );
    const edit = page.getByRole('link', { name: '编辑：ann' });
    const isInSight = async (): Promise<boolean> => {
      const [box, around] = [await edit.boundingBox(), await frame.boundingBox()];
      return box !== null && around !== null && box.x + box.width <= around.x + around.width;
    };
    expect(await isInSight()).toBe(true);
    await frame.evaluate((node) => node.scrollTo({ left: 120 }));
    expect(await isInSight()).toBe(true);
    await edit.click();
    await page.waitForURL('**/userEdit?id=*');
    expect(visitor.problems).toEqual([]);
  });
});
