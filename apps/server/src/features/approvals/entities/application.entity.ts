import type { ApplicationEnding, ApplicationStatus } from '@clusterdesk/contracts';
import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { byteCount } from '../../spaces/storage/byte-count.js';

/** A request to take exactly the content that some entries of a project had at one moment. */
@Entity('download_application')
@Index('download_application_user_index', ['userId', 'createdAt'])
@Index('download_application_project_index', ['projectId', 'status', 'createdAt'])
export class ApplicationEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  /** With which it goes (foreign key). */
  @Column({ type: 'uuid' })
  projectId: string;

  /** The applicant, with whom it goes (foreign key). */
  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'smallint', default: 0 })
  status: ApplicationStatus;

  /** How it ended otherwise than by being used up; null: it did not. */
  @Column({ type: 'text', nullable: true })
  ending: ApplicationEnding | null;

  @Column({ type: 'text', default: '' })
  reason: string;

  /** SHA-256 over what was chosen and its files: the same, unchanged, has the same. Null: of an earlier version. */
  @Column({ type: 'text', nullable: true })
  fingerprint: string | null;

  /** How many entries were chosen. */
  @Column({ type: 'integer' })
  entries: number;

  /** How many files they hold. */
  @Column({ type: 'integer' })
  files: number;

  @Column({ type: 'bigint', transformer: byteCount })
  bytes: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** When it left the pending state. */
  @Column({ type: 'timestamptz', nullable: true })
  decidedAt: Date | null;

  /** Until when approved content can be taken. */
  @Column({ type: 'timestamptz', nullable: true })
  expiresAt: Date | null;

  /** Windows were told that its time is over. */
  @Column({ type: 'boolean', default: false })
  isExpiryTold: boolean;

  /** When a ticket or a package for it was first given out. */
  @Column({ type: 'timestamptz', nullable: true })
  usedAt: Date | null;

  /** When the list of its files was dropped, some time after it ended with nothing taken; null: it is there. */
  @Column({ type: 'timestamptz', nullable: true })
  filesDroppedAt: Date | null;
}
