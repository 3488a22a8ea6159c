import type { SpaceRef } from '@clusterdesk/contracts';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { UserEntity } from '../users/user.entity.js';
import { DownloadPackageEntity } from './packages/download-package.entity.js';

/** A file of the ticket as it was when the ticket was given. */
export interface TicketFile {
  path: string;
  sizeBytes: number;
  /** Milliseconds since the epoch. */
  modifiedMs: number;
}

/** The right to fetch one file, or one package, until it expires. The token itself is nowhere kept. */
@Entity('download_ticket')
@Index('download_ticket_user_index', ['userId'])
@Index('download_ticket_package_index', ['packageId'])
export class DownloadTicketEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'download_ticket_pk' })
  id: string;

  /** SHA-256 of the 256-bit token. */
  @Index('download_ticket_token_unique', { unique: true })
  @Column({ type: 'bytea' })
  tokenHash: Buffer;

  @Column({ type: 'uuid' })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'download_ticket_user_fk' })
  user: Relation<UserEntity>;

  @Column({ type: 'text' })
  space: SpaceRef['space'];

  @Column({ type: 'text', nullable: true })
  projectId: string | null;

  @Column({ type: 'jsonb' })
  files: TicketFile[];

  /** Set when the bytes are a package's. */
  @Column({ type: 'uuid', nullable: true })
  packageId: string | null;

  @ManyToOne(() => DownloadPackageEntity, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'package_id', foreignKeyConstraintName: 'download_ticket_package_fk' })
  package: Relation<DownloadPackageEntity> | null;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;
}
