import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '../server/spec-platform.js';
import { SpecProjects } from './projects-fixture.js';

const { projects, projectFiles } = endpoints;

/** In this order the tables say what each gets. */
export const accessRoles = [
  'owner',
  'admin',
  'uploader',
  'member',
  'stranger',
  'none',
  'anonymous',
] as const;

/** A call, what it is asked with, and the codes in the order of the roles. */
export type AccessRow = [Endpoint, () => Record<string, unknown>, number[]];

/** Codes that many rows have. */
export const accessCodes = {
  all: [200, 200, 200, 200, 404, 403, 401],
  managers: [200, 200, 403, 403, 404, 403, 401],
  /** Of an entry that the uploader put there. */
  ofMine: [200, 200, 200, 403, 404, 403, 401],
  /** Answered to whoever has a page of projects: with what is his. */
  own: [200, 200, 200, 200, 200, 403, 401],
};

/** A project with somebody in each role, for tables of who may and who may not. */
export class SpecProjectAccess {
  projectId = '';
  tagId = '';
  /** Of `/removed.txt`, in the trash. */
  trashId = '';
  /** The member's, pending, and another one that was approved. */
  applicationId = '';
  approvedId = '';
  private readonly people = new Map<string, SpecUser>();

  private constructor(
    readonly platform: SpecPlatform,
    readonly spec: SpecProjects,
  ) {}

  static async open(): Promise<SpecProjectAccess> {
    const platform = await SpecPlatform.open({ withWorker: true });
    const access = new SpecProjectAccess(platform, new SpecProjects(platform));
    for (const name of ['owner', 'admin', 'uploader', 'member', 'stranger', 'extra']) {
      access.people.set(name, await access.spec.addUser(`${name}1`));
    }
    access.people.set('none', await platform.addUser('none1', []));
    for (const { home } of access.people.values()) {
      await mkdir(home, { recursive: true });
      await writeFile(join(home, 'own.txt'), 'own');
    }
    return access;
  }

  who(name: string): SpecUser {
    const user = this.people.get(name);
    if (!user) {
      throw new Error(`There is no ${name}.`);
    }
    return user;
  }

  /** Everything as it was. `uploader` is a member who put `/mine.txt` there; `/theirs.txt` is the owner's. */
  async prepare(): Promise<void> {
    const { platform, spec } = this;
    const [owner, uploader, member] = ['owner', 'uploader', 'member'].map((name) => this.who(name));
    if (!owner || !uploader || !member) {
      throw new Error('Somebody is missing.');
    }
    await platform.query('DELETE FROM project');
    await platform.query('DELETE FROM copy_task');
    const project = await spec.add(owner, {
      admin: this.who('admin'),
      members: [uploader, member],
    });
    const { id: projectId } = project;
    this.projectId = projectId;
    await spec.upload(uploader, projectId, '/mine.txt', 'mine');
    await spec.upload(owner, projectId, '/theirs.txt', 'theirs');
    const tag = { projectId, tagName: 'tag' };
    this.tagId = (await platform.call(owner, projects.addTag, tag)).result.id;
    this.applicationId = (await spec.apply(member, projectId, ['/theirs.txt'])).id;
    this.approvedId = (await spec.apply(member, projectId, ['/theirs.txt'])).id;
    await spec.approve(owner, this.approvedId);
    await spec.upload(uploader, projectId, '/removed.txt');
    await platform.call(owner, projectFiles.remove, { projectId, paths: ['/removed.txt'] });
    const { result } = await platform.call(owner, projectFiles.trash, { projectId });
    this.trashId = result.data[0]?.id ?? '';
  }

  /** What each role gets. Where something was changed, all is made as it was before the next tries. */
  async codesOf(
    send: (user: SpecUser | null) => Promise<number>,
    isChanging: boolean,
  ): Promise<number[]> {
    const codes: number[] = [];
    await this.prepare();
    for (const role of accessRoles) {
      const code = await send(role === 'anonymous' ? null : this.who(role));
      codes.push(code);
      if (isChanging && code < 300) {
        await this.prepare();
      }
    }
    return codes;
  }

  async codesOfRow([endpoint, input]: AccessRow): Promise<number[]> {
    const send = async (user: SpecUser | null): Promise<number> =>
      (await this.platform.call(user, endpoint, input())).code;
    return this.codesOf(send, endpoint.audited);
  }
}
