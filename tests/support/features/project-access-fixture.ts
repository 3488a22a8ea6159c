import { randomUUID } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
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

/** Tables of a project's rows, those that others refer to first, and the column that names the project. */
const projectTables: [table: string, column: string][] = [
  ['project', 'id'],
  ['project_member', 'project_id'],
  ['project_tag', 'project_id'],
  ['project_account', 'project_id'],
];

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
  /** Made by calls; each try gets a copy of it, which costs less than to make it anew. */
  private templateId = '';
  private isFresh = false;

  private constructor(
    readonly platform: SpecPlatform,
    readonly spec: SpecProjects,
    private readonly hasApplications: boolean,
  ) {}

  static async open({ hasApplications = false } = {}): Promise<SpecProjectAccess> {
    const platform = await SpecPlatform.open({ withWorker: false });
    const access = new SpecProjectAccess(platform, new SpecProjects(platform), hasApplications);
    for (const name of ['owner', 'admin', 'uploader', 'member', 'stranger', 'extra']) {
      access.people.set(name, await access.spec.addUser(`${name}1`));
    }
    access.people.set('none', await platform.addUser('none1', []));
    for (const { home } of access.people.values()) {
      await mkdir(home, { recursive: true });
      await writeFile(join(home, 'own.txt'), 'own');
    }
    await access.makeTemplate();
    return access;
  }

  who(name: string): SpecUser {
    const user = this.people.get(name);
    if (!user) {
      throw new Error(`There is no ${name}.`);
    }
    return user;
  }

  /** `uploader` is a member who put `/mine.txt` there; `/theirs.txt` is the owner's. */
  private async makeTemplate(): Promise<void> {
    const { platform, spec } = this;
    const [owner, uploader, member] = [this.who('owner'), this.who('uploader'), this.who('member')];
    const project = await spec.add(owner, {
      admin: this.who('admin'),
      members: [uploader, member],
    });
    const { id: projectId } = project;
    this.templateId = projectId;
    await spec.upload(uploader, projectId, '/mine.txt', 'mine');
    await spec.upload(owner, projectId, '/theirs.txt', 'theirs');
    await platform.call(owner, projects.addTag, { projectId, tagName: 'tag' });
    await spec.upload(uploader, projectId, '/removed.txt');
    await platform.call(owner, projectFiles.remove, { projectId, paths: ['/removed.txt'] });
    const { result } = await platform.call(owner, projectFiles.trash, { projectId });
    this.trashId = result.data[0]?.id ?? '';
    // As measured: calls that show its size would wait for the worker, which does not run here.
    await platform.query(
      `INSERT INTO project_account (project_id, measured_at) VALUES ($1, now())
       ON CONFLICT (project_id) DO UPDATE SET measured_at = now()`,
      [projectId],
    );
  }

  /** Everything as it was: a new copy of the template, and none of what the tries before left. */
  private async prepare(): Promise<void> {
    const { platform, spec, templateId } = this;
    await platform.query('DELETE FROM project WHERE id <> $1', [templateId]);
    await platform.query('DELETE FROM copy_task');
    const projectId = randomUUID();
    for (const folder of ['projects', '.trash/projects']) {
      const within = join(platform.config.filesDir, folder);
      await cp(join(within, templateId), join(within, projectId), { recursive: true });
    }
    for (const [table, column] of projectTables) {
      await this.copyRows(table, column, projectId);
    }
    await this.copyEntries(projectId);
    this.projectId = projectId;
    const [tag] = await platform.query('SELECT id FROM project_tag WHERE project_id = $1', [
      projectId,
    ]);
    this.tagId = String(tag?.['id']);
    if (this.hasApplications) {
      this.approvedId = (await spec.apply(this.who('member'), projectId, ['/theirs.txt'])).id;
      await spec.approve(this.who('owner'), this.approvedId);
      this.applicationId = (await spec.apply(this.who('member'), projectId, ['/theirs.txt'])).id;
    }
    this.isFresh = true;
  }

  /** The template's rows of a table once more, for another project: with ids and a name of their own. */
  private async copyRows(table: string, column: string, projectId: string): Promise<void> {
    const own: Record<string, string> = {
      project: `'project_name', $2::text`,
      project_tag: `'id', gen_random_uuid()`,
    };
    const changed = [`'${column}', $2::text`, ...(own[table] ? [own[table]] : [])].join(', ');
    await this.platform.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
       SELECT (jsonb_populate_record(row, jsonb_build_object(${changed}))).*
       FROM ${table} row WHERE ${column} = $1`,
      [this.templateId, projectId],
    );
  }

  /** What is known of the template's entries, for those of another project. */
  private async copyEntries(projectId: string): Promise<void> {
    await this.platform.query(
      `INSERT INTO project_entry (entry_id, project_id, put_by, put_at, switches, saved_by, saved_at)
       SELECT ensure_space_entry('project', $2::uuid::text, trash_id, string_to_array(ltrim(path, '/'), '/')),
         $2::uuid, put_by, put_at, switches, saved_by, saved_at
       FROM project_entry, space_entry_place(entry_id) WHERE project_id = $1`,
      [this.templateId, projectId],
    );
  }

  /** What each role gets. Where something was changed, all is made as it was before the next tries. */
  async codesOf(
    send: (user: SpecUser | null) => Promise<number>,
    isChanging: boolean,
  ): Promise<number[]> {
    const codes: number[] = [];
    for (const role of accessRoles) {
      if (!this.isFresh) {
        await this.prepare();
      }
      const code = await send(role === 'anonymous' ? null : this.who(role));
      codes.push(code);
      this.isFresh = !(isChanging && code < 300);
    }
    // Even a refused try may have changed something, as its first half.
    this.isFresh = !isChanging;
    return codes;
  }

  async codesOfRow([endpoint, input]: AccessRow): Promise<number[]> {
    const send = async (user: SpecUser | null): Promise<number> =>
      (await this.platform.call(user, endpoint, input())).code;
    return this.codesOf(send, endpoint.audited);
  }
}
