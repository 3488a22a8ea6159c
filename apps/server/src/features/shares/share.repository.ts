import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SharedEntryView } from './share-path.entity.js';
import { ShareReceiverEntity } from './share-receiver.entity.js';
import { ShareEntity } from './share.entity.js';

/** A share with its entries in their order. */
export type StoredShare = Omit<ShareEntity, 'owner'> & { paths: SharedEntryView[] };

/** Shares as they are stored, for whoever decides about one. */
@Injectable()
export class ShareRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whatever its state; null when there is none of this id. */
  async find(id: string): Promise<StoredShare | null> {
    const [share, paths] = await Promise.all([
      this.dataSource.getRepository(ShareEntity).findOneBy({ id }),
      this.dataSource
        .getRepository(SharedEntryView)
        .find({ where: { shareId: id }, order: { position: 'ASC' } }),
    ]);
    return share && { ...share, paths };
  }

  /** Whether the user is among those who have it now. */
  isReceiver(shareId: string, userId: string): Promise<boolean> {
    return this.dataSource
      .getRepository(ShareReceiverEntity)
      .existsBy({ shareId, userId, hasLeft: false });
  }

  /** Everyone who has one of these now. */
  async receiverIds(shareIds: readonly string[]): Promise<string[]> {
    const rows = await this.dataSource.query<{ userId: string }[]>(
      `SELECT DISTINCT user_id AS "userId" FROM share_receiver WHERE share_id = ANY($1) AND NOT has_left`,
      [shareIds],
    );
    return rows.map(({ userId }) => userId);
  }
}
