import { Injectable } from '@nestjs/common';
import type { UserOption } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { userOption } from '../../users/user-option-sql.js';

/** A comment as it is stored, with who wrote it. */
export interface StoredComment {
  id: string;
  author: UserOption | null;
  text: string;
  createdAt: Date;
}

const columns = `comment.id, comment.body AS text, comment.created_at AS "createdAt",
  CASE WHEN person.id IS NOT NULL THEN ${userOption('person')} END AS author`;
const withAuthor = 'LEFT JOIN user_account AS person ON person.id = comment.author_id';

/** Queries over comments. A row hangs on the known entry that it is about, so it follows wherever that goes. */
@Injectable()
export class CommentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A page, the newest first. */
  list(entryId: string, page: { offset: number; size: number }): Promise<StoredComment[]> {
    return this.dataSource.query<StoredComment[]>(
      `SELECT ${columns} FROM entry_comment AS comment ${withAuthor} WHERE comment.entry_id = $1
       ORDER BY comment.created_at DESC, comment.id DESC OFFSET $2 LIMIT $3`,
      [entryId, page.offset, page.size],
    );
  }

  async count(entryId: string, manager: EntityManager = this.dataSource.manager): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      'SELECT count(*)::integer AS count FROM entry_comment WHERE entry_id = $1',
      [entryId],
    );
    return row?.count ?? 0;
  }

  /** Who has commented on an entry and is still in its project. */
  async listCommenters(
    manager: EntityManager,
    projectId: string,
    entryId: string,
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT user_id AS id FROM project_member AS member WHERE project_id = $1
         AND EXISTS (SELECT FROM entry_comment WHERE entry_id = $2 AND author_id = member.user_id)`,
      [projectId, entryId],
    );
    return rows.map(({ id }) => id);
  }

  async add(
    manager: EntityManager,
    entryId: string,
    authorId: string,
    text: string,
  ): Promise<StoredComment> {
    const [added] = await manager.query<StoredComment[]>(
      `WITH comment AS (
         INSERT INTO entry_comment (entry_id, author_id, body) VALUES ($1, $2, $3) RETURNING *)
       SELECT ${columns} FROM comment ${withAuthor}`,
      [entryId, authorId, text],
    );
    if (!added) {
      throw new Error('A comment was not stored.');
    }
    return added;
  }

  /** Who wrote a comment on the entry, null: a user who was deleted since; undefined: there is none with this id. */
  async findAuthor(
    manager: EntityManager,
    entryId: string,
    id: string,
  ): Promise<string | null | undefined> {
    const [found] = await manager.query<{ authorId: string | null }[]>(
      `SELECT author_id AS "authorId" FROM entry_comment WHERE id = $1 AND entry_id = $2 FOR UPDATE`,
      [id, entryId],
    );
    return found?.authorId;
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM entry_comment WHERE id = $1', [id]);
  }
}
