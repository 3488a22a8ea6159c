import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { cleanPath } from '../../../platform/file-space/space-path.js';
import { ancestorDirs } from '../../spaces/ancestor-dirs.js';
import type { ProjectAccess } from '../access/project-access.js';
import { standingIn } from '../project.policy.js';
import { decidePermission, type KnownEntry, type PermissionDecision } from './decide-permission.js';
import { ProjectEntriesRepository } from './project-entries.repository.js';

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
    const standing = standingIn(userId, project);
    const chains = chainsOf(paths);
    const wanted = new Set([...chains.values()].flat());
    const known = new Map<string, KnownEntry>();
    for (const entry of await this.entries.listAt(project.id, [...wanted], manager)) {
      known.set(entry.path, entry);
    }
    return paths.map((path) =>
      decidePermission(
        { userId, standing },
        (chains.get(path) ?? []).flatMap((at) => known.get(at) ?? []),
      ),
    );
  }

  /**
   * Whether somebody may change whole entries, with all that lies below them: of each path, in their order. What he may not change
   * below a folder keeps him from moving or removing the folder.
   */
  async mayEdit(
    project: ProjectAccess,
    userId: string,
    paths: readonly string[],
  ): Promise<boolean[]> {
    const clean = paths.map(cleanPath);
    const decisions = await this.decide(project, userId, clean);
    if (standingIn(userId, project) === 'manager') {
      return decisions.map(({ edit }) => edit);
    }
    const below = await this.entries.listBelow(project.id, clean);
    const closed: string[] = [];
    const told = await this.decide(
      project,
      userId,
      below.map(({ path }) => path),
    );
    told.forEach(({ edit }, index) => {
      const path = below[index]?.path;
      if (!edit && path !== undefined) {
        closed.push(path);
      }
    });
    return clean.map(
      (path, index) =>
        decisions[index]?.edit === true &&
        !closed.some((inner) => inner.startsWith(path === '/' ? '/' : `${path}/`)),
    );
  }
}

/** For each path itself and the folders above it, the nearest first. */
function chainsOf(paths: readonly string[]): Map<string, string[]> {
  return new Map(paths.map((path) => [path, ancestorDirs(path).reverse()]));
}
