import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A piece of a job's output, where it starts; the pieces of a job follow each other without gap or overlap. */
@Entity('script_job_output')
export class ScriptJobOutputEntity {
  @PrimaryColumn({ type: 'bigint' })
  jobId: string;

  @PrimaryColumn({ type: 'bigint' })
  startByte: string;

  @Column({ type: 'bytea' })
  data: Buffer;
}
