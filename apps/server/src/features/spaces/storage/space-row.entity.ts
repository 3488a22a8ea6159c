import type { SpaceRef } from '@clusterdesk/contracts';
import { Column, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';

/** The columns of every row that belongs to a user and is about entries of a space; the row goes with its user. */
export abstract class SpaceRow {
  @Column({ type: 'uuid' })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id' })
  user: Relation<UserEntity>;

  @Column({ type: 'text' })
  space: SpaceRef['space'];

  /** Of a disk: the id of its user. */
  @Column({ type: 'text' })
  spaceId: string;
}
