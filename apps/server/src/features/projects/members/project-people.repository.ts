import { Injectable } from '@nestjs/common';
import type { UserOption } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { isUuid } from '../../../platform/database/is-uuid.js';
import { containsPattern } from '../../../platform/database/like-pattern.js';
import { nameKey } from '../../users/names/user-name.js';
import { peopleOrder } from '../listing/project-list.repository.js';
import type { Switches } from '../permission/switches.js';

/** Somebody in a project, or somebody who could join it. */
export interface ListedPerson extends UserOption {
  isOwner: boolean;
  isAdmin: boolean;
  /** Null for users who are not in it. */
  joinedAt: Date | null;
}

/** Which page of people. */
export interface PeopleQuery {
  projectId: string;
  /** A part of the login name or the real name; absent or '' for all. */
  username?: string | undefined;
  pageNo: number;
  pageSize: number;
}

const named = `($2::text IS NULL OR person.user_name ILIKE $2 OR person.real_name ILIKE $2
  OR person.name_key = $3)`;
const columns = `person.id, person.user_name AS "userName", person.real_name AS "realName",
  (person.id = project.owner_id) IS TRUE AS "isOwner", (person.id = project.admin_id) IS TRUE AS "isAdmin"`;
const active = `NOT person.is_frozen
  AND (person.effective_from IS NULL OR person.effective_from <= now())
  AND (person.expires_at IS NULL OR person.expires_at > now())`;

/** Queries over who is in projects. */
@Injectable()
export class ProjectPeopleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Who is in a project: the owner, the administrator, then members as they came. */
  listMembers(query: PeopleQuery): Promise<{ people: ListedPerson[]; total: number }> {
    return this.page(
      query,
      `FROM project JOIN project_member AS member ON member.project_id = project.id
       JOIN user_account AS person ON person.id = member.user_id
       WHERE project.id = $1 AND ${named}`,
      'member.created_at AS "joinedAt"',
      peopleOrder,
    );
  }

  /** Who may sign in and is not in a project, by name. */
  listCandidates(query: PeopleQuery): Promise<{ people: ListedPerson[]; total: number }> {
    return this.page(
      query,
      `FROM project CROSS JOIN user_account AS person
       WHERE project.id = $1 AND ${named} AND ${active} AND NOT EXISTS (
         SELECT FROM project_member WHERE project_id = project.id AND user_id = person.id)`,
      'NULL::timestamptz AS "joinedAt"',
      'person.user_name, person.id',
    );
  }

  /** Users by their ids; who is gone is left out. */
  async listOptions(ids: readonly string[]): Promise<Map<string, UserOption>> {
    const rows = await this.dataSource.query<UserOption[]>(
      `SELECT id, user_name AS "userName", real_name AS "realName" FROM user_account
       WHERE id = ANY($1)`,
      [ids.filter(isUuid)],
    );
    return new Map(rows.map((user) => [user.id, user]));
  }

  /** The ids of everybody in a project. */
  async listIds(
    projectId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      'SELECT user_id AS id FROM project_member WHERE project_id = $1',
      [projectId],
    );
    return rows.map(({ id }) => id);
  }

  /** Who may sign in and has been in a project longest, besides one; null when there is nobody. */
  async findFirst(
    manager: EntityManager,
    projectId: string,
    besides: string,
  ): Promise<string | null> {
    const [row] = await manager.query<{ id: string }[]>(
      `SELECT person.id FROM project_member AS member
       JOIN user_account AS person ON person.id = member.user_id
       WHERE member.project_id = $1 AND person.id <> $2 AND ${active}
       ORDER BY member.created_at, person.id LIMIT 1`,
      [projectId, besides],
    );
    return row?.id ?? null;
  }

  /** The projects that a user is in. */
  async listProjects(manager: EntityManager, userId: string): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      'SELECT project_id AS id FROM project_member WHERE user_id = $1',
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  /** @returns those who were not in it before */
  async add(
    manager: EntityManager,
    projectId: string,
    userIds: readonly string[],
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `INSERT INTO project_member (project_id, user_id) SELECT $1, unnest($2::uuid[])
       ON CONFLICT DO NOTHING RETURNING user_id AS id`,
      [projectId, [...userIds]],
    );
    return rows.map(({ id }) => id);
  }

  /** @returns false for a user who was not in it */
  async remove(manager: EntityManager, projectId: string, userId: string): Promise<boolean> {
    const [rows] = await manager.query<[unknown[], number]>(
      'DELETE FROM project_member WHERE project_id = $1 AND user_id = $2 RETURNING 1',
      [projectId, userId],
    );
    return rows.length > 0;
  }

  /** Each set of switches that was saved for an entry of a project, of those in the trash too: they may come back. */
  async listSavedSwitches(manager: EntityManager, projectId: string): Promise<Switches[]> {
    const rows = await manager.query<{ switches: Switches }[]>(
      `SELECT DISTINCT switches FROM project_entry WHERE project_id = $1 AND switches IS NOT NULL`,
      [projectId],
    );
    return rows.map(({ switches }) => switches);
  }

  async count(manager: EntityManager, projectId: string): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM project_member WHERE project_id = $1',
      [projectId],
    );
    return row?.count ?? 0;
  }

  private async page(
    { projectId, username = '', pageNo, pageSize }: PeopleQuery,
    from: string,
    joinedAt: string,
    order: string,
  ): Promise<{ people: ListedPerson[]; total: number }> {
    const pattern = username === '' ? null : containsPattern(username);
    const parameters = [projectId, pattern, nameKey(username)];
    const [counted] = await this.dataSource.query<{ total: number }[]>(
      `SELECT count(*)::int AS total ${from}`,
      parameters,
    );
    const people = await this.dataSource.query<ListedPerson[]>(
      `SELECT ${columns}, ${joinedAt} ${from} ORDER BY ${order} OFFSET $4 LIMIT $5`,
      [...parameters, pageNo * pageSize, pageSize],
    );
    return { people, total: counted?.total ?? 0 };
  }
}
