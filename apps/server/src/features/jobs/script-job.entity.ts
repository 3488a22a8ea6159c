import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { JobNetwork, JobSpace, JobStatus, ScriptVariables } from '@clusterdesk/contracts';
import type { ViewEntry } from '../projects/jobs/project-view.service.js';
import type { HeldReason } from './life/job-reasons.js';

/** Of the elements of an array, how many have each status; none where one is missing. */
export type ArrayCounts = Partial<Record<JobStatus, number>>;

/**
 * A submitted script. PENDING without `placedAt` waits; with it the job has its place and is on its way there (`sentAt` once the
 * command may have reached the node, `isAccepted` once the node has it safely). `attempt` grows with each place and fences off an
 * earlier one.
 */
@Entity('script_job')
export class ScriptJobEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id: string;

  /** Null once its queue is deleted; a job that had ended before keeps it. */
  @Column({ type: 'uuid', nullable: true })
  queueId: string | null;

  @Column({ type: 'text' })
  queueName: string;

  /** Which backend runs it: the name of a `ComputeBackend`. */
  @Column({ type: 'text', default: 'agent' })
  backend: string;

  /** The backend's own id of the job, where it has one. */
  @Column({ type: 'text', nullable: true })
  externalId: string | null;

  /** Kept when the user is gone, so that the user's jobs are still found and ended. */
  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @Column({ type: 'text' })
  userName: string;

  @Column({ type: 'text' })
  jobName: string;

  /** Up to a megabyte or more, so it is read only where it is wanted (JobRepository.readScript). */
  @Column({ type: 'text', select: false })
  script?: string;

  /** What its environment holds besides what the platform sets. */
  @Column({ type: 'jsonb', default: {} })
  variables: ScriptVariables;

  /** Of an array, which is never planned itself: as it was written; null: it is none. */
  @Column({ type: 'text', nullable: true })
  arrayText: string | null;

  /** How many elements of the array may have their place at once; null: any number. */
  @Column({ type: 'integer', nullable: true })
  arrayAtOnce: number | null;

  /** How many elements of the array have each status. */
  @Column({ type: 'jsonb', nullable: true })
  arrayCounts: ArrayCounts | null;

  /** Of an element: its array, which has its script and variables; null: it is none. */
  @Column({ type: 'bigint', nullable: true })
  arrayId: string | null;

  @Column({ type: 'integer', nullable: true })
  arrayIndex: number | null;

  /** Where it works: its user's disk, or a project. */
  @Column({ type: 'text', default: 'disk' })
  space: JobSpace;

  /** The project; null: of a disk. */
  @Column({ type: 'uuid', nullable: true })
  spaceId: string | null;

  /** A folder of that space, as a path within it. */
  @Column({ type: 'text' })
  workDir: string;

  /** It computes on what its user may only view: no network, no home, and its results stay in the project. */
  @Column({ type: 'boolean', default: false })
  isSealed: boolean;

  /** The entries of the project that it is given; none: all that its user may have there. */
  @Column({ type: 'text', array: true, default: () => "'{}'" })
  inputs: string[];

  /** Of a sealed job, once it was made: the folder of its results, in which it runs. */
  @Column({ type: 'text', nullable: true })
  resultsDir: string | null;

  /** The entries that it was shown last, but for its results, and the version of the rights by which; null: none yet. */
  @Column({ type: 'jsonb', nullable: true })
  projectView: ViewEntry[] | null;

  @Column({ type: 'text', nullable: true })
  projectViewVersion: string | null;

  /** Its output as a file of its space; null until that is written. */
  @Column({ type: 'text', nullable: true })
  logPath: string | null;

  /** Since when the platform is to look what it left; null: not yet, or done. */
  @Column({ type: 'timestamptz', nullable: true })
  resultsDueAt: Date | null;

  /** How often that was tried. */
  @Column({ type: 'integer', default: 0 })
  resultsTries: number;

  /** The staged file of its output, as `LogFiles` knows it, from before it is placed until that is noted. */
  @Column({ type: 'text', nullable: true })
  stagedLog: string | null;

  /** Whether all files that it made or changed were noted. */
  @Column({ type: 'boolean', default: false })
  hasAllOutputs: boolean;

  @Column({ type: 'integer' })
  cpus: number;

  /** The memory it asks for, MiB; null: none, so its node gives it the usual part. */
  @Column({ type: 'integer', nullable: true })
  memoryMb: number | null;

  /** Its time limit, minutes: its own, else its queue's at that time. */
  @Column({ type: 'integer', nullable: true })
  maxMinutes: number | null;

  /** What it reaches, by its queue's setting when it was submitted. */
  @Column({ type: 'text', default: 'outside' })
  network: JobNetwork;

  @Column({ type: 'text', default: 'PENDING' })
  status: JobStatus;

  /** Kept when the node is gone, as the user's id is. */
  @Column({ type: 'uuid', nullable: true })
  nodeId: string | null;

  @Column({ type: 'text', nullable: true })
  nodeName: string | null;

  @Column({ type: 'integer', default: 0 })
  attempt: number;

  /** When it got a node, or was given to a backend that plans for itself. Null: it waits. The column keeps its earlier name. */
  @Column({ name: 'reserved_at', type: 'timestamptz', nullable: true })
  placedAt: Date | null;

  /** Stored before the command is emitted. Null: it never was, so the job may be given to another node. */
  @Column({ type: 'timestamptz', nullable: true })
  sentAt: Date | null;

  @Column({ type: 'boolean', default: false })
  isAccepted: boolean;

  /** After a fault of the platform itself: not planned before this time. */
  @Column({ type: 'timestamptz', nullable: true })
  notBefore: Date | null;

  /** Nodes that refused it for a fault of their own and have not been cleared since. */
  @Column({ type: 'uuid', array: true, default: () => "'{}'" })
  excludedNodes: string[];

  /** Why it is not planned though it waits, as a code of `job-reasons.ts`; null: it is not held. */
  @Column({ type: 'text', nullable: true })
  heldReason: HeldReason | null;

  /** The owner wants it run again when its node is lost; false once that was done. */
  @Column({ type: 'boolean', default: false })
  requeue: boolean;

  /** Set when it is to be stopped: `stopped` by a person, else a code of `job-reasons.ts`; sent until it has ended. */
  @Column({ type: 'text', nullable: true })
  stopReason: string | null;

  /** Why it waits or ended as it did, as a code of `job-reasons.ts`; empty when there is nothing to say. */
  @Column({ type: 'text', default: '' })
  reason: string;

  @Column({ type: 'integer', nullable: true })
  exitCode: number | null;

  /** The signal that ended it, where the backend says so. */
  @Column({ type: 'integer', nullable: true })
  signal: number | null;

  /** Processor time used, seconds, where the backend says so. */
  @Column({ type: 'double precision', nullable: true })
  cpuSeconds: number | null;

  /** Most memory held at once, bytes, where the backend says so. */
  @Column({ type: 'bigint', nullable: true })
  maxRssBytes: string | null;

  /** Bytes of output stored. */
  @Column({ type: 'bigint', default: 0 })
  outputBytes: string;

  /** When its script was known to have ended while its output was still arriving: its CPUs are free since then. */
  @Column({ type: 'timestamptz', nullable: true })
  cpusFreedAt: Date | null;

  /** When its output was removed by the retention. */
  @Column({ type: 'timestamptz', nullable: true })
  outputRemovedAt: Date | null;

  /** Since when it waits again, after it was given back; null: since it was submitted. */
  @Column({ type: 'timestamptz', nullable: true })
  waitsSince: Date | null;

  /** When a person was first told when it can start, and what was told; compared with its start. Null: nobody asked. */
  @Column({ type: 'timestamptz', nullable: true })
  forecastAt: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  forecastStartAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz', nullable: true })
  startedAt: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  endedAt: Date | null;
}
