import type { ShareType } from '@clusterdesk/contracts';
import { byteCount, nullableByteCount } from '../spaces/storage/byte-count.js';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** Entries on one user's disk that others may read, wherever they are now. */
@Entity('share')
@Index('share_owner_index', ['ownerId', 'createdAt'])
export class ShareEntity {
  /** 128 random bits as base64url: whoever has no link cannot guess one. */
  @PrimaryColumn({ type: 'text' })
  id: string;

  /** With whom it goes (foreign key). */
  @Column({ type: 'uuid' })
  ownerId: string;

  @Column({ type: 'smallint' })
  shareType: ShareType;

  /** The code of a link, as the owner passes it on; null for a share to users. */
  @Column({ type: 'text', nullable: true })
  verification: string | null;

  /** Of a link. */
  @Column({ type: 'timestamptz', nullable: true })
  expiresAt: Date | null;

  /** Windows were told that it has expired; a new expiry resets it. */
  @Column({ type: 'boolean', default: false })
  isExpiryTold: boolean;

  @Column({ type: 'boolean', default: false })
  isDropBox: boolean;

  /** Whether receivers may take what is in it. */
  @Column({ type: 'boolean', default: true })
  canDownload: boolean;

  /** How many downloads, previews and copies a link allows in total; null: any number. */
  @Column({ type: 'integer', nullable: true })
  downloadLimit: number | null;

  @Column({ type: 'integer', default: 0 })
  downloads: number;

  /** Of a link to a drop box: whoever has the code adds files without an account, where the platform lets them. */
  @Column({ type: 'boolean', default: false })
  forVisitors: boolean;

  /** What visitors without an account read above it; null: the name of the folder. */
  @Column({ type: 'text', nullable: true })
  visitorTitle: string | null;

  /** How much may come from them; null: any amount. */
  @Column({ type: 'bigint', nullable: true, transformer: nullableByteCount })
  visitorMaxBytes: number | null;

  @Column({ type: 'integer', nullable: true })
  visitorMaxFiles: number | null;

  /** What came from them, and what is on its way. */
  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  visitorBytes: number;

  @Column({ type: 'integer', default: 0 })
  visitorFiles: number;

  @Column({ type: 'timestamptz', nullable: true })
  lastVisitAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
