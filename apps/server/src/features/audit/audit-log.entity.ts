import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One changing call: who, what, and how it went (contract: Logs). */
@Entity('audit_log')
export class AuditLogEntity {
  @PrimaryGeneratedColumn('identity', { name: 'id', type: 'bigint' })
  id: string;

  /** INFO done, WARN refused, ERROR failed. */
  @Column({ name: 'log_level', type: 'text' })
  logLevel: 'INFO' | 'WARN' | 'ERROR';

  /** The feature. */
  @Column({ name: 'log_model', type: 'text' })
  logModel: string;

  /** The call. */
  @Column({ name: 'method_name', type: 'text' })
  methodName: string;

  @Column({ name: 'user_id', type: 'uuid', nullable: true })
  userId: string | null;

  @Column({ name: 'user_name', type: 'text', nullable: true })
  userName: string | null;

  @Column({ name: 'error_code', type: 'text', nullable: true })
  errorCode: string | null;

  @Column({ name: 'address', type: 'text', nullable: true })
  address: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
