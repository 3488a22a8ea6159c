import { Injectable } from '@nestjs/common';
import { runCopies, type CopyState, type SpaceRef } from '@clusterdesk/contracts';
import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { AuditTrail } from '../../platform/http/audit-trail.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { planPlacing } from './copy-plan.js';
import type { CopyTaskEntity } from './copy-task.entity.js';
import {
  CopyCancelledError,
  CopyFailedError,
  CopyIntoItselfError,
  CopyNotFoundError,
  CopyTimeoutError,
} from './copy.errors.js';
import { loggedOf, toCopyState } from './copy.presenter.js';
import { CopyRepository, type NewCopy } from './copy.repository.js';
import { isUuid } from '../../platform/database/is-uuid.js';
import { Timings } from '../../platform/timings.js';
import { waitForState } from '../spaces/tasks/wait-for-state.js';
import { measureSelection } from '../spaces/selection.js';
import { filterFor, consumeFrom, type Space } from '../spaces/space.js';
import { SpaceAccess } from '../spaces/space-access.service.js';
import { QuotaReservations } from '../spaces/quota/quota-reservations.service.js';
import { FreeSpaceGuard } from '../spaces/storage/free-space-guard.service.js';

/** A copy that may begin: both spaces with the current rights, and the row to be inserted. */
export interface PreparedCopy {
  caller: Principal;
  source: Space;
  target: Space;
  copy: NewCopy;
}

/** The rules of copies between spaces or within one: what may be copied where, and how a copy is followed and cancelled. */
@Injectable()
export class CopyService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly copies: CopyRepository,
    private readonly room: QuotaReservations,
    private readonly disk: FreeSpaceGuard,
    private readonly tasks: TaskQueue,
    private readonly realtime: Realtime,
    private readonly audit: AuditTrail,
    private readonly timings: Timings,
  ) {}

  /**
   * Begins to copy entries into a folder of a space if the caller may read them and write there, no name is
   * taken (conflict `refuse`), and there is room. The worker does the rest.
   */
  async request(...asked: Parameters<CopyService['prepare']>): Promise<CopyState> {
    return this.begin(await this.prepare(...asked));
  }

  /** Checks whether a copy may begin, without beginning it. @throws the reason why not */
  async prepare(
    caller: Principal,
    from: SpaceRef,
    selected: readonly string[],
    to: SpaceRef,
    dir: string,
    conflict: Conflict,
    signal?: AbortSignal,
  ): Promise<PreparedCopy> {
    // Copying out of a space gives the user the bytes: it takes the right to download, wherever they go.
    const source = await this.access.openFor(caller, from, 'download', selected);
    const target = await this.access.openFor(caller, to, 'add', [dir]);
    const plan = await planPlacing(
      source,
      selected,
      target,
      dir,
      conflict,
      () => new CopyIntoItselfError(),
    );
    const { totalBytes, totalFiles } = await measureSelection(
      source.files,
      source.key,
      plan.paths,
      {
        filter: filterFor(source, 'download'),
        signal,
      },
    );
    await this.disk.assertRoomFor(totalBytes);
    const copy = {
      kind: 'copy' as const,
      userId: caller.userId,
      ...source.key,
      ...plan,
      targetSpace: target.key.space,
      targetSpaceId: target.key.spaceId,
      conflict,
      totalBytes,
      totalFiles,
      quotaAccount: target.quota?.account ?? null,
    };
    return { caller, source, target, copy };
  }

  /** Begins a prepared copy. @throws QuotaExceededError, TooManyCopiesError, and what the source refuses */
  async begin({ caller, source, target, copy: prepared }: PreparedCopy): Promise<CopyState> {
    const { totalBytes, paths } = prepared;
    const copy = await this.room.reserve(target.quota, totalBytes, (manager) =>
      this.copies.insert(
        manager,
        prepared,
        source.consume && ((within) => consumeFrom(source, within, { action: 'copy', paths })),
      ),
    );
    const state = toCopyState(copy, caller.language);
    // Each of the user's windows shows it, whichever of them began it.
    this.realtime.publish('copyProgress', audience.user(caller.userId), state);
    await this.tasks.add(runCopies, {});
    return state;
  }

  /** What the caller's windows show: what is under way, and what ended and was not cleared. */
  async list(caller: Principal): Promise<CopyState[]> {
    const copies = await this.copies.list(caller.userId);
    return copies.map((copy) => toCopyState(copy, caller.language));
  }

  /** Takes ended copies of the caller off the list of all windows. @throws CopyNotFoundError */
  async clear(caller: Principal, ids: readonly string[]): Promise<void> {
    const copyIds = await this.copies.clear(caller.userId, [...new Set(ids)]);
    if (copyIds === null) {
      throw new CopyNotFoundError();
    }
    if (copyIds.length > 0) {
      this.realtime.publish('copiesCleared', audience.user(caller.userId), { copyIds });
    }
  }

  /** How far the caller's copy is. */
  async getState(caller: Principal, copyId: string): Promise<CopyState> {
    return toCopyState(await this.getOwn(caller, copyId), caller.language);
  }

  /** Waits until a copy is done. @throws CopyFailedError, CopyCancelledError, CopyTimeoutError */
  async waitFor(caller: Principal, copyId: string, signal?: AbortSignal): Promise<CopyState> {
    const copy = await waitForState(
      { userId: caller.userId, lookMs: this.timings.runs.lookMs, signal },
      async () => {
        const current = await this.getOwn(caller, copyId);
        if (current.state === 'failed') {
          throw new CopyFailedError(current);
        }
        if (current.state === 'cancelled') {
          throw new CopyCancelledError();
        }
        return current.state === 'done' ? current : null;
      },
    );
    if (copy === null) {
      throw new CopyTimeoutError();
    }
    return toCopyState(copy, caller.language);
  }

  /** Cancels a copy wherever it runs: what is in the target stays, the rest is removed. A finished copy is left as it is. */
  async cancel(caller: Principal, copyId: string): Promise<void> {
    const copy = await this.getOwn(caller, copyId);
    this.audit.describe(loggedOf(copy));
    if (!(await this.copies.cancel(copy.id))) {
      return;
    }
    // Its run notices within a second and removes what it staged; without a run, the sweep does.
    this.realtime.publish(
      'copyProgress',
      audience.user(caller.userId),
      toCopyState({ ...copy, state: 'cancelled' }, caller.language),
    );
  }

  /** The caller's copy as it is written down. @throws CopyNotFoundError */
  async getOwn(caller: Principal, copyId: string): Promise<CopyTaskEntity> {
    const copy = isUuid(copyId) ? await this.copies.find(copyId) : null;
    if (copy?.userId !== caller.userId) {
      throw new CopyNotFoundError();
    }
    return copy;
  }
}
