import { dirname } from 'node:path';
import { endpoints, type ApplicationRow, type ProjectRow } from '@clusterdesk/contracts';
import type { Browser } from 'playwright-core';
import { addUser, userPassword, type SignedInUser } from '../platform/add-user.js';
import type { ApiClient } from '../platform/api-client.js';
import { newVisitor, signInAt, type Visitor } from './browser.js';
import type { RunningPlatform } from '../platform/running-platform.js';

export type Person = SignedInUser;

/** People who work on projects, for browser tests: what they do beside the page under test is done by calls. */
export class ProjectPeople {
  constructor(private readonly platform: RunningPlatform) {}

  /** An ordinary user, who is signed in and has a disk. */
  async add(userName: string, realName: string): Promise<Person> {
    return addUser(await this.platform.signIn(), userName, realName);
  }

  /** Their own browser, at `path` after the login page. */
  async open(
    { userName }: Person,
    browser: Browser,
    path: string,
    viewport?: { width: number; height: number },
  ): Promise<Visitor> {
    const visitor = await newVisitor(browser, this.platform, viewport);
    await signInAt(visitor.page, path, { loginName: userName, password: userPassword });
    return visitor;
  }
}

/** A project of `owner` with members; the first of them administers it if `hasAdmin`. */
export async function addProject(
  owner: ApiClient,
  projectName: string,
  members: readonly Person[] = [],
  { projectDescribe = '', hasAdmin = false } = {},
): Promise<ProjectRow> {
  const { result } = await owner.expectOk(endpoints.projects.add, { projectName, projectDescribe });
  const [first] = members;
  if (first) {
    const userId = members.map(({ id }) => id).join(',');
    await owner.expectOk(endpoints.projects.addUsers, { projectId: result.id, userId });
    if (hasAdmin) {
      await owner.expectOk(endpoints.projects.setAdmin, { id: result.id, userId: first.id });
    }
  }
  return result;
}

/** Puts a file into a project as its page's form does, so that it is known who put it there. What has the name is overwritten. */
export async function putInProject(
  client: ApiClient,
  projectId: string,
  path: string,
  content: string | Uint8Array<ArrayBuffer> = path,
): Promise<void> {
  const dir = dirname(path);
  if (dir !== '/') {
    await client.expectOk(endpoints.projectFiles.mkdirs, { projectId, paths: [dir] });
  }
  const form = new FormData();
  form.set('dir', dir);
  form.set('projectId', projectId);
  form.set('operation', '1');
  form.set('files', new Blob([content]), path.slice(path.lastIndexOf('/') + 1));
  const answer = await fetch(`${client.url}/api${endpoints.projectFiles.uploadFile.path}`, {
    method: 'POST',
    headers: { Authorization: client.token ?? '' },
    body: form,
  });
  const { success, message } = (await answer.json()) as { success: boolean; message: string };
  if (!success) {
    throw new Error(message);
  }
}

/** Applies for the download of paths of a project. */
export async function applyFor(
  client: ApiClient,
  projectId: string,
  paths: string[],
  reason = '',
): Promise<ApplicationRow> {
  const input = { project: { id: projectId }, paths, reason };
  return (await client.expectOk(endpoints.approvals.add, input)).result;
}
