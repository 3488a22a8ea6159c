import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ShareReceiverEntity } from './share-receiver.entity.js';
import { ShareEntity } from './share.entity.js';

/** A share with its entries in their order. */
export type StoredShare = Omit<ShareEntity, 'owner'>;

/** Shares as they are stored, for whoever decides about one. */
@Injectable()
export class ShareRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whatever its state; null when there is none of this id. */
  find(id: string): Promise<StoredShare | null> {
    return this.dataSource.getRepository(ShareEntity).findOne({
      where: { id },
      relations: { paths: true },
      order: { paths: { position: 'ASC' } },
    });
  }

  /** Whether the user is among those who have it now. */
  isReceiver(shareId: string, userId: string): Promise<boolean> {
    return this.dataSource
      .getRepository(ShareReceiverEntity)
      .existsBy({ shareId, userId, hasLeft: false });
  }

  /** Everyone who has it now. */
  async receiverIds(shareId: string): Promise<string[]> {
    const rows = await this.dataSource
      .getRepository(ShareReceiverEntity)
      .find({ where: { shareId, hasLeft: false }, select: { userId: true } });
    return rows.map(({ userId }) => userId);
  }
}
