import type { DesktopSessionKind } from '@clusterdesk/contracts';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { NodeEntity } from '../node.entity.js';

/** A desktop session, as the agent of its node last reported it. It counts while the node is online. */
@Entity('desktop_session')
@Unique('desktop_session_key_unique', ['nodeId', 'sessionKey'])
@Index('desktop_session_user_index', ['hostUser'])
export class DesktopSessionEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'desktop_session_pk' })
  id: string;

  @Column({ type: 'uuid' })
  nodeId: string;

  @ManyToOne(() => NodeEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'node_id', foreignKeyConstraintName: 'desktop_session_node_fk' })
  node: Relation<NodeEntity>;

  /** What its host calls it. */
  @Column({ type: 'text' })
  sessionKey: string;

  @Column({ type: 'text' })
  kind: DesktopSessionKind;

  /** The host's account; of the user who has the same name. */
  @Column({ type: 'text' })
  hostUser: string;

  @Column({ type: 'text', default: '' })
  display: string;

  @Column({ type: 'timestamptz' })
  startedAt: Date;

  @Column({ type: 'timestamptz', nullable: true })
  idleSince: Date | null;
}
