import type { VisitAction } from '@clusterdesk/contracts';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { UserEntity } from '../users/user.entity.js';
import { ShareEntity } from './share.entity.js';

/** What somebody did with a share, for its owner. */
@Entity('share_visit')
@Index('share_visit_share_index', ['shareId', 'id'])
export class ShareVisitEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    primaryKeyConstraintName: 'share_visit_pk',
  })
  id: string;

  @Column({ type: 'text' })
  shareId: string;

  @ManyToOne(() => ShareEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'share_id', foreignKeyConstraintName: 'share_visit_share_fk' })
  share: Relation<ShareEntity>;

  /** Null: the user was deleted since. */
  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @ManyToOne(() => UserEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'share_visit_user_fk' })
  user: Relation<UserEntity> | null;

  @Column({ type: 'text' })
  action: VisitAction;

  /** The first of the entries, as paths in the share. */
  @Column({ type: 'jsonb' })
  paths: string[];

  @Column({ type: 'integer' })
  entries: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
