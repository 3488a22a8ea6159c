import { limits, type JobNetwork, type JobProtection, type NodeKind } from '@clusterdesk/contracts';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A host that used a node's credentials. */
export interface NodeHost {
  hostname: string;
  /** Empty where its agent does not say. */
  bootId: string;
  /** When it took the place of another host, milliseconds since the epoch. */
  at: number;
}

/** A host with an agent: a compute node or a desktop node. */
@Entity('node')
export class NodeEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column({ type: 'text' })
  kind: NodeKind;

  @Column({ type: 'text' })
  name: string;

  /** What names that look alike have in common (`user-name.ts`). */
  @Column({ type: 'text', nullable: true })
  nameKey: string | null;

  @Column({ type: 'text', nullable: true })
  nameLook: string | null;

  @Column({ type: 'text', default: '' })
  lanIp: string;

  /** Where people reach a desktop from outside; empty: nowhere. */
  @Column({ type: 'text', default: '' })
  wanIp: string;

  /** The port of a desktop at its WAN address. */
  @Column({ type: 'integer', default: limits.desktopPort })
  desktopPort: number;

  /** Whether browsers open a desktop encrypted. */
  @Column({ type: 'boolean', default: false })
  https: boolean;

  /** Whether the session that a desktop's host gets for a user who opens it reaches that user's files. */
  @Column({ type: 'boolean', default: false })
  allowFiles: boolean;

  @Column({ type: 'text', default: '' })
  description: string;

  /** As reported by the agent; null before its first hello. */
  @Column({ type: 'text', nullable: true })
  hostname: string | null;

  @Column({ type: 'text', nullable: true })
  platform: string | null;

  @Column({ type: 'text', nullable: true })
  agentVersion: string | null;

  @Column({ type: 'integer', nullable: true })
  cpuCount: number | null;

  @Column({ type: 'bigint', nullable: true })
  memoryBytes: string | null;

  @Column({ type: 'text', nullable: true })
  confinement: 'namespaces' | 'bubblewrap' | 'none' | null;

  @Column({ type: 'boolean', default: false })
  acceptsJobs: boolean;

  /** The protections that hold for every job there; null when its agent does not say. */
  @Column({ type: 'text', array: true, nullable: true })
  protections: JobProtection[] | null;

  /** The networks that it can give its jobs. */
  @Column({ type: 'text', array: true, default: () => "'{outside}'" })
  networks: JobNetwork[];

  /** Why it gets no jobs though it is online: a code of `node-faults.ts`. Null: it is not drained. */
  @Column({ type: 'text', nullable: true })
  drainedReason: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  drainedAt: Date | null;

  /** From then on a drained node is given one job to try; null while drained: not before it is enrolled again. */
  @Column({ type: 'timestamptz', nullable: true })
  probeAt: Date | null;

  /** Faults since a job last started there; the back-off grows with it. */
  @Column({ type: 'integer', default: 0 })
  faultCount: number;

  /** The last hosts that used its credentials, each as it took the place of another one. */
  @Column({ type: 'jsonb', default: [] })
  recentHosts: NodeHost[];

  /** SHA-256 of the agent's own secret: the key that both sides prove themselves by. Never to leave the platform. */
  @Column({ type: 'bytea', nullable: true })
  secretHash: Buffer | null;

  /** SHA-256 of the single-use enrolment token, a key likewise. */
  @Column({ type: 'bytea', nullable: true })
  enrolTokenHash: Buffer | null;

  /** The key that takes the place of `secretHash` as soon as an agent comes with it. */
  @Column({ type: 'bytea', nullable: true })
  enrolSecretHash: Buffer | null;

  @Column({ type: 'timestamptz', nullable: true })
  enrolExpiresAt: Date | null;

  /** When its agent was shut out; null: it was not, or has enrolled again since. */
  @Column({ type: 'timestamptz', nullable: true })
  revokedAt: Date | null;

  /** True at creation, then exactly while the agent is heard from (contract: Cluster). */
  @Column({ type: 'boolean', default: true })
  isOnline: boolean;

  @Column({ type: 'timestamptz', nullable: true })
  lastSeenAt: Date | null;

  /** Since when a server that was there has not heard of it; null while it is online. A stop of the platform does not count. */
  @Column({ type: 'timestamptz', nullable: true })
  offlineSince: Date | null;

  /**
   * The socket that commands to the node go to, as the server that holds it noted it with the agent's hello; null when no server
   * holds one. The note of a server that was killed stays, and counts for nothing once the node is offline.
   */
  @Column({ type: 'text', nullable: true })
  connectionId: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
