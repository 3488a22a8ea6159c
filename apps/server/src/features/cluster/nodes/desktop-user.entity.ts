import {
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';
import { NodeEntity } from '../node.entity.js';

/** A user to whom a desktop is assigned. */
@Entity('desktop_user')
@Index('desktop_user_user_index', ['userId'])
export class DesktopUserEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'desktop_user_pk' })
  nodeId: string;

  @ManyToOne(() => NodeEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'node_id', foreignKeyConstraintName: 'desktop_user_node_fk' })
  node: Relation<NodeEntity>;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'desktop_user_pk' })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'desktop_user_user_fk' })
  user: Relation<UserEntity>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
