import { endpoints } from '@clusterdesk/contracts';
import type { Browser, Locator, Page } from 'playwright-core';
import type { ApiClient } from '../platform/api-client.js';
import type { RunningPlatform } from '../platform/running-platform.js';
import { newVisitor, signInAt, type Visitor } from './browser.js';

/** The pages about users, roles and menus, with the administrator at them and others beside. */
export class IdentityPages {
  static readonly password = 'secret-1';

  private constructor(
    private readonly platform: RunningPlatform,
    private readonly browser: Browser,
    readonly client: ApiClient,
    /** The administrator's window. */
    readonly visitor: Visitor,
  ) {}

  static async open(
    platform: RunningPlatform,
    browser: Browser,
    path: string,
  ): Promise<IdentityPages> {
    const visitor = await newVisitor(browser, platform);
    await signInAt(visitor.page, path);
    return new IdentityPages(platform, browser, await platform.signIn(), visitor);
  }

  get page(): Page {
    return this.visitor.page;
  }

  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  confirm(label = '确定'): Promise<void> {
    return this.page.getByRole('dialog').getByRole('button', { name: label }).click();
  }

  /** A user of the role *user*, made by a call. */
  async addUser(userName: string, more: { email?: string } = {}): Promise<string> {
    const { result: roles } = await this.client.expectOk(endpoints.roles.list, {});
    const { result } = await this.client.expectOk(endpoints.users.add, {
      userName,
      password: await this.client.encrypt(IdentityPages.password),
      roleId: roles.find(({ roleName }) => roleName === '普通用户')?.id ?? '',
      ...more,
    });
    return result.id;
  }

  /** A window in which somebody else is signed in and sees `path`. */
  async windowOf(userName: string, path: string): Promise<Visitor> {
    const other = await newVisitor(this.browser, this.platform);
    await signInAt(other.page, path, { loginName: userName, password: IdentityPages.password });
    return other;
  }
}
