import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  endpoints,
  type ApplicationRow,
  type FilePermission,
  type ProjectRow,
} from '@clusterdesk/contracts';
import { expect } from '@jest/globals';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';

const { projects, projectFiles, approvals } = endpoints;

/** The pages of files and projects. */
export const projectPages = ['/myDoc', '/managementProject', '/joinProject', '/aduitProject'];

/** All nine off: to be opened one by one. */
export const nothingAllowed: FilePermission = {
  userView: false,
  userEdit: false,
  userDownload: false,
  groupView: false,
  groupEdit: false,
  groupDownload: false,
  otherView: false,
  otherEdit: false,
  otherDownload: false,
};

/** Projects for specs, made by calls as people make them. */
export class SpecProjects {
  private number = 0;

  constructor(private readonly platform: SpecPlatform) {}

  addUser(name: string): Promise<SpecUser> {
    return this.platform.addUser(name, projectPages);
  }

  /** A project with an administrator besides its owner, and members. */
  async add(
    owner: SpecUser,
    people: { admin?: SpecUser; members?: readonly SpecUser[] } = {},
  ): Promise<ProjectRow> {
    this.number += 1;
    const project = await this.ok(owner, projects.add, { projectName: `project_${this.number}` });
    const { admin, members = [] } = people;
    const users = [...(admin ? [admin] : []), ...members].map(({ id }) => id);
    if (users.length > 0) {
      // Specs make projects faster than people may.
      await this.platform.query(
        `DELETE FROM attempt_limit WHERE starts_with(key, 'project-invitations:')`,
      );
      await this.ok(owner, projects.addUsers, { projectId: project.id, userId: users.join(',') });
    }
    if (admin) {
      await this.ok(owner, projects.setAdmin, { id: project.id, userId: admin.id });
    }
    return project;
  }

  /** A path of the project's folder on the disk. */
  path(projectId: string, path = '/'): string {
    return join(this.platform.config.filesDir, 'projects', projectId, path);
  }

  /** Uploads a file by the form, so that its uploader is known. */
  async upload(user: SpecUser, projectId: string, path: string, text = 'text'): Promise<void> {
    const dir = dirname(path);
    if (dir !== '/') {
      await this.ok(user, projectFiles.mkdirs, { projectId, paths: [dir] });
    }
    const { success, message } = await this.send(user, projectId, path, text, '1');
    if (!success) {
      throw new Error(message);
    }
  }

  /** Sends a file by the form; unless said otherwise, a taken name is refused. */
  async send(
    user: SpecUser,
    projectId: string,
    path: string,
    text: string,
    operation: '0' | '1' = '0',
  ): Promise<{ success: boolean; message: string }> {
    const form = new FormData();
    form.set('dir', dirname(path));
    form.set('projectId', projectId);
    form.set('operation', operation);
    form.set('files', new Blob([text]), path.slice(path.lastIndexOf('/') + 1));
    const answer = await fetch(`${this.platform.baseUrl}/api/project/uploadFile`, {
      method: 'POST',
      headers: { Authorization: user.token },
      body: form,
    });
    return (await answer.json()) as { success: boolean; message: string };
  }

  /** Puts a file there behind the platform's back: nobody is known to have put it. */
  async write(projectId: string, path: string, text = 'text'): Promise<void> {
    await mkdir(dirname(this.path(projectId, path)), { recursive: true });
    await writeFile(this.path(projectId, path), text);
  }

  /** Saves switches: those named are on, the others off. */
  async save(
    manager: SpecUser,
    projectId: string,
    file: string,
    on: Partial<FilePermission>,
  ): Promise<void> {
    const filePermission = { ...nothingAllowed, ...on };
    await this.ok(manager, projectFiles.setPermission, { projectId, file, filePermission });
  }

  async apply(user: SpecUser, projectId: string, paths: string[]): Promise<ApplicationRow> {
    return this.ok(user, approvals.add, { project: { id: projectId }, paths, reason: '' });
  }

  async approve(manager: SpecUser, id: string): Promise<ApplicationRow> {
    return this.ok(manager, approvals.agree, { id, status: '1' });
  }

  /** What a download token gives: its status, and the bytes as text. */
  async fetch(token: unknown): Promise<{ status: number; text: string }> {
    const url = `${this.platform.baseUrl}/api/project/download?path=${encodeURIComponent(String(token))}`;
    const answer = await fetch(url);
    return {
      status: answer.status,
      text: Buffer.from(await answer.arrayBuffer()).toString('latin1'),
    };
  }

  /** What an entry of a fetched package holds, as the real unzip sees it; '' for none. */
  async unpack(token: unknown, path: string): Promise<string> {
    const { status, text } = await this.fetch(token);
    expect(status).toBe(200);
    const file = join(this.platform.config.dataDir, 'fetched.zip');
    await writeFile(file, Buffer.from(text, 'latin1'));
    return spawnSync('unzip', ['-p', file, path.slice(1)], { encoding: 'utf8' }).stdout;
  }

  private async ok<E extends Parameters<SpecPlatform['call']>[1]>(
    user: SpecUser,
    endpoint: E,
    input: Parameters<typeof this.platform.call<E>>[2],
  ): Promise<Awaited<ReturnType<typeof this.platform.call<E>>>['result']> {
    const answer = await this.platform.call<E>(user, endpoint, input);
    if (!answer.success) {
      throw new Error(`${endpoint.path}: ${answer.message}`);
    }
    return answer.result;
  }
}
