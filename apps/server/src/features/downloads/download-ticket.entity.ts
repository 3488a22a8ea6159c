import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { SpaceRow } from '../spaces/storage/space-row.entity.js';
import type { PinnedFile } from './sending/pinned-content.js';
import { DownloadPackageEntity } from './packages/download-package.entity.js';

/** The right to fetch one file, or one package, until it expires. The token itself is not stored. */
@Entity('download_ticket')
@Index('download_ticket_user_index', ['userId'])
@Index('download_ticket_package_index', ['packageId'])
export class DownloadTicketEntity extends SpaceRow {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  /** SHA-256 of the 256-bit token. */
  @Index('download_ticket_token_unique', { unique: true })
  @Column({ type: 'bytea' })
  tokenHash: Buffer;

  @Column({ type: 'jsonb' })
  files: PinnedFile[];

  /** Only exactly the content of `files` is sent; otherwise whatever is at the path. */
  @Column({ type: 'boolean', default: false })
  isPinned: boolean;

  /** Set when the bytes are those of a version of the file. */
  @Column({ type: 'uuid', nullable: true })
  versionId: string | null;

  /** The session it was issued in and ends with (foreign key). */
  @Column({ type: 'uuid', nullable: true })
  sessionId: string | null;

  /** Set when the bytes are a package's. */
  @Column({ type: 'uuid', nullable: true })
  packageId: string | null;

  @ManyToOne(() => DownloadPackageEntity, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'package_id' })
  package: Relation<DownloadPackageEntity> | null;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;
}
