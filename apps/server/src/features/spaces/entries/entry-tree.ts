import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  lockInTransaction,
  shareLockInTransaction,
} from '../../../platform/database/advisory-locks.js';
import { splitParent, splitPath } from '../../../platform/file-space/space-path.js';
import type { EntryChange } from '../operations/space-observer.js';
import { spaceKeyText, type SpaceKey } from '../space-key.js';
import { ensureEntry, partsOf, wantedPaths, withFound } from './entry-sql.js';

/** The known entries, in the tree that they form on the disk. */
@Injectable()
export class EntryTree {
  constructor(private readonly dataSource: DataSource) {}

  /** The ids of the known ones among the paths. */
  async find(
    key: SpaceKey,
    wanted: Iterable<string>,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Map<string, string>> {
    const { parameters, paths } = wantedPaths(key, wanted);
    const rows = await manager.query<{ node: number; id: string }[]>(
      `${withFound} SELECT node, id FROM found`,
      parameters,
    );
    return new Map(rows.map(({ node, id }) => [paths[node] ?? '/', id]));
  }

  /** Where a known entry of the space is now; undefined: it is in the trash, gone, or in another space. */
  async findPath({ space, spaceId }: SpaceKey, id: string): Promise<string | undefined> {
    const [place] = await this.dataSource.query<{ path: string }[]>(
      `SELECT path FROM space_entry_place($1)
       WHERE space = $2 AND space_id = $3 AND trash_id IS NULL`,
      [id, space, spaceId],
    );
    return place?.path;
  }

  /**
   * Follows what happened to one entry. What was known about an entry that it replaced is forgotten.
   * @returns its id; undefined: it was not known there, or it was followed before
   */
  async follow(
    manager: EntityManager,
    key: SpaceKey,
    change: EntryChange,
  ): Promise<string | undefined> {
    switch (change.kind) {
      case 'moved': {
        const { from, to } = change;
        const id = (await this.find(key, [from], manager)).get(from);
        return this.hang(manager, key, id, null, to);
      }
      case 'removed': {
        const { path, trashId } = change;
        const wasTold = (await this.findTrashed(manager, key, trashId, '/')) !== undefined;
        const id = wasTold ? undefined : (await this.find(key, [path], manager)).get(path);
        return this.hang(manager, key, id, trashId, path);
      }
      case 'restored': {
        const { trashId, from, path } = change;
        const id = await this.findTrashed(manager, key, trashId, from);
        await this.hang(manager, key, id, null, path);
        await this.purge(manager, key, trashId);
        return id;
      }
      case 'purged':
        return this.purge(manager, key, change.trashId);
      default:
        return undefined;
    }
  }

  /**
   * Until the transaction ends nothing is followed to another place. Who looks after this whether an entry is there, makes it known and hangs
   * something on it, hangs it on the entry and not on a path that this has left. It is the first that a transaction takes.
   */
  holdStill(manager: EntityManager, key: SpaceKey): Promise<void> {
    return lockInTransaction(manager, 'entriesOfSpace', spaceKeyText(key));
  }

  /** The other side: waits for those who hang something on entries, before these are followed. */
  beginFollowing(manager: EntityManager, key: SpaceKey): Promise<void> {
    return shareLockInTransaction(manager, 'entriesOfSpace', spaceKeyText(key));
  }

  /** Makes entries known; what happens to them later is found by their rows. */
  async ensure(
    manager: EntityManager,
    { space, spaceId }: SpaceKey,
    paths: string[],
  ): Promise<void> {
    await manager.query(
      `SELECT ${ensureEntry('$1', '$2', partsOf('path'))}
       FROM unnest($3::text[]) AS path ORDER BY path COLLATE "C"`,
      [space, spaceId, paths],
    );
  }

  /** An entry of the trash was deleted permanently. @returns the id of its root, where anything in it was known */
  private async purge(
    manager: EntityManager,
    { space, spaceId }: SpaceKey,
    trashId: string,
  ): Promise<string | undefined> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `UPDATE space_entry SET space = NULL, space_id = NULL, trash_id = NULL
       WHERE space = $1 AND space_id = $2 AND trash_id = $3 RETURNING id`,
      [space, spaceId, trashId],
    );
    return rows[0]?.id;
  }

  /** A space was deleted permanently, with its trash. */
  async forget(
    { space, spaceId }: SpaceKey,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.query(
      `UPDATE space_entry SET space = NULL, space_id = NULL, trash_id = NULL
       WHERE space = $1 AND space_id = $2`,
      [space, spaceId],
    );
  }

  /** Hangs a known entry, with all below it, where it is now. @returns its id */
  private async hang(
    manager: EntityManager,
    { space, spaceId }: SpaceKey,
    id: string | undefined,
    trashId: string | null,
    path: string,
  ): Promise<string | undefined> {
    if (id === undefined) {
      return undefined;
    }
    const { dir, name } = splitParent(path) ?? { dir: '/', name: '' };
    const [folder] = await manager.query<{ id: string }[]>(
      'SELECT ensure_space_entry($1, $2, $3, $4) AS id',
      [space, spaceId, trashId, splitPath(dir)],
    );
    // What had the name is replaced: its versions are those of what has it now.
    await manager.query(
      `UPDATE file_version SET entry_id = $3 WHERE entry_id IN
         (SELECT id FROM space_entry WHERE parent_id = $1 AND name = $2 AND id <> $3)`,
      [folder?.id, name, id],
    );
    await manager.query(
      'UPDATE space_entry SET parent_id = NULL WHERE parent_id = $1 AND name = $2 AND id <> $3',
      [folder?.id, name, id],
    );
    await manager.query('UPDATE space_entry SET parent_id = $1, name = $2 WHERE id = $3', [
      folder?.id,
      name,
      id,
    ]);
    return id;
  }

  private async findTrashed(
    manager: EntityManager,
    { space, spaceId }: SpaceKey,
    trashId: string,
    path: string,
  ): Promise<string | undefined> {
    const [found] = await manager.query<{ id: string }[]>(
      `WITH RECURSIVE way AS (
         SELECT id, 0 AS depth FROM space_entry WHERE space = $1 AND space_id = $2 AND trash_id = $3
         UNION ALL
         SELECT entry.id, depth + 1
         FROM way JOIN space_entry AS entry ON entry.parent_id = way.id AND entry.name = ($4::text[])[depth + 1])
       SELECT id FROM way WHERE depth = cardinality($4::text[])`,
      [space, spaceId, trashId, splitPath(path)],
    );
    return found?.id;
  }
}
