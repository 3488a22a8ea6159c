import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A host with an agent: a compute node or a desktop node. */
@Entity('node')
export class NodeEntity {
  @PrimaryGeneratedColumn('uuid', { name: 'id' })
  id: string;

  @Column({ name: 'kind', type: 'text' })
  kind: 'compute' | 'desktop';

  @Column({ name: 'name', type: 'text' })
  name: string;

  @Column({ name: 'lan_ip', type: 'text', default: '' })
  lanIp: string;

  @Column({ name: 'description', type: 'text', default: '' })
  description: string;

  /** What the agent said of its host; null before its first hello. */
  @Column({ name: 'hostname', type: 'text', nullable: true })
  hostname: string | null;

  @Column({ name: 'platform', type: 'text', nullable: true })
  platform: string | null;

  @Column({ name: 'agent_version', type: 'text', nullable: true })
  agentVersion: string | null;

  @Column({ name: 'cpu_count', type: 'integer', nullable: true })
  cpuCount: number | null;

  @Column({ name: 'memory_bytes', type: 'bigint', nullable: true })
  memoryBytes: string | null;

  @Column({ name: 'confinement', type: 'text', nullable: true })
  confinement: 'namespaces' | 'bubblewrap' | 'none' | null;

  @Column({ name: 'accepts_jobs', type: 'boolean', default: false })
  acceptsJobs: boolean;

  /** SHA-256 of the agent's own secret. */
  @Column({ name: 'secret_hash', type: 'bytea', nullable: true })
  secretHash: Buffer | null;

  /** SHA-256 of the single-use enrolment token. */
  @Column({ name: 'enrol_token_hash', type: 'bytea', nullable: true })
  enrolTokenHash: Buffer | null;

  @Column({ name: 'enrol_expires_at', type: 'timestamptz', nullable: true })
  enrolExpiresAt: Date | null;

  /** True at creation, then exactly while the agent is heard from (contract: Cluster). */
  @Column({ name: 'is_online', type: 'boolean', default: true })
  isOnline: boolean;

  @Column({ name: 'last_seen_at', type: 'timestamptz', nullable: true })
  lastSeenAt: Date | null;

  /** Since when a server that was there has not heard of it; null while it is online. A stop of the platform does not count. */
  @Column({ name: 'silent_since', type: 'timestamptz', nullable: true })
  silentSince: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
