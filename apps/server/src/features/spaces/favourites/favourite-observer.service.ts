import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { EntryFollower } from '../operations/entry-follower.js';
import type { ChangeContext } from '../operations/space-observer.js';
import { FavouriteRepository } from './favourite.repository.js';
import { Favourites } from './favourites.service.js';

/** Tells of favourites that are moved, removed or restored. */
@Injectable()
export class FavouriteObserver extends EntryFollower {
  constructor(
    private readonly repository: FavouriteRepository,
    private readonly favourites: Favourites,
    private readonly afterCommit: AfterCommit,
  ) {
    super();
  }

  protected override find(manager: EntityManager, entryId: string): Promise<string[]> {
    return this.repository.usersWith(manager, entryId);
  }

  protected override tell({ manager }: ChangeContext, userIds: readonly string[]): void {
    this.afterCommit.run(manager, () => this.favourites.tell(userIds));
  }
}
