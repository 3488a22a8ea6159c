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

  @Column({ type: 'text', nullable: true })
  address: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
