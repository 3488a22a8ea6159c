import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { byteCount } from '../../spaces/storage/byte-count.js';
import { DownloadPackageEntity } from './download-package.entity.js';

/**
 * One entry of a package: of a manifest, exactly what shall be packed; else what was packed, kept where entries have
 * rights of their own, so that they are asked again when the package is fetched.
 */
@Entity('download_package_entry')
export class DownloadPackageEntryEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'download_package_entry_pk' })
  packageId: string;

  @ManyToOne(() => DownloadPackageEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'package_id', foreignKeyConstraintName: 'download_package_entry_package_fk' })
  package: Relation<DownloadPackageEntity>;

  /** In the order of packing, from 0. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'download_package_entry_pk' })
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
