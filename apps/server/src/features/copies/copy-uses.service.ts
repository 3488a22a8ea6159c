import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SpaceKey } from '../spaces/space-key.js';
import { SpaceRegistry } from '../spaces/space.js';

/** What the sources of copies count for them. */
@Injectable()
export class CopyUses {
  constructor(private readonly spaces: SpaceRegistry) {}

  /**
   * Gives back what a copy holds that failed or was cancelled with nothing in its target; done again it does nothing.
   * @param manager of the transaction that ends the copy: who sees the end can ask again
   */
  async giveBack(manager: EntityManager, copyId: string): Promise<void> {
    const [[source]] = await manager.query<[SpaceKey[], number]>(
      `UPDATE copy_task SET holds_use = false
       WHERE id = $1 AND holds_use AND state IN ('failed', 'cancelled') AND NOT EXISTS (
         SELECT FROM copy_entry WHERE copy_id = $1 AND (is_placing OR placed_path IS NOT NULL))
       RETURNING space, space_id AS "spaceId"`,
      [copyId],
    );
    if (source) {
      await this.spaces.find(source.space)?.giveBack(manager, source);
    }
  }
}
