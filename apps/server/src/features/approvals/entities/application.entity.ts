import type { ApplicationEnding, ApplicationStatus } from '@clusterdesk/contracts';
import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { byteCount } from '../../spaces/storage/byte-count.js';

/** A request to download exactly the content that some entries of a project had at one moment. */
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

  /** How it ended; null: it did not, or by being used. */
  @Column({ type: 'text', nullable: true })
  ending: ApplicationEnding | null;

  @Column({ type: 'text', default: '' })
  reason: string;

  /** SHA-256 over the chosen entries and their files: equal for the same unchanged content. */
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

  /** When it ceased to be pending. */
  @Column({ type: 'timestamptz', nullable: true })
  decidedAt: Date | null;

  /** Until when approved content can be downloaded. */
  @Column({ type: 'timestamptz', nullable: true })
  expiresAt: Date | null;

  /** Windows were told that it has expired. */
  @Column({ type: 'boolean', default: false })
  isExpiryTold: boolean;

  /** When a ticket or a package was first issued for it. */
  @Column({ type: 'timestamptz', nullable: true })
  usedAt: Date | null;

  /** When its list of files was dropped, some time after it ended with nothing downloaded; null: it is there. */
  @Column({ type: 'timestamptz', nullable: true })
  filesDroppedAt: Date | null;
}
