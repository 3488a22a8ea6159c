import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import { MoveIntoItselfError } from '../../platform/file-space/file-space.errors.js';
import { cleanPath, splitParent } from '../../platform/file-space/space-path.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { planPlacing } from './copy-plan.js';
import { PartlyMovedError } from './copy.errors.js';
import { SpaceOperations } from '../spaces/operations/space-operations.service.js';
import { checkReplaced } from '../spaces/replacing.js';
import { SpaceEventPublisher } from '../spaces/space-event-publisher.service.js';
import { refusalOf } from '../spaces/space.js';
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
    const space = await this.access.openFor(caller, ref, 'edit', selected);
    const target = cleanPath(dir);
    const elsewhere = selected.filter((path) => splitParent(path)?.dir !== target);
    const stayed = selected.filter((path) => !elsewhere.includes(path));
    for (const path of stayed) {
      await space.files.stat(path);
    }
    const refusal = await refusalOf(space, 'add', [target]);
    if (refusal) {
      throw refusal;
    }
    const refuse = (): DomainError => new MoveIntoItselfError();
    const { paths } = await planPlacing(space, elsewhere, space, target, conflict, refuse);
    const moved: Moved[] = [];
    try {
      for (const path of paths) {
        const name = splitParent(path)?.name ?? '';
        const replacedBytes =
          conflict === 'overwrite' ? await checkReplaced(space, target, name) : 0;
        const { path: newPath, isDirectory } = await this.operations.moveInto(
          space,
          caller,
          path,
          target,
          conflict,
        );
        moved.push({ path, newPath });
        // A file takes the place of a file; anything else that has the name goes to the trash and counts there.
        if (!isDirectory && replacedBytes > 0) {
          await space.note?.(-replacedBytes);
        }
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
}
