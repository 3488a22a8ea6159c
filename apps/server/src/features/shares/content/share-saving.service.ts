import { Injectable } from '@nestjs/common';
import type { CopyState } from '@clusterdesk/contracts';
import type { Conflict } from '../../../platform/file-space/placing/file-placing.js';
import { nameKey, splitParent } from '../../../platform/file-space/space-path.js';
import { groupBy } from '../../../platform/group-by.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { SameNameTwiceError } from '../../copies/copy.errors.js';
import { CopyService, type PreparedCopy } from '../../copies/copy.service.js';
import { ShareUsedUpError } from '../share.errors.js';
import { isUsedUp } from '../share.policy.js';
import { ShareRepository } from '../share.repository.js';

/** An entry of a share, by its path there. */
export interface SharedItem {
  shareId: string;
  path: string;
}

/** Copies entries of shares to the caller's disk. */
@Injectable()
export class ShareSaving {
  constructor(
    private readonly copies: CopyService,
    private readonly shares: ShareRepository,
  ) {}

  /**
   * Starts one copy for each share, in the order of their first items. All are checked before the first starts; if one still
   * cannot start, those that have started are cancelled.
   */
  async save(
    caller: Principal,
    items: readonly SharedItem[],
    dir: string,
    conflict: Conflict,
    signal: AbortSignal,
  ): Promise<CopyState[]> {
    const prepared: PreparedCopy[] = [];
    for (const [shareId, shared] of groupBy(items, (item) => item.shareId)) {
      const paths = shared.map(({ path }) => path);
      const from = { space: 'share', spaceId: shareId } as const;
      const disk = { space: 'disk' } as const;
      prepared.push(await this.copies.prepare(caller, from, paths, disk, dir, conflict, signal));
      await this.assertLeft(caller, shareId);
    }
    assertNamesDiffer(prepared, conflict);
    const begun: CopyState[] = [];
    try {
      for (const copy of prepared) {
        begun.push(await this.copies.begin(copy));
      }
    } catch (error) {
      for (const { copyId } of begun) {
        await this.copies.cancel(caller, copyId);
      }
      throw error;
    }
    return begun;
  }

  /** Waits until each is done. @throws CopyFailedError, CopyCancelledError, CopyTimeoutError */
  async waitFor(
    caller: Principal,
    begun: readonly CopyState[],
    signal: AbortSignal,
  ): Promise<CopyState[]> {
    const done: CopyState[] = [];
    for (const { copyId } of begun) {
      done.push(await this.copies.waitFor(caller, copyId, signal));
    }
    return done;
  }

  private async assertLeft(caller: Principal, shareId: string): Promise<void> {
    const share = await this.shares.find(shareId);
    if (share && share.ownerId !== caller.userId && isUsedUp(share)) {
      throw new ShareUsedUpError();
    }
  }
}

/** Entries from different shares may have the same name; each copy would see only its own. */
function assertNamesDiffer(prepared: readonly PreparedCopy[], conflict: Conflict): void {
  if (conflict === 'keepBoth') {
    return;
  }
  const names = new Set<string>();
  for (const { copy } of prepared) {
    for (const path of copy.paths) {
      const name = splitParent(path)?.name ?? '';
      if (names.has(nameKey(name))) {
        throw new SameNameTwiceError(name);
      }
      names.add(nameKey(name));
    }
  }
}
