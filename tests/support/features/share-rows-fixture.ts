import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';

/** What a share of a spec is like; absent: of nobody, without an end. */
export interface SpecShare {
  receivers?: readonly SpecUser[];
  isDropBox?: boolean;
  canDownload?: boolean;
  downloadLimit?: number;
  expiresAt?: Date;
}

/** What integration specs of shares begin with; each share is written down as the product does. */
export class SpecShareRows {
  constructor(private readonly platform: SpecPlatform) {}

  /** The id of a new share of these entries. */
  async add(owner: SpecUser, paths: readonly string[], share: SpecShare = {}): Promise<string> {
    const id = randomBytes(16).toString('base64url');
    const { receivers = [], isDropBox = false, canDownload = true } = share;
    const { downloadLimit = null, expiresAt = null } = share;
    await this.platform.query(
      `INSERT INTO share (id, owner_id, share_type, is_drop_box, can_download, download_limit, expires_at)
       VALUES ($1, $2, 1, $3, $4, $5, $6)`,
      [id, owner.id, isDropBox, canDownload, downloadLimit, expiresAt],
    );
    await this.platform.query(
      `INSERT INTO share_path (share_id, "position", owner_id, path, is_directory, entry_id)
       SELECT $1, place - 1, $2, path, true,
         ensure_space_entry('disk', $2::uuid::text, NULL, string_to_array(substr(path, 2), '/'))
       FROM unnest($3::text[]) WITH ORDINALITY AS t (path, place)`,
      [id, owner.id, paths],
    );
    for (const { id: userId } of receivers) {
      await this.platform.query('INSERT INTO share_receiver (share_id, user_id) VALUES ($1, $2)', [
        id,
        userId,
      ]);
    }
    return id;
  }

  /** Empties the user's disk and trash. */
  async clear({ name, home }: SpecUser): Promise<void> {
    for (const folder of [home, join(this.platform.config.filesDir, '.trash/disk', name)]) {
      await mkdir(folder, { recursive: true });
      for (const entry of await readdir(folder)) {
        await rm(join(folder, entry), { recursive: true });
      }
    }
  }

  /** What was noted of a share, the oldest first. */
  async visits(id: string): Promise<Record<string, unknown>[]> {
    return this.platform.query(
      `SELECT user_name AS name, action, paths, entries FROM share_visit
       LEFT JOIN user_account ON user_account.id = user_id
       WHERE share_id = $1 ORDER BY share_visit.id`,
      [id],
    );
  }

  /** How often something was taken of a share. */
  async downloads(id: string): Promise<unknown> {
    const rows = await this.platform.query('SELECT downloads FROM share WHERE id = $1', [id]);
    return rows[0]?.['downloads'];
  }
}
