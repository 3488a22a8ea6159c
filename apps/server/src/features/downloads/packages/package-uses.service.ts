import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { SpaceKey } from '../../spaces/space-key.js';
import { SpaceRegistry } from '../../spaces/space.js';
import { DownloadPackageEntity } from './download-package.entity.js';

/**
 * What spaces count for packages. A package holds one use from when it is asked for until its bytes are first fetched:
 * asking again meanwhile counts nothing, and what fails or is cancelled meanwhile was not used.
 */
@Injectable()
export class PackageUses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly spaces: SpaceRegistry,
  ) {}

  /** Counts a use for a package that holds none. @param take of its space, and may refuse */
  async count(
    manager: EntityManager,
    { id, holdsUse }: Pick<DownloadPackageEntity, 'id' | 'holdsUse'>,
    take: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    if (!holdsUse) {
      await take(manager);
      await manager.update(DownloadPackageEntity, { id }, { holdsUse: true });
    }
  }

  /** Its bytes are about to be sent. @returns false when it was cancelled this moment, and its use given back */
  async noteFetched(id: string): Promise<boolean> {
    const result = await this.dataSource
      .getRepository(DownloadPackageEntity)
      .update({ id, state: 'ready' }, { holdsUse: false });
    return result.affected === 1;
  }

  /**
   * Gives back what a package holds that failed or was cancelled; done again it does nothing.
   * @param manager of the transaction that ends the package: who sees the end can ask again
   */
  async giveBack(manager: EntityManager, id: string): Promise<void> {
    const released = await manager
      .createQueryBuilder()
      .update(DownloadPackageEntity)
      .set({ holdsUse: false })
      .where({ id, holdsUse: true, state: In(['failed', 'cancelled']) })
      .returning(['space', 'spaceId'])
      .execute();
    const [row] = released.raw as { space: SpaceKey['space']; space_id: string }[];
    if (row) {
      const key = { space: row.space, spaceId: row.space_id };
      await this.spaces.find(key.space)?.giveBack(manager, key);
    }
  }
}
