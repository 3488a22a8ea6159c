import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A piece of a job's output, where it starts; the pieces of a job follow each other without gap or overlap. */
@Entity('script_job_output')
export class ScriptJobOutputEntity {
  @PrimaryColumn({ name: 'job_id', type: 'bigint' })
  jobId: string;

  @PrimaryColumn({ name: 'start_byte', type: 'bigint' })
  startByte: string;

  @Column({ name: 'data', type: 'bytea' })
  data: Buffer;
}
