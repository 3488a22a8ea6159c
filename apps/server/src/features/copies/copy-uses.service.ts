import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SpaceKey } from '../spaces/space-key.js';
import { SpaceRegistry } from '../spaces/space.js';

/** What the sources of copies count for them. */
@Injectable()
export class CopyUses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly spaces: SpaceRegistry,
  ) {}

  /** Gives back what a copy holds that failed or was cancelled with nothing in its target; done again it does nothing. */
  async giveBack(copyId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
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
    });
  }
}
