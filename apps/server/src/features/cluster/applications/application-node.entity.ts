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
import { NodeEntity } from '../node.entity.js';

/** An application that a script of the platform put on a node. */
@Entity('application_node')
@Index('application_node_node_index', ['nodeId'])
export class ApplicationNodeEntity {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'application_node_pk' })
  application: string;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'application_node_pk' })
  nodeId: string;

  @ManyToOne(() => NodeEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'node_id', foreignKeyConstraintName: 'application_node_node_fk' })
  node: Relation<NodeEntity>;

  @Column({ type: 'text' })
  version: string;

  @CreateDateColumn({ type: 'timestamptz' })
  installedAt: Date;
}
