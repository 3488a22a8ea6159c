import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { JobStatus } from '@clusterdesk/contracts';

/**
 * A submitted script. PENDING without a node waits; PENDING with a node is reserved there and on its way to the agent
 * (`isAccepted` once the agent has it safely). `attempt` grows with each reservation and fences off an earlier one.
 */
@Entity('script_job')
export class ScriptJobEntity {
  @PrimaryGeneratedColumn('identity', { name: 'id', type: 'bigint' })
  id: string;

  @Column({ name: 'queue_id', type: 'uuid', nullable: true })
  queueId: string | null;

  @Column({ name: 'queue_name', type: 'text' })
  queueName: string;

  @Column({ name: 'user_id', type: 'uuid', nullable: true })
  userId: string | null;

  @Column({ name: 'user_name', type: 'text' })
  userName: string;

  @Column({ name: 'job_name', type: 'text' })
  jobName: string;

  /** Up to a megabyte or more, so it is read only where it is wanted (JobRepository.readScript). */
  @Column({ name: 'script', type: 'text', select: false })
  script?: string;

  /** A folder of the user's disk, as a path within it. */
  @Column({ name: 'work_dir', type: 'text' })
  workDir: string;

  @Column({ name: 'cpus', type: 'integer' })
  cpus: number;

  @Column({ name: 'max_minutes', type: 'integer', nullable: true })
  maxMinutes: number | null;

  @Column({ name: 'status', type: 'text', default: 'PENDING' })
  status: JobStatus;

  @Column({ name: 'node_id', type: 'uuid', nullable: true })
  nodeId: string | null;

  @Column({ name: 'node_name', type: 'text', nullable: true })
  nodeName: string | null;

  @Column({ name: 'attempt', type: 'integer', default: 0 })
  attempt: number;

  @Column({ name: 'reserved_at', type: 'timestamptz', nullable: true })
  reservedAt: Date | null;

  @Column({ name: 'is_accepted', type: 'boolean', default: false })
  isAccepted: boolean;

  /** Set when somebody asked to stop it; sent to the agent until it has ended. */
  @Column({ name: 'stop_reason', type: 'text', nullable: true })
  stopReason: 'stopped' | null;

  /** Why it ended as it did, for people, as an error code of `job.errors.ts`; empty when there is nothing to say. */
  @Column({ name: 'reason', type: 'text', default: '' })
  reason: string;

  @Column({ name: 'exit_code', type: 'integer', nullable: true })
  exitCode: number | null;

  /** Bytes of output stored. */
  @Column({ name: 'output_bytes', type: 'bigint', default: 0 })
  outputBytes: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column({ name: 'started_at', type: 'timestamptz', nullable: true })
  startedAt: Date | null;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;
}
