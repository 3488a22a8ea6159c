import type { SpaceRef } from '@clusterdesk/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { IntendedStep } from './intended-step.js';

/**
 * Entries of a space are about to change, and observers have yet to be told. The row goes when they were told; one that
 * stays belongs to a process that died, and the sweep finds out what became of the entries.
 */
@Entity('space_operation')
@Index('space_operation_created_index', ['createdAt'])
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
}
