import { Column, Entity, PrimaryColumn } from 'typeorm';
import { byteCount } from '../../spaces/storage/byte-count.js';

/**
 * One entry of a package. With a manifest: exactly what is to be packed. Otherwise: what was packed, stored where entries have
 * rights of their own, so that these are checked again when the package is fetched.
 */
@Entity('download_package_entry')
export class DownloadPackageEntryEntity {
  /** With which it goes (foreign key). */
  @PrimaryColumn({ type: 'uuid' })
  packageId: string;

  /** In the order of packing, from 0. */
  @PrimaryColumn({ type: 'integer' })
  position: number;

  @Column({ type: 'text' })
  path: string;

  @Column({ type: 'bigint', transformer: byteCount })
  sizeBytes: number;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', transformer: byteCount })
  modifiedMs: number;

  /** Device and inode; null where any file of that size and time will do. */
  @Column({ type: 'text', nullable: true })
  identity: string | null;
}
