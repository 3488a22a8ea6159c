import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { SpaceKey } from '../../spaces/space-key.js';
import { SpaceRegistry } from '../../spaces/space.js';
import { DownloadPackageEntity } from './download-package.entity.js';

/**
 * The uses that spaces count for packages. A package holds one use from its request until its bytes are first fetched:
 * requesting it again meanwhile counts nothing, and one that fails or is cancelled meanwhile was not used.
 */
@Injectable()
export class PackageUses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly spaces: SpaceRegistry,
  ) {}

  /** Counts a use for a package that holds none. @param take its space's, which may refuse */
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

  /** Its bytes are about to be sent. @returns false when it has just been cancelled, and its use refunded */
  async noteFetched(id: string): Promise<boolean> {
    const result = await this.dataSource
      .getRepository(DownloadPackageEntity)
      .update({ id, state: 'ready' }, { holdsUse: false });
    return result.affected === 1;
  }

  /**
   * Refunds the use of a package that failed or was cancelled; calling it again does nothing.
   * @param manager of the transaction that ends the package, so that a new request can follow at once
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
