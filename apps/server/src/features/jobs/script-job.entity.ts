import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { JobStatus } from '@clusterdesk/contracts';

/**
 * A submitted script. PENDING without a node waits; PENDING with a node is reserved there and on its way to the agent
 * (`isAccepted` once the agent has it safely). `attempt` grows with each reservation and fences off an earlier one.
 */
@Entity('script_job')
export class ScriptJobEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id: string;

  @Column({ type: 'uuid', nullable: true })
  queueId: string | null;

  @Column({ type: 'text' })
  queueName: string;

  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @Column({ type: 'text' })
  userName: string;

  @Column({ type: 'text' })
  jobName: string;

  /** Up to a megabyte or more, so it is read only where it is wanted (JobRepository.readScript). */
  @Column({ type: 'text', select: false })
  script?: string;

  /** A folder of the user's disk, as a path within it. */
  @Column({ type: 'text' })
  workDir: string;

  @Column({ type: 'integer' })
  cpus: number;

  @Column({ type: 'integer', nullable: true })
  maxMinutes: number | null;

  @Column({ type: 'text', default: 'PENDING' })
  status: JobStatus;

  @Column({ type: 'uuid', nullable: true })
  nodeId: string | null;

  @Column({ type: 'text', nullable: true })
  nodeName: string | null;

  @Column({ type: 'integer', default: 0 })
  attempt: number;

  @Column({ type: 'timestamptz', nullable: true })
  reservedAt: Date | null;

  @Column({ type: 'boolean', default: false })
  isAccepted: boolean;

  /** Set when somebody asked to stop it; sent to the agent until it has ended. */
  @Column({ type: 'text', nullable: true })
  stopReason: 'stopped' | null;

  /** Why it ended as it did, for people, as an error code of `job.errors.ts`; empty when there is nothing to say. */
  @Column({ type: 'text', default: '' })
  reason: string;

  @Column({ type: 'integer', nullable: true })
  exitCode: number | null;

  /** Bytes of output stored. */
  @Column({ type: 'bigint', default: 0 })
  outputBytes: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz', nullable: true })
  startedAt: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt: Date | null;
}
