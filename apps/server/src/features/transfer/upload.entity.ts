import type { SpaceRef } from '@clusterdesk/contracts';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { Conflict } from '../../platform/file-space/file-placing.js';
import { UserEntity } from '../identity/user.entity.js';
import { byteCount } from './byte-count.js';

/** One resumable upload. How far it is says its file in the staging folder. */
@Entity('upload')
@Index('upload_user_index', ['userId'])
export class UploadEntity {
  /** tus' own id: 128 random bits. */
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'upload_pk' })
  id: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'upload_user_fk' })
  user: Relation<UserEntity>;

  @Column({ name: 'space', type: 'text' })
  space: SpaceRef['space'];

  @Column({ name: 'project_id', type: 'text', nullable: true })
  projectId: string | null;

  /** The folder it goes to, relative path of a folder upload included. */
  @Column({ name: 'target_dir', type: 'text' })
  targetDir: string;

  @Column({ name: 'file_name', type: 'text' })
  fileName: string;

  @Column({ name: 'conflict', type: 'text' })
  conflict: Conflict;

  @Column({ name: 'size_bytes', type: 'bigint', transformer: byteCount })
  sizeBytes: number;

  /** As the client sent it; tus gives it back. */
  @Column({ name: 'metadata', type: 'jsonb' })
  metadata: Record<string, string | null>;

  /** Device and inode once all bytes are there and flushed: recognises the file if a crash interrupts its placing. */
  @Column({ name: 'file_identity', type: 'text', nullable: true })
  fileIdentity: string | null;

  /** Where it lies in its space; set when the upload is over. */
  @Column({ name: 'placed_path', type: 'text', nullable: true })
  placedPath: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;
}
