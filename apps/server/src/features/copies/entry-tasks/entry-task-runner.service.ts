import { Injectable } from '@nestjs/common';
import {
  EntryNotFoundError,
  TrashEntryNotFoundError,
} from '../../../platform/file-space/file-space.errors.js';
import { splitParent } from '../../../platform/file-space/space-path.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { SpaceDetails } from '../../spaces/details/space-details.service.js';
import { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { SpaceEventPublisher } from '../../spaces/space-event-publisher.service.js';
import { refOf } from '../../spaces/space-key.js';
import { assertMay, type Space } from '../../spaces/space.js';
import type { Progress } from '../../spaces/tasks/run-progress.js';
import { TrashEventPublisher } from '../../spaces/trash/trash-event-publisher.service.js';
import { TrashPurge } from '../../spaces/trash/trash-purge.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import type { CopyTaskEntity } from '../copy-task.entity.js';
import { EntriesRefusedError, LeaseLostError } from '../copy.errors.js';
import { CopyRepository } from '../copy.repository.js';
import { MoveService } from '../move.service.js';

/** After so many entries the rights are looked at again, and how far it is, is written down. */
const entriesAtOnce = 50;
/** How often windows that show the entries are told to refresh them. */
const announceMs = 1_000;

/** A task in the hands of one run. */
interface Run {
  task: CopyTaskEntity;
  lease: string;
  progress: Progress;
  signal: AbortSignal;
}

/** A space as it was opened for some of the entries, and what is done there to one of them. */
interface Opened {
  space: Space;
  /** Answers the folders that look different now, and where the entry is; null: nowhere to go. */
  act: (item: string) => Promise<{ dirs: string[]; path: string | null }>;
}

/**
 * Carries out what is done to one entry after the other: moves, deletions, restores and purges, each of them one rename; and checksums. An
 * entry that is refused does not stop the others. Called again after a crash, it goes on where that was written down last: of the entries
 * behind that, those that are gone are done already.
 */
@Injectable()
export class EntryTaskRunner {
  constructor(
    private readonly access: SpaceAccess,
    private readonly rights: UserRights,
    private readonly tasks: CopyRepository,
    private readonly moves: MoveService,
    private readonly operations: SpaceOperations,
    private readonly details: SpaceDetails,
    private readonly purges: TrashPurge,
    private readonly news: SpaceEventPublisher,
    private readonly trashNews: TrashEventPublisher,
  ) {}

  /**
   * Does what is not done yet, and updates `progress`.
   * @returns what came of it, for the row
   * @throws EntriesRefusedError, LeaseLostError; DomainError when the user may not do it
   */
  async run(
    task: CopyTaskEntity,
    lease: string,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Partial<CopyTaskEntity>> {
    const run = { task, lease, progress, signal };
    if (task.kind === 'checksum') {
      return { sha256: await this.checksum(run) };
    }
    await this.actOnAll(run);
    return {};
  }

  private async checksum({ task, progress, signal }: Run): Promise<string> {
    const [path = '/'] = task.paths;
    const user = await this.rights.get(task.userId);
    const space = await this.access.openFor(user, refOf(task), 'download', [path]);
    const sha256 = await this.details.hash(space, path, signal, (bytes) => {
      progress.doneBytes += bytes;
    });
    progress.doneFiles = 1;
    return sha256;
  }

  private async actOnAll(run: Run): Promise<void> {
    const { task, lease, progress, signal } = run;
    const items = await this.listItems(task);
    let first: DomainError | null = null;
    const announced = new Announced(() => this.tell(task, announced));
    // Of everything in a trash, also what an earlier run did and did not come to write down.
    progress.doneFiles = Math.max(0, task.totalFiles - items.length);
    try {
      for (let from = 0; from < items.length; from += entriesAtOnce) {
        signal.throwIfAborted();
        const { space, act } = await this.open(task);
        announced.space = space;
        const some = items.slice(from, from + entriesAtOnce);
        for (const item of some) {
          signal.throwIfAborted();
          try {
            const { dirs, path } = await act(item);
            dirs.forEach((dir) => announced.dirs.add(dir));
            task.placedPath ??= path;
          } catch (error) {
            const refusal = refusalIn(error);
            if (!(isGone(refusal) && mayBeDone(task, from))) {
              task.refused.push(item);
              first ??= refusal;
            }
          }
          progress.doneFiles += 1;
        }
        task.position += some.length;
        const { position, refused, placedPath } = task;
        if (!(await this.tasks.updateLeased(task.id, lease, { position, refused, placedPath }))) {
          throw new LeaseLostError();
        }
        await announced.soon();
      }
    } finally {
      await announced.now();
    }
    if (task.refused.length > 0) {
      throw new EntriesRefusedError(task.refused.length, first);
    }
  }

  /** What is still to be done. Of everything in a trash, what is there; first what was deleted last, into which the rest may go. */
  private async listItems(task: CopyTaskEntity): Promise<readonly string[]> {
    const { newestId } = task;
    if (newestId === null) {
      return task.paths.slice(task.position);
    }
    const refused = new Set(task.refused);
    const { files } = await this.access.openTrash(await this.rights.get(task.userId), refOf(task));
    return (await files.trash.ids()).filter((id) => id <= newestId && !refused.has(id));
  }

  /** Opens the space with the rights of now. @throws DomainError when the user may not do it there */
  private async open(task: CopyTaskEntity): Promise<Opened> {
    const { dir, conflict } = task;
    const user = await this.rights.get(task.userId);
    const ref = refOf(task);
    if (task.kind === 'restore' || task.kind === 'purge') {
      const space = await this.access.openTrash(user, ref);
      const { key, files } = space;
      return {
        space,
        act: async (id) => {
          if (task.kind === 'purge') {
            await this.operations.purge(key, files.trash, user, id);
            return { dirs: [], path: null };
          }
          const { path } = await this.operations.restore(key, files, user, id);
          return { dirs: [parentOf(path)], path };
        },
      };
    }
    const space =
      task.kind === 'move'
        ? await this.moves.open(user, ref, [], dir)
        : await this.access.open(user, ref);
    return {
      space,
      act: async (path) => {
        await assertMay(space, 'edit', [path]);
        if (task.kind === 'delete') {
          await this.operations.remove(space, user, path);
          return { dirs: [parentOf(path)], path: null };
        }
        await this.moves.plan(space, [path], dir, conflict);
        const to = await this.moves.moveOne(space, user, path, dir, conflict);
        return { dirs: [parentOf(path), dir], path: to };
      },
    };
  }

  private async tell({ kind }: CopyTaskEntity, { space, dirs }: Announced): Promise<void> {
    if (!space) {
      return;
    }
    this.news.filesChanged(space, dirs);
    if (kind === 'purge') {
      await this.purges.requestFor(space.key);
    }
    if (kind !== 'move') {
      await this.trashNews.tell(space.key);
    }
  }
}

/** What windows are to be told of, at most once in `announceMs`, and at the end. */
class Announced {
  space: Space | null = null;
  readonly dirs = new Set<string>();
  private at = Date.now();

  constructor(private readonly tell: () => Promise<void>) {}

  async soon(): Promise<void> {
    if (Date.now() - this.at >= announceMs) {
      await this.now();
    }
  }

  async now(): Promise<void> {
    this.at = Date.now();
    await this.tell();
    this.dirs.clear();
  }
}

/** @throws what is no refusal */
function refusalIn(error: unknown): DomainError {
  if (error instanceof DomainError) {
    return error;
  }
  throw error;
}

const isGone = (refusal: DomainError): boolean =>
  refusal instanceof EntryNotFoundError || refusal instanceof TrashEntryNotFoundError;

/** Whether what is gone may be an earlier run's doing, or of everything in a trash anybody's. */
const mayBeDone = ({ attempts, newestId }: CopyTaskEntity, from: number): boolean =>
  newestId !== null || (attempts > 1 && from === 0);

const parentOf = (path: string): string => splitParent(path)?.dir ?? '/';
