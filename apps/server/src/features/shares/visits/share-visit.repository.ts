import { Injectable } from '@nestjs/common';
import { limits, type UserOption, type VisitAction } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { loggedEntries } from '../../../platform/http/logged-values.js';
import { userOption } from '../../users/user-option-sql.js';
import { ShareVisitEntity } from '../share-visit.entity.js';

/** Whose a visit is: a user's, or that of a visitor without an account. */
interface VisitKey {
  shareId: string;
  userId?: string | undefined;
  visitor?: { id: string; name: string; address: string } | undefined;
}
interface NewVisit extends VisitKey {
  action: VisitAction;
  paths: readonly string[];
}

/** A visit, and whose it was; both null: the user has been deleted. */
export type StoredVisit = Pick<
  ShareVisitEntity,
  'id' | 'action' | 'paths' | 'entries' | 'createdAt'
> & {
  user: UserOption | null;
  visitor: { name: string; address: string } | null;
};

/** Queries on visits of shares. */
@Injectable()
export class ShareVisitRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts one download if one is left, also when a hundred are requested at once. */
  async countDownload(
    manager: EntityManager,
    shareId: string,
  ): Promise<'counted' | 'usedUp' | 'over'> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `UPDATE share SET downloads = downloads + 1, last_visit_at = now()
       WHERE id = $1 AND (download_limit IS NULL OR downloads < download_limit)
         AND (expires_at IS NULL OR expires_at > now())
       RETURNING id`,
      [shareId],
    );
    if (rows.length > 0) {
      return 'counted';
    }
    const alive = await manager.query<{ id: string }[]>(
      'SELECT id FROM share WHERE id = $1 AND (expires_at IS NULL OR expires_at > now())',
      [shareId],
    );
    return alive.length > 0 ? 'usedUp' : 'over';
  }

  /** Refunds a counted download that came to nothing. @returns the owner; null when the share has ended */
  async uncountDownload(manager: EntityManager, shareId: string): Promise<string | null> {
    const [rows] = await manager.query<[{ ownerId: string }[], number]>(
      `UPDATE share SET downloads = downloads - 1 WHERE id = $1 AND downloads > 0
       RETURNING owner_id AS "ownerId"`,
      [shareId],
    );
    return rows[0]?.ownerId ?? null;
  }

  /** Notes the time of the visit; other visits wait until the transaction ends. */
  async touch(manager: EntityManager, shareId: string): Promise<void> {
    await manager.query('UPDATE share SET last_visit_at = now() WHERE id = $1', [shareId]);
  }

  /** Adds a visit, and drops the oldest beyond the limit. */
  async add(manager: EntityManager, { paths, visitor, ...visit }: NewVisit): Promise<void> {
    await manager.insert(ShareVisitEntity, {
      ...visit,
      visitorId: visitor?.id ?? null,
      visitorName: visitor?.name ?? null,
      visitorAddress: visitor?.address ?? null,
      paths: paths.slice(0, loggedEntries),
      entries: paths.length,
    });
    await manager.query(
      `DELETE FROM share_visit WHERE share_id = $1 AND id <= (
         SELECT id FROM share_visit WHERE share_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
      [visit.shareId, limits.shareVisitsKept],
    );
  }

  /** Whether the user opened it within the last hour. */
  async hasOpened(manager: EntityManager, { shareId, userId }: VisitKey): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM share_visit WHERE share_id = $1 AND user_id = $2 AND action = 'opened'
         AND created_at > now() - interval '1 hour' LIMIT 1`,
      [shareId, userId],
    );
    return rows.length > 0;
  }

  /** Adds a file to the upload visit of the same person; false when there is none within the last ten minutes. */
  async extendUpload(
    manager: EntityManager,
    { shareId, userId, visitor, path }: VisitKey & { path: string },
  ): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      `UPDATE share_visit
       SET entries = entries + 1,
         paths = CASE WHEN jsonb_array_length(paths) < $4
           THEN paths || jsonb_build_array($3::text) ELSE paths END
       WHERE id = (
         SELECT id FROM share_visit WHERE share_id = $1 AND action = 'uploaded'
           AND (user_id = $2 OR visitor_id = $5) AND created_at > now() - interval '10 minutes' ORDER BY id DESC LIMIT 1)`,
      [shareId, userId ?? null, path, loggedEntries, visitor?.id ?? null],
    );
    return count > 0;
  }

  /** Newest first, and how many there are. */
  async list(
    shareId: string,
    offset: number,
    size: number,
  ): Promise<{ visits: StoredVisit[]; total: number }> {
    const visits = await this.dataSource.query<StoredVisit[]>(
      `SELECT visit.id, action, paths, entries, visit.created_at AS "createdAt",
         CASE WHEN person.id IS NOT NULL THEN ${userOption('person')} END AS "user",
         CASE WHEN visitor_id IS NOT NULL
           THEN json_build_object('name', visitor_name, 'address', visitor_address) END AS visitor
       FROM share_visit AS visit LEFT JOIN user_account AS person ON person.id = user_id
       WHERE share_id = $1 ORDER BY visit.id DESC OFFSET $2 LIMIT $3`,
      [shareId, offset, size],
    );
    const total = await this.dataSource.getRepository(ShareVisitEntity).countBy({ shareId });
    return { visits, total };
  }
}
