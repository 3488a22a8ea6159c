import { Injectable } from '@nestjs/common';
import { limits, type ProjectTag, type UserOption } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { containsPattern } from '../../../platform/database/like-pattern.js';
import type { Switches } from '../permission/switches.js';

/** A project with what its card shows. */
export interface ListedProject {
  id: string;
  projectName: string;
  description: string;
  createdAt: Date;
  deletedAt: Date | null;
  owner: UserOption | null;
  admin: UserOption | null;
  /** The first of them, in their order. */
  users: UserOption[];
  userCount: number;
  tags: ProjectTag[];
  /** Saved for the project; null: the defaults hold. */
  switches: Switches | null;
  approversNeeded: number;
  /** Bytes, trash included; null: not measured yet. */
  usedBytes: number | null;
  isMember: boolean;
}

/** Which projects of a user: owned or administered, joined without that, or both. */
export type ProjectsOf = 'managed' | 'joined' | 'both';

export interface ProjectListQuery {
  userId: string;
  of: ProjectsOf;
  isDeleted: boolean;
  /** A part of the name; '' for all. */
  search: string;
  id: string | null;
  offset: number;
  size: number;
}

const managed = '(project.owner_id = $1 OR project.admin_id = $1)';
const member = `EXISTS (
  SELECT FROM project_member WHERE project_id = project.id AND user_id = $1)`;
const conditions: Record<ProjectsOf, string> = {
  managed,
  joined: `${member} AND NOT coalesce(${managed}, false)`,
  // One index each: an OR of the three reads all projects. As an array, or a plan without statistics compares each with each.
  both: `project.id = ANY (ARRAY(
    SELECT id FROM project WHERE owner_id = $1 UNION SELECT id FROM project WHERE admin_id = $1
    UNION SELECT project_id FROM project_member WHERE user_id = $1))`,
};

const option = (of: string): string =>
  `json_build_object('id', ${of}.id, 'userName', ${of}.user_name, 'realName', ${of}.real_name)`;

/** In which order people of a project stand: owner, administrator, then members as they came. */
export const peopleOrder = `(person.id = project.owner_id) IS TRUE DESC,
  (person.id = project.admin_id) IS TRUE DESC, member.created_at, person.id`;

const columns = `project.id, project_name AS "projectName", description, project.created_at AS "createdAt",
  deleted_at AS "deletedAt", approvers_needed AS "approversNeeded",
  (SELECT ${option('person')} FROM user_account AS person WHERE person.id = project.owner_id) AS owner,
  (SELECT ${option('person')} FROM user_account AS person WHERE person.id = project.admin_id) AS admin,
  (SELECT coalesce(json_agg(shown.person), '[]') FROM (
     SELECT ${option('person')} AS person
     FROM project_member AS member JOIN user_account AS person ON person.id = member.user_id
     WHERE member.project_id = project.id ORDER BY ${peopleOrder}
     LIMIT ${limits.projectUsersInList}) AS shown) AS users,
  (SELECT count(*)::int FROM project_member WHERE project_id = project.id) AS "userCount",
  (SELECT coalesce(json_agg(json_build_object('id', id, 'tagName', tag_name) ORDER BY created_at, id), '[]')
   FROM project_tag WHERE project_id = project.id) AS tags,
  (SELECT switches FROM space_entry AS root JOIN project_entry ON entry_id = root.id
   WHERE space = 'project' AND space_id = project.id::text AND trash_id IS NULL) AS switches,
  (SELECT used_bytes::float8 FROM project_account
   WHERE project_id = project.id AND measured_at IS NOT NULL) AS "usedBytes",
  ${member} AS "isMember"`;

/** The lists of projects. */
@Injectable()
export class ProjectListRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A part of a list, newest first, and how many there are in all parts. */
  async list(query: ProjectListQuery): Promise<{ projects: ListedProject[]; total: number }> {
    const where = `${conditions[query.of]}
      AND (deleted_at IS NOT NULL) = $2 AND ($3::text IS NULL OR project_name ILIKE $3)
      AND ($4::uuid IS NULL OR project.id = $4)`;
    const pattern = query.search === '' ? null : containsPattern(query.search);
    const parameters = [query.userId, query.isDeleted, pattern, query.id];
    const [counted] = await this.dataSource.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM project WHERE ${where}`,
      parameters,
    );
    const projects = await this.dataSource.query<ListedProject[]>(
      `SELECT ${columns} FROM project WHERE ${where}
       ORDER BY project.created_at DESC, project.id DESC OFFSET $5 LIMIT $6`,
      [...parameters, query.offset, query.size],
    );
    return { projects, total: counted?.total ?? 0 };
  }

  /** How many a user owns or administers, and how many others the user has joined. */
  async count(userId: string): Promise<{ managed: number; joined: number }> {
    const [counted] = await this.dataSource.query<{ managed: number; joined: number }[]>(
      `SELECT
         (SELECT count(*)::int FROM project WHERE deleted_at IS NULL AND ${managed}) AS managed,
         (SELECT count(*)::int FROM project_member AS own JOIN project ON project.id = own.project_id
          WHERE own.user_id = $1 AND deleted_at IS NULL AND NOT coalesce(${managed}, false)) AS joined`,
      [userId],
    );
    return counted ?? { managed: 0, joined: 0 };
  }

  /** One project, whoever may see it; null when there is none. */
  async find(id: string, userId: string): Promise<ListedProject | null> {
    const [project] = await this.dataSource.query<ListedProject[]>(
      `SELECT ${columns} FROM project WHERE project.id = $2`,
      [userId, id],
    );
    return project ?? null;
  }

  /** Names to choose from. @param userId whose; null: everybody's */
  listNames(
    userId: string | null,
    search: string,
    most: number,
  ): Promise<{ id: string; projectName: string }[]> {
    const pattern = search === '' ? null : containsPattern(search);
    return this.dataSource.query<{ id: string; projectName: string }[]>(
      `SELECT id, project_name AS "projectName" FROM project
       WHERE deleted_at IS NULL AND ${userId === null ? '$1::uuid IS NULL' : conditions.both}
         AND ($2::text IS NULL OR project_name ILIKE $2)
       ORDER BY lower(project_name), id LIMIT $3`,
      [userId, pattern, most],
    );
  }
}
