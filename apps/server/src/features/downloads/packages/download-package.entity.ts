import type { PackageState } from '@clusterdesk/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { TransferRow } from '../../spaces/tasks/transfer-row.entity.js';

/** A zip built for a download, or being built. The file is `.staging/packages/<id>.zip`. */
@Entity('download_package')
@Index('download_package_user_index', ['userId'])
@Index('download_package_reuse_unique', ['userId', 'fingerprint'], {
  unique: true,
  where: "state NOT IN ('failed', 'cancelled') AND NOT is_partial",
})
export class DownloadPackageEntity extends TransferRow {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  /** SHA-256 over what was selected: every path with size and time. */
  @Column({ type: 'text' })
  fingerprint: string;

  @Column({ type: 'text' })
  fileName: string;

  @Column({ type: 'text', default: 'waiting' })
  state: PackageState['state'];

  /** Something was left out or changed while it was packed; such a package is not reused. */
  @Column({ type: 'boolean', default: false })
  isPartial: boolean;

  /** Exactly the entries in `download_package_entry` are packed, as described there, or nothing is. */
  @Column({ type: 'boolean', default: false })
  hasManifest: boolean;

  /** `Space.rightsVersion` at the last check of its entries; null: they have to be checked, or have no rights of their own. */
  @Column({ type: 'text', nullable: true })
  rightsVersion: string | null;

  /** The session that requested it; the packing ends with it. Null: the session has ended. */
  @Column({ type: 'uuid', nullable: true })
  sessionId: string | null;

  /** The token of the package's ticket is derived from it and the session, so that asking again returns the same ticket. */
  @Column({ type: 'bytea' })
  ticketSecret: Buffer;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;
}
