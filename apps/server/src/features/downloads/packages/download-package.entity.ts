import type { PackageState, LocalizedText } from '@clusterdesk/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { SpaceRow } from '../../spaces/storage/space-row.entity.js';
import { byteCount } from '../../spaces/storage/byte-count.js';

/** A zip built for a download, or being built. The file is `.staging/packages/<id>.zip`. */
@Entity('download_package')
@Index('download_package_user_index', ['userId'])
@Index('download_package_reuse_unique', ['userId', 'fingerprint'], {
  unique: true,
  where: "state NOT IN ('failed', 'cancelled') AND NOT is_partial",
})
export class DownloadPackageEntity extends SpaceRow {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  /** The selected entries, none below another. */
  @Column({ type: 'jsonb' })
  paths: string[];

  /** SHA-256 over what was selected: every path with size and time. */
  @Column({ type: 'text' })
  fingerprint: string;

  @Column({ type: 'text' })
  fileName: string;

  @Column({ type: 'text', default: 'waiting' })
  state: PackageState['state'];

  @Column({ type: 'bigint', transformer: byteCount })
  totalBytes: number;

  @Column({ type: 'integer' })
  totalFiles: number;

  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  doneBytes: number;

  @Column({ type: 'integer', default: 0 })
  doneFiles: number;

  /** Something was left out or changed while it was packed; such a package is not reused. */
  @Column({ type: 'boolean', default: false })
  isPartial: boolean;

  /** Why it failed, or what was left out. */
  @Column({ type: 'jsonb', nullable: true })
  message: LocalizedText | null;

  /** Exactly the entries in `download_package_entry` are packed, as described there, or nothing is. */
  @Column({ type: 'boolean', default: false })
  hasManifest: boolean;

  /** `Space.rightsVersion` at the last check of its entries; null: they have to be checked, or have no rights of their own. */
  @Column({ type: 'text', nullable: true })
  rightsVersion: string | null;

  /** Its space has counted a use for it, and nothing has been fetched yet: refunded if the package fails or is cancelled first. */
  @Column({ type: 'boolean', default: false })
  holdsUse: boolean;

  /** The session that requested it; the packing ends with it. Null: the session has ended. */
  @Column({ type: 'uuid', nullable: true })
  sessionId: string | null;

  /** The token of the package's ticket is derived from it and the session, so that asking again returns the same ticket. */
  @Column({ type: 'bytea' })
  ticketSecret: Buffer;

  @Column({ type: 'integer', default: 0 })
  attempts: number;

  /** Which run of the task holds it, and when that run last reported. */
  @Column({ type: 'uuid', nullable: true })
  lease: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  touchedAt: Date;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;
}
