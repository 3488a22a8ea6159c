import type { ApplicationAction, NodeKind, ApplicationRunState } from '@clusterdesk/contracts';
import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { NodeEntity } from '../node.entity.js';

/** `asked`: the command was sent, and may have arrived; `running`: the agent has it safely. */
export type StoredRunState = Exclude<ApplicationRunState, 'none'>;

/**
 * The last run of a script of an application on a node. A later one takes its place under an id of its own, so that what is
 * still said of this one finds nothing.
 */
@Entity('application_run')
@Unique('application_run_node_unique', ['application', 'nodeId'])
@Index('application_run_open_index', ['nodeId'], {
  where: `state IN ('waiting', 'asked', 'running')`,
})
@Index('application_run_node_index', ['nodeId'])
export class ApplicationRunEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'application_run_pk' })
  id: string;

  @Column({ type: 'text' })
  application: string;

  @Column({ type: 'text' })
  version: string;

  @Column({ type: 'text' })
  action: ApplicationAction;

  /** As it stood in the catalogue when it was decided: a later catalogue changes nothing of it. */
  @Column({ type: 'text', select: false })
  script?: string;

  /** Null: the node was deleted. */
  @Column({ type: 'uuid', nullable: true })
  nodeId: string | null;

  @ManyToOne(() => NodeEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'node_id', foreignKeyConstraintName: 'application_run_node_fk' })
  node: Relation<NodeEntity> | null;

  @Column({ type: 'text' })
  nodeName: string;

  @Column({ type: 'text' })
  nodeKind: NodeKind;

  @Column({ type: 'text', default: 'waiting' })
  state: StoredRunState;

  /** A code of `run-reasons.ts`; empty: none. */
  @Column({ type: 'text', default: '' })
  reason: string;

  @Column({ type: 'integer', nullable: true })
  exitCode: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** Since when nothing but the answer of its node is missing. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  waitsSince: Date;

  /** When the command was sent last; null: never, or the node said that it does not have it. */
  @Column({ type: 'timestamptz', nullable: true })
  askedAt: Date | null;

  /** When its agent last said anything of it. */
  @Column({ type: 'timestamptz', nullable: true })
  heardAt: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  startedAt: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt: Date | null;

  /** Of a failed run: until then its script may be at work on the host all the same. Null: it is not. */
  @Column({ type: 'timestamptz', nullable: true })
  mayRunUntil: Date | null;

  @Column({ type: 'integer', default: 0 })
  outputBytes: number;
}
