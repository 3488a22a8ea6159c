import { Injectable } from '@nestjs/common';
import { limits, type SpaceRef } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Semaphore } from '../../../platform/concurrency.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { cleanPath } from '../../../platform/file-space/space-path.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { groupBy } from '../../../platform/group-by.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { EntryTree } from '../entries/entry-tree.js';
import { SpaceAccess } from '../space-access.service.js';
import { isSameSpace, keyOf, refOf, spaceKeyText, type SpaceKey } from '../space-key.js';
import type { Space, SpaceUser } from '../space.js';
import { RootNotFavouriteError, TooManyFavouritesError } from './favourite.errors.js';
import { FavouriteRepository, type FavouriteRow } from './favourite.repository.js';

/** Spaces opened and entries looked at side by side, for one list. */
const atOnce = 8;

/** A favourite as it is now. */
export interface FavouriteEntry {
  ref: SpaceRef;
  entry: SpaceEntry;
  markedAt: Date;
}

/**
 * What a user has marked. The mark stays with its entry while that is moved, removed and restored; whether the user may see the
 * entry is asked each time. One that cannot be seen now is counted and kept, since the right, or the entry, may come back.
 */
@Injectable()
export class Favourites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: FavouriteRepository,
    private readonly access: SpaceAccess,
    private readonly tree: EntryTree,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
  ) {}

  /**
   * Marks entries; those that are marked stay so.
   * @throws TooManyFavouritesError, RootNotFavouriteError, and what the space refuses; nothing is marked then
   */
  async mark(user: SpaceUser, ref: SpaceRef, paths: readonly string[]): Promise<void> {
    const space = await this.access.openFor(user, ref, 'view', paths);
    if (paths.length > limits.favourites) {
      throw new TooManyFavouritesError();
    }
    const semaphore = new Semaphore(atOnce);
    await this.dataSource.transaction(async (manager) => {
      // What is there now, and is moved in this moment, takes the mark along.
      await this.tree.holdStill(manager, space.locate('/').key);
      const entries = await Promise.all(
        paths.map((path) => semaphore.run(() => space.files.stat(path))),
      );
      const { key, located } = placesOf(
        space,
        entries.map(({ path }) => path),
      );
      await lockInTransaction(manager, 'favouritesOfUser', user.userId);
      await this.tree.ensure(manager, key, located);
      const added = await this.repository.add(manager, user.userId, space.key, key, located);
      if ((await this.repository.count(manager, user.userId)) > limits.favourites) {
        throw new TooManyFavouritesError();
      }
      if (added > 0) {
        this.afterCommit.run(manager, () => this.tell([user.userId]));
      }
    });
  }

  /** Takes the mark away; what has none stays as it is. @throws what the space refuses */
  async unmark(user: SpaceUser, ref: SpaceRef, paths: readonly string[]): Promise<void> {
    const space = await this.access.open(user, ref);
    const { key, located } = placesOf(space, paths.map(cleanPath));
    await this.dataSource.transaction(async (manager) => {
      const removed = await this.repository.remove(manager, user.userId, space.key, key, located);
      if (removed > 0) {
        this.afterCommit.run(manager, () => this.tell([user.userId]));
      }
    });
  }

  /** Latest first, with the number of those that cannot be seen now. */
  async list(user: SpaceUser): Promise<{ entries: FavouriteEntry[]; unseen: number }> {
    const found = await this.look(user, await this.repository.list(user.userId));
    const entries = found.flatMap(({ row, entry }) =>
      entry ? { ref: refOf(row), entry, markedAt: row.markedAt } : [],
    );
    return { entries, unseen: found.length - entries.length };
  }

  /** The paths of those in one space that the user may see. @throws what the space refuses */
  async pathsIn(user: SpaceUser, ref: SpaceRef): Promise<string[]> {
    const space = await this.access.open(user, ref);
    const rows = await this.repository.list(user.userId, keyOf(user, ref));
    return (await this.shown(space, rows)).map(({ path }) => path);
  }

  /** Takes the mark from everything that cannot be seen now. @returns from how many */
  async forgetUnseen(user: SpaceUser): Promise<number> {
    const found = await this.look(user, await this.repository.list(user.userId));
    const unseen = found.flatMap(({ row, entry }) => (entry ? [] : row));
    const count = await this.repository.removeRows(user.userId, unseen);
    if (count > 0) {
      this.tell([user.userId]);
    }
    return count;
  }

  /** The open windows of these users ask again. */
  tell(userIds: readonly string[]): void {
    if (userIds.length > 0) {
      this.realtime.publish(
        'favouritesChanged',
        userIds.map((userId) => audience.user(userId)),
      );
    }
  }

  private async look(
    user: SpaceUser,
    rows: readonly FavouriteRow[],
  ): Promise<{ row: FavouriteRow; entry: SpaceEntry | null }[]> {
    const semaphore = new Semaphore(atOnce);
    const bySpace = groupBy(rows, spaceKeyText);
    const entries = new Map<FavouriteRow, SpaceEntry>();
    await Promise.all(
      [...bySpace.values()].map(async (some) => {
        const space = await semaphore.run(() => this.open(user, some));
        const shown = space ? await this.shown(space, some) : [];
        await Promise.all(
          shown.map(async ({ row, path }) => {
            const entry = await semaphore.run(() =>
              space ? space.files.stat(path).catch(nullWhenRefused) : Promise.resolve(null),
            );
            if (entry) {
              entries.set(row, entry);
            }
          }),
        );
      }),
    );
    return rows.map((row) => ({ row, entry: entries.get(row) ?? null }));
  }

  private async open(user: SpaceUser, [row]: readonly FavouriteRow[]): Promise<Space | null> {
    return row ? this.access.open(user, refOf(row)).catch(nullWhenRefused) : null;
  }

  /** Which of the rows of a space the user may view there, and at which path. */
  private async shown(
    space: Space,
    rows: readonly FavouriteRow[],
  ): Promise<{ row: FavouriteRow; path: string }[]> {
    const { key } = space.locate('/');
    const placed = rows.flatMap((row) => {
      const path = liesIn(row, key) ? shownAt(space, row.path) : null;
      return path === null ? [] : { row, path };
    });
    const decisions =
      placed.length === 0
        ? []
        : await space.can(
            'view',
            placed.map(({ path }) => path),
          );
    return placed.filter((_, index) => decisions[index]?.isAllowed);
  }
}

function liesIn(row: FavouriteRow, key: SpaceKey): row is FavouriteRow & { path: string } {
  const { placeSpace, placeSpaceId } = row;
  return (
    placeSpace !== null &&
    placeSpaceId !== null &&
    isSameSpace({ space: placeSpace, spaceId: placeSpaceId }, key)
  );
}

const shownAt = (space: Space, located: string): string | null =>
  space.shownAt ? space.shownAt(located) : located;

/** Where entries of a space lie. @throws RootNotFavouriteError */
function placesOf(space: Space, paths: readonly string[]): { key: SpaceKey; located: string[] } {
  if (paths.includes('/')) {
    throw new RootNotFavouriteError();
  }
  return {
    key: space.locate('/').key,
    located: [...new Set(paths.map((path) => space.locate(path).path))],
  };
}

/** What cannot be shown is left out; a fault of the platform is not. */
function nullWhenRefused(error: unknown): null {
  if (error instanceof DomainError) {
    return null;
  }
  throw error;
}
