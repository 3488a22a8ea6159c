import {
  type FoundPrograms,
  limits,
  type JobNetwork,
  type JobProtection,
  type NodeKind,
} from '@clusterdesk/contracts';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A host that used a node's credentials. */
export interface NodeHost {
  hostname: string;
  /** Empty where its agent does not say. */
  bootId: string;
  /** When it replaced another host, milliseconds since the epoch. */
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

  /** The external address of a desktop; empty: none. */
  @Column({ type: 'text', default: '' })
  wanIp: string;

  /** The port of a desktop at its WAN address. */
  @Column({ type: 'integer', default: limits.desktopPort })
  desktopPort: number;

  /** Whether browsers open a desktop over HTTPS. */
  @Column({ type: 'boolean', default: false })
  https: boolean;

  /** Whether the session that a desktop's host gets for a user may access that user's files. */
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

  /** What all its jobs, and one that asks for no memory, may hold, bytes; null: its agent does not say. */
  @Column({ type: 'bigint', nullable: true })
  jobMemoryBytes: string | null;

  @Column({ type: 'bigint', nullable: true })
  jobMemoryEachBytes: string | null;

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

  /** Whether it can show jobs single entries of projects, and nothing else of them. */
  @Column({ type: 'boolean', default: false })
  takesProjectFiles: boolean;

  /** Why it gets no jobs though it is online: a code of `node-faults.ts`. Null: it is not drained. */
  @Column({ type: 'text', nullable: true })
  drainedReason: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  drainedAt: Date | null;

  /** When a drained node gets one job to try; null while drained: only after it is enrolled again. */
  @Column({ type: 'timestamptz', nullable: true })
  probeAt: Date | null;

  /** Faults since a job last started there; the back-off grows with it. */
  @Column({ type: 'integer', default: 0 })
  faultCount: number;

  /** The last hosts that used its credentials, each recorded when it replaced another one. */
  @Column({ type: 'jsonb', default: [] })
  recentHosts: NodeHost[];

  /** Which programs of applications its agent found; null: it has not told. Read only where it is wanted (ApplicationRepository). */
  @Column({ type: 'jsonb', nullable: true, select: false })
  programs?: FoundPrograms | null;

  /** SHA-256 of the agent's own secret: the key with which both sides prove themselves. It must never leave the platform. */
  @Column({ type: 'bytea', nullable: true })
  secretHash: Buffer | null;

  /** SHA-256 of the single-use enrolment token, also a key. */
  @Column({ type: 'bytea', nullable: true })
  enrolTokenHash: Buffer | null;

  /** The key that replaces `secretHash` as soon as an agent uses it. */
  @Column({ type: 'bytea', nullable: true })
  enrolSecretHash: Buffer | null;

  @Column({ type: 'timestamptz', nullable: true })
  enrolExpiresAt: Date | null;

  /** When its agent was revoked; null: it was not, or has enrolled again since. */
  @Column({ type: 'timestamptz', nullable: true })
  revokedAt: Date | null;

  /** True at creation, then exactly while the agent sends heartbeats (contract: Cluster). */
  @Column({ type: 'boolean', default: true })
  isOnline: boolean;

  @Column({ type: 'timestamptz', nullable: true })
  lastSeenAt: Date | null;

  /** Since when it has been silent while a server listened; null while it is online. Downtime of the platform does not count. */
  @Column({ type: 'timestamptz', nullable: true })
  offlineSince: Date | null;

  /**
   * The socket for commands to the node, recorded with the agent's hello by the server that holds it; null when no server holds
   * one. The record of a killed server stays, and is void once the node is offline.
   */
  @Column({ type: 'text', nullable: true })
  connectionId: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
