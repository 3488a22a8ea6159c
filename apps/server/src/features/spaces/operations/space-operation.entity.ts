import type { SpaceRef } from '@clusterdesk/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { IntendedStep } from './intended-step.js';

/**
 * Entries of a space are about to change, and observers have yet to be told. The row goes when they were told; until then what it
 * covers is closed. One that stays belongs to a process that died, or could not be told of: the sweep finds out what became of
 * the entries.
 */
@Entity('space_operation')
@Index('space_operation_due_index', ['dueAt'])
@Index('space_operation_space_index', ['space', 'spaceId'])
export class SpaceOperationEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'space_operation_pk' })
  id: string;

  @Column({ type: 'text' })
  space: SpaceRef['space'];

  @Column({ type: 'text' })
  spaceId: string;

  /** On whose behalf; null: the platform's own. Not a foreign key: the entries changed whatever became of the user. */
  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @Column({ type: 'jsonb' })
  steps: IntendedStep[];

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;

  /**
   * When the sweep looks at it: a minute after it began. It takes milliseconds, a batch on a slow network filesystem seconds; what is
   * older has lost its process.
   */
  @Column({ type: 'timestamptz' })
  dueAt: Date;

  /** How often it could not be settled. */
  @Column({ type: 'smallint', default: 0 })
  tries: number;
}
