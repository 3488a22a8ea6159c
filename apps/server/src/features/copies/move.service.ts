import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import { MoveIntoItselfError } from '../../platform/file-space/file-space.errors.js';
import { cleanPath, splitParent } from '../../platform/file-space/space-path.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { planPlacing, type Plan } from './copy-plan.js';
import { PartlyMovedError } from './copy.errors.js';
import { SpaceOperations } from '../spaces/operations/space-operations.service.js';
import { checkReplaced } from '../spaces/replacing.js';
import { SpaceEventPublisher } from '../spaces/space-event-publisher.service.js';
import { assertMay, type Space, type SpaceUser } from '../spaces/space.js';
import { SpaceAccess } from '../spaces/space-access.service.js';

/** A moved entry's old and new path. */
export interface Moved {
  path: string;
  newPath: string;
}

/** Moves entries within one space; each move is one rename. */
@Injectable()
export class MoveService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly operations: SpaceOperations,
    private readonly news: SpaceEventPublisher,
  ) {}

  /**
   * Moves entries into a folder. All are checked before the first is moved; those already in the folder stay as they are.
   * @throws PartlyMovedError when the files changed meanwhile and a later one could not be moved.
   */
  async move(
    caller: Principal,
    ref: SpaceRef,
    selected: readonly string[],
    dir: string,
    conflict: Conflict,
  ): Promise<Moved[]> {
    const target = cleanPath(dir);
    const space = await this.open(caller, ref, selected, target);
    const elsewhere = selected.filter((path) => splitParent(path)?.dir !== target);
    const stayed = selected.filter((path) => !elsewhere.includes(path));
    for (const path of stayed) {
      await space.files.stat(path);
    }
    const { paths } = await this.plan(space, elsewhere, target, conflict);
    const moved: Moved[] = [];
    try {
      for (const path of paths) {
        moved.push({ path, newPath: await this.moveOne(space, caller, path, target, conflict) });
      }
    } catch (error) {
      if (!(error instanceof DomainError) || moved.length === 0) {
        throw error;
      }
      const done = moved.map(({ path }) => path);
      throw new PartlyMovedError(done, paths.slice(moved.length), error);
    } finally {
      const left = moved.map(({ path }) => splitParent(path)?.dir ?? '/');
      this.news.filesChanged(space, moved.length > 0 ? [...left, target] : []);
    }
    return [...moved, ...stayed.map((path) => ({ path, newPath: path }))];
  }

  /** Opens a space whose user may move these entries into a folder of it. @throws the reason why the user may not */
  async open(
    user: SpaceUser,
    ref: SpaceRef,
    paths: readonly string[],
    dir: string,
  ): Promise<Space> {
    const space = await this.access.openFor(user, ref, 'edit', paths);
    await assertMay(space, 'add', [dir]);
    return space;
  }

  /** What of the entries goes where. @throws the reason why one may not be moved there */
  plan(space: Space, paths: readonly string[], dir: string, conflict: Conflict): Promise<Plan> {
    const refuse = (): DomainError => new MoveIntoItselfError();
    return planPlacing(space, paths, space, dir, conflict, refuse);
  }

  /** Moves one entry, as planned, and answers where it is. */
  async moveOne(
    space: Space,
    by: SpaceUser,
    path: string,
    dir: string,
    conflict: Conflict,
  ): Promise<string> {
    const name = splitParent(path)?.name ?? '';
    const replacedBytes = conflict === 'overwrite' ? await checkReplaced(space, dir, name) : 0;
    const entry = await this.operations.moveInto(space, by, path, dir, conflict);
    // A file takes the place of a file; anything else that has the name goes to the trash and counts there.
    if (!entry.isDirectory && replacedBytes > 0) {
      await space.note?.(-replacedBytes);
    }
    return entry.path;
  }
}
