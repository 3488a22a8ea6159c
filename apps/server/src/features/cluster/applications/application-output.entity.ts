import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApplicationRunEntity } from './application-run.entity.js';

/** A piece of the output of a run, where it starts; the pieces follow each other without gap or overlap. */
@Entity('application_output')
export class ApplicationOutputEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'application_output_pk' })
  runId: string;

  @ManyToOne(() => ApplicationRunEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'application_output_run_fk' })
  run: Relation<ApplicationRunEntity>;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'application_output_pk' })
  startByte: number;

  @Column({ type: 'bytea' })
  data: Buffer;
}
