import type { PackageState, Sentence, SpaceRef } from '@clusterdesk/contracts';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { UserEntity } from '../identity/user.entity.js';
import { byteCount } from './byte-count.js';

/** A zip made for a download, or on its way. The file is `.staging/packages/<id>.zip`. */
@Entity('download_package')
@Index('download_package_user_index', ['userId'])
@Index('download_package_reuse_unique', ['userId', 'fingerprint'], {
  unique: true,
  where: "state NOT IN ('failed', 'cancelled') AND NOT is_partial",
})
export class DownloadPackageEntity {
  @PrimaryGeneratedColumn('uuid', { name: 'id', primaryKeyConstraintName: 'download_package_pk' })
  id: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'download_package_user_fk' })
  user: Relation<UserEntity>;

  @Column({ name: 'space', type: 'text' })
  space: SpaceRef['space'];

  @Column({ name: 'project_id', type: 'text', nullable: true })
  projectId: string | null;

  /** The selected entries, none below another. */
  @Column({ name: 'paths', type: 'jsonb' })
  paths: string[];

  /** SHA-256 over what was selected: every path with size and time. */
  @Column({ name: 'fingerprint', type: 'text' })
  fingerprint: string;

  @Column({ name: 'file_name', type: 'text' })
  fileName: string;

  @Column({ name: 'state', type: 'text', default: 'waiting' })
  state: PackageState['state'];

  @Column({ name: 'total_bytes', type: 'bigint', transformer: byteCount })
  totalBytes: number;

  @Column({ name: 'total_files', type: 'integer' })
  totalFiles: number;

  @Column({ name: 'done_bytes', type: 'bigint', default: 0, transformer: byteCount })
  doneBytes: number;

  @Column({ name: 'done_files', type: 'integer', default: 0 })
  doneFiles: number;

  /** Something was left out or changed while it was packed; such a package is not used again. */
  @Column({ name: 'is_partial', type: 'boolean', default: false })
  isPartial: boolean;

  /** Why it failed, or what was left out. */
  @Column({ name: 'message', type: 'jsonb', nullable: true })
  message: Sentence | null;

  @Column({ name: 'attempts', type: 'integer', default: 0 })
  attempts: number;

  /** Which run of the job has it, and when that was last heard from. */
  @Column({ name: 'claim', type: 'uuid', nullable: true })
  claim: string | null;

  @Column({ name: 'touched_at', type: 'timestamptz', default: () => 'now()' })
  touchedAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;
}
