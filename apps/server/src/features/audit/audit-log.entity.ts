import type { LocalizedText } from '@clusterdesk/contracts';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One changing call: who, what, and how it went (contract: Logs). */
@Entity('audit_log')
export class AuditLogEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id: string;

  /** INFO done, WARN refused, ERROR failed. */
  @Column({ type: 'text' })
  logLevel: 'INFO' | 'WARN' | 'ERROR';

  /** The feature. */
  @Column({ type: 'text' })
  logModel: string;

  /** The call. */
  @Column({ type: 'text' })
  methodName: string;

  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @Column({ type: 'text', nullable: true })
  userName: string | null;

  @Column({ type: 'text', nullable: true })
  errorCode: string | null;

  /** What the refusal said, in both languages; null in rows from before it was kept. */
  @Column({ type: 'jsonb', nullable: true })
  errorSentence: LocalizedText | null;

  @Column({ type: 'text', nullable: true })
  address: string | null;

  /** What the change was about, where the service named it. */
  @Column({ type: 'text', nullable: true })
  targetType: string | null;

  @Column({ type: 'text', nullable: true })
  targetId: string | null;

  /** As people knew it then. */
  @Column({ type: 'text', nullable: true })
  targetName: string | null;

  /** What was decided. */
  @Column({ type: 'jsonb', nullable: true })
  details: object | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
