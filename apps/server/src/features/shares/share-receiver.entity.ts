import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { UserEntity } from '../users/user.entity.js';
import { ShareEntity } from './share.entity.js';

/** A user who has a share: chosen by its owner, or come by its link. */
@Entity('share_receiver')
@Index('share_receiver_user_index', ['userId', 'createdAt'])
export class ShareReceiverEntity {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'share_receiver_pk' })
  shareId: string;

  @ManyToOne(() => ShareEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'share_id', foreignKeyConstraintName: 'share_receiver_share_fk' })
  share: Relation<ShareEntity>;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'share_receiver_pk' })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'share_receiver_user_fk' })
  user: Relation<UserEntity>;

  /** The receiver took the share off the own list. One who has the code can come back. */
  @Column({ type: 'boolean', default: false })
  hasLeft: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
