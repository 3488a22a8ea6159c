import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { withBelow } from '../../spaces/entries/entry-sql.js';

/** Queries on the entries that applications are about. */
@Injectable()
export class ApplicationPartsRepository {
  /** The applications that are about an entry or about something below it. */
  async listAbout(manager: EntityManager, entryId: string): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `${withBelow}
       SELECT application_id AS id FROM below JOIN application_entry ON entry_id = below.id
       UNION
       SELECT application_id FROM below JOIN application_file ON entry_id = below.id`,
      [entryId],
    );
    return rows.map(({ id }) => id);
  }

  /** An entry and everything below it are gone for good: ends the applications about them. @returns which */
  async end(manager: EntityManager, entryId: string): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `${withBelow}
       UPDATE download_application SET status = 2, ending = 'gone', decided_at = now()
       WHERE status <> 2 AND id IN (
         SELECT application_id FROM below JOIN application_file ON entry_id = below.id)
       RETURNING id`,
      [entryId],
    );
    return rows.map(({ id }) => id);
  }
}
