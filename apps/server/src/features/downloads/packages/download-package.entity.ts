import type { PackageState, LocalizedText, SpaceRef } from '@clusterdesk/contracts';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';
import { byteCount } from '../../spaces/byte-count.js';

/** A zip made for a download, or on its way. The file is `.staging/packages/<id>.zip`. */
@Entity('download_package')
@Index('download_package_user_index', ['userId'])
@Index('download_package_reuse_unique', ['userId', 'fingerprint'], {
  unique: true,
  where: "state NOT IN ('failed', 'cancelled') AND NOT is_partial",
})
export class DownloadPackageEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'download_package_pk' })
  id: string;

  @Column({ type: 'uuid' })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'download_package_user_fk' })
  user: Relation<UserEntity>;

  @Column({ type: 'text' })
  space: SpaceRef['space'];

  @Column({ type: 'text', nullable: true })
  projectId: string | null;

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

  /** Something was left out or changed while it was packed; such a package is not used again. */
  @Column({ type: 'boolean', default: false })
  isPartial: boolean;

  /** Why it failed, or what was left out. */
  @Column({ type: 'jsonb', nullable: true })
  message: LocalizedText | null;

  @Column({ type: 'integer', default: 0 })
  attempts: number;

  /** Which run of the job has it, and when that was last heard from. */
  @Column({ type: 'uuid', nullable: true })
  claim: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  touchedAt: Date;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;
}
