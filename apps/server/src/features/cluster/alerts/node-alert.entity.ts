import type { NodeAlertEnd, NodeAlertKind } from '@clusterdesk/contracts';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { NodeEntity } from '../node.entity.js';

/** A node was offline or too busy for too long, or still is (docs/decisions/node-alerts.md). */
@Entity('node_alert')
@Index('node_alert_lasting_unique', ['nodeId', 'kind'], {
  unique: true,
  where: 'ended_at IS NULL',
})
@Index('node_alert_untold_index', ['endedAt'], { where: 'NOT is_end_told' })
export class NodeAlertEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'node_alert_pk' })
  id: string;

  @Index('node_alert_node_index')
  @Column({ type: 'uuid' })
  nodeId: string;

  @ManyToOne(() => NodeEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'node_id', foreignKeyConstraintName: 'node_alert_node_fk' })
  node: Relation<NodeEntity>;

  @Column({ type: 'text' })
  kind: NodeAlertKind;

  /** Since when it was so, which is some minutes before anybody was told. */
  @Column({ type: 'timestamptz' })
  beganAt: Date;

  /** Null while it lasts. */
  @Column({ type: 'timestamptz', nullable: true })
  endedAt: Date | null;

  /** Null while it lasts. */
  @Column({ type: 'text', nullable: true })
  endReason: NodeAlertEnd | null;

  /** Whether people were told of its end; until then a node that goes offline again continues its alert. */
  @Column({ type: 'boolean', default: false })
  isEndTold: boolean;

  /** Mean percent in the minutes that raised it; null of one that is offline. */
  @Column({ type: 'real', nullable: true })
  value: number | null;
}
