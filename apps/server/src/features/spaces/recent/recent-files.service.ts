import { Injectable, Logger } from '@nestjs/common';
import { limits, type SpaceRef } from '@clusterdesk/contracts';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import type { ChangeContext, Changes, SpaceObserver } from '../operations/space-observer.js';
import { SpaceAccess } from '../space-access.service.js';
import { keyOf, refOf, spaceKeyText } from '../space-key.js';
import type { Space, SpaceUser } from '../space.js';
import { RecentFileRepository, type RecentRow } from './recent-file.repository.js';

/** A file as it is now, and when the user touched it last. */
export interface RecentEntry {
  ref: SpaceRef;
  entry: SpaceEntry;
  usedAt: Date;
}

/**
 * The files that a user uploaded, previewed or downloaded last. It follows what is moved on the platform and forgets what is
 * removed; what jobs do to files behind its back shows when the list is read. The rows of a deleted user go with the user.
 */
@Injectable()
export class RecentFiles implements SpaceObserver {
  private readonly logger = new Logger('RecentFiles');

  constructor(
    private readonly repository: RecentFileRepository,
    private readonly access: SpaceAccess,
  ) {}

  /**
   * Remembers files that the user has just touched, the last one in front. Never throws: what was done with the file is done,
   * whether or not it is remembered.
   */
  async note(user: { userId: string }, ref: SpaceRef, paths: readonly string[]): Promise<void> {
    const noted = [...new Set(paths.slice(-limits.recentFiles))];
    if (noted.length === 0) {
      return;
    }
    try {
      await this.repository.note(user.userId, keyOf(user, ref), noted);
    } catch (error) {
      this.logger.warn({ err: error }, 'A file could not be noted as recent');
    }
  }

  /** Newest first, without what is gone or no longer the user's to see. */
  async list(user: SpaceUser, size: number): Promise<RecentEntry[]> {
    const rows = await this.repository.list(user.userId);
    const spaces = new Map<string, Space | null>();
    const found: RecentEntry[] = [];
    for (const row of rows) {
      const text = spaceKeyText(row);
      const space = spaces.get(text) ?? (await this.open(user, row));
      spaces.set(text, space);
      const entry = space && (await this.find(space, row.path));
      if (entry) {
        found.push({ ref: refOf(row), entry, usedAt: row.usedAt });
      }
      if (found.length === size) {
        break;
      }
    }
    return found;
  }

  async entriesMoved({ manager, key }: ChangeContext, entries: Changes<'moved'>): Promise<void> {
    for (const { from, to } of entries) {
      await this.repository.move(manager, key, from, to);
    }
  }

  async entriesRemoved(
    { manager, key }: ChangeContext,
    entries: Changes<'removed'>,
  ): Promise<void> {
    for (const { path } of entries) {
      await this.repository.forget(manager, key, path);
    }
  }

  private open(user: SpaceUser, row: RecentRow): Promise<Space | null> {
    return this.access.open(user, refOf(row)).catch(nullWhenRefused);
  }

  private async find(space: Space, path: string): Promise<SpaceEntry | null> {
    const [decision] = await space.can('view', [path]);
    if (!decision?.isAllowed) {
      return null;
    }
    const entry = await space.files.stat(path).catch(nullWhenRefused);
    // A folder has taken the name of the file.
    return entry?.isDirectory ? null : entry;
  }
}

/** What cannot be shown is left out; a fault of the platform is not. */
function nullWhenRefused(error: unknown): null {
  if (error instanceof DomainError) {
    return null;
  }
  throw error;
}
