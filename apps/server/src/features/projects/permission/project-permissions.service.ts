import { Injectable } from '@nestjs/common';
import type { ProjectClass, ProjectRight } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { cleanPath, joinPath, splitParent } from '../../../platform/file-space/space-path.js';
import { ancestorDirs } from '../../spaces/ancestor-dirs.js';
import type { StoredPaths } from '../../spaces/space.js';
import type { ProjectAccess } from '../access/project-access.js';
import { accessRoleOf } from '../project.policy.js';
import {
  decidePermission,
  type AccessRole,
  type KnownEntry,
  type PermissionDecision,
} from './decide-permission.js';
import { ProjectEntriesRepository } from './project-entries.repository.js';
import { bitOf, type Switches } from './switches.js';

/** The one place in the server that asks what somebody may do with entries of a project. */
@Injectable()
export class ProjectPermissions {
  constructor(private readonly entries: ProjectEntriesRepository) {}

  /**
   * One decision for each path, in their order, with one query for all of them.
   * @param manager of the transaction that relies on it: a second connection would wait for those that wait for it
   */
  async decide(
    project: ProjectAccess,
    userId: string,
    paths: readonly string[],
    manager?: EntityManager,
  ): Promise<PermissionDecision[]> {
    const asker = { userId, accessRole: accessRoleOf(userId, project) };
    const folders = new Map<string, readonly string[]>();
    const places = paths.map((path) => placeIn(folders, path));
    const { entries, unsettled } = await this.entries.listAt(
      project.id,
      places.map(({ at }) => at),
      manager,
    );
    const known = new Map(entries.map((entry) => [entry.path, entry]));
    // For most entries only their folder is known.
    const ofFolders = new Map<string, { chain: KnownEntry[]; decision: PermissionDecision }>();
    for (const [dir, above] of folders) {
      const chain = above.flatMap((folder) => known.get(folder) ?? []);
      ofFolders.set(dir, { chain, decision: decidePermission(asker, chain) });
    }
    return places.map(({ at, dir }) => {
      const entry = known.get(at);
      const folder = ofFolders.get(dir);
      const decision =
        entry || !folder
          ? decidePermission(asker, [...(entry ? [entry] : []), ...(folder?.chain ?? [])])
          : folder.decision;
      return asker.accessRole !== 'manager' && unsettled.has(at) ? closed(decision) : decision;
    });
  }

  /** Which of these people in a project may view one entry, with one query for all of them. */
  async listViewers(
    projectId: string,
    people: readonly { userId: string; accessRole: AccessRole }[],
    path: string,
    manager: EntityManager,
  ): Promise<string[]> {
    const { entries, unsettled } = await this.entries.listAt(projectId, [path], manager);
    const known = new Map(entries.map((entry) => [entry.path, entry]));
    const chain = ancestorDirs(path)
      .reverse()
      .flatMap((at) => known.get(at) ?? []);
    return people
      .filter(({ accessRole }) => accessRole === 'manager' || !unsettled.has(path))
      .filter((asker) => decidePermission(asker, chain).view)
      .map(({ userId }) => userId);
  }

  /**
   * Whether somebody who is no manager may change whole entries, with all that lies below them: of each decided path, in their order.
   * What may not be changed below a folder keeps the folder from being moved or removed.
   */
  async mayEdit(
    project: ProjectAccess,
    userId: string,
    paths: readonly string[],
    decisions: readonly PermissionDecision[],
  ): Promise<boolean[]> {
    const clean = paths.map(cleanPath);
    const closed = await this.entries.findClosed(project.id, {
      ...bitsOf(project, userId, 'edit'),
      folders: decisions.flatMap(({ edit, switches, putBy }, index) =>
        edit ? { path: clean[index] ?? '/', switches, putBy } : [],
      ),
    });
    return clean.map((path, index) => decisions[index]?.edit === true && !closed.has(path));
  }

  /** One of many stored paths with which somebody who is no manager may not do that; null: with all of them. */
  findClosed(
    project: ProjectAccess,
    userId: string,
    right: ProjectRight,
    stored: StoredPaths,
  ): Promise<string | null> {
    return this.entries.findClosedOf(project.id, { ...bitsOf(project, userId, right), stored });
  }
}

/** The bits that a right takes: without the right to view an entry there is no other right to it. */
function bitsOf(
  project: ProjectAccess,
  userId: string,
  right: ProjectRight,
): { userId: string; ofPutter: Switches; ofOthers: Switches } {
  const isMember = accessRoleOf(userId, project) === 'member';
  const bits = (of: ProjectClass): Switches => bitOf(of, 'view') | bitOf(of, right);
  return {
    userId,
    ofPutter: bits(isMember ? 'user' : 'other'),
    ofOthers: bits(isMember ? 'group' : 'other'),
  };
}

/** Nothing at all, until it is known what holds. */
function closed(decision: PermissionDecision): PermissionDecision {
  return { ...decision, view: false, edit: false, download: false, add: false };
}

/**
 * Where an entry is: its clean path and its folder, '' of the project itself. Notes of each folder once what it and those above
 * it are, the nearest first, for all that lies in it.
 */
function placeIn(
  folders: Map<string, readonly string[]>,
  path: string,
): { at: string; dir: string } {
  const parent = splitParent(path);
  if (!parent) {
    return { at: '/', dir: '' };
  }
  const { dir, name } = parent;
  if (!folders.has(dir)) {
    folders.set(dir, ancestorDirs(dir).reverse());
  }
  return { at: joinPath(dir, name), dir };
}
