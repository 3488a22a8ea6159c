import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** A user who has a share: chosen by its owner, or admitted by its link. It goes with either (foreign keys). */
@Entity('share_receiver')
@Index('share_receiver_user_index', ['userId', 'createdAt'])
export class ShareReceiverEntity {
  @PrimaryColumn({ type: 'text' })
  shareId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  /** The receiver removed the share from the list. With the code of a link it can be received again. */
  @Column({ type: 'boolean', default: false })
  hasLeft: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
