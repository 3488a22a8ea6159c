import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import type { EntityTarget } from 'typeorm';
import type { SpaceFolders } from '../../../platform/file-space/file-space.js';
import type { SpaceKey } from '../space-key.js';
import type { SpaceAccount } from './space-account.entity.js';

/** Where one kind of space keeps its quotas and figures. */
export interface AccountBook {
  readonly space: SpaceRef['space'];
  readonly entity: EntityTarget<SpaceAccount>;
  /** Its table, and the column with the id of the space: names that stand in the program, never from outside. */
  readonly table: string;
  readonly idColumn: string;
  /** Where its files lie; null: there is no such space. */
  foldersOf(spaceId: string): Promise<SpaceFolders | null>;
}

/** The books there are; features with a quota register theirs once, when the module starts. */
@Injectable()
export class QuotaAccounts {
  private readonly books = new Map<SpaceRef['space'], AccountBook>();

  register(book: AccountBook): void {
    this.books.set(book.space, book);
  }

  find(space: SpaceRef['space']): AccountBook | null {
    return this.books.get(space) ?? null;
  }

  /** @throws for a kind of space that has no accounts */
  get({ space }: SpaceKey): AccountBook {
    const book = this.books.get(space);
    if (!book) {
      throw new Error(`The space ${space} keeps no accounts.`);
    }
    return book;
  }
}
