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
import { byteCount, nullableByteCount } from './byte-count.js';

/**
 * One resumable upload. How far it is says its file in the staging folder, or, for the documented chunk form,
 * `receivedChunks`.
 */
@Entity('upload')
@Index('upload_user_index', ['userId'])
@Index('upload_quota_index', ['quotaAccount'], {
  where: 'placed_path IS NULL AND quota_account IS NOT NULL',
})
@Index('upload_chunk_unique', ['userId', 'chunkKey'], {
  unique: true,
  where: 'chunk_key IS NOT NULL',
})
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

  /** The folder that the user chose; it is not made again when it is gone. */
  @Column({ name: 'base_dir', type: 'text' })
  baseDir: string;

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

  /** Whose limit the upload counts against until it is placed; null: nobody's. */
  @Column({ name: 'quota_account', type: 'text', nullable: true })
  quotaAccount: string | null;

  /** What it will add to the account, in bytes; less than its size when it replaces a file. */
  @Column({ name: 'quota_bytes', type: 'bigint', transformer: byteCount })
  quotaBytes: number;

  /** While bytes with a checksum come in: the length before them. They don't count until they have been checked. */
  @Column({
    name: 'unchecked_from',
    type: 'bigint',
    nullable: true,
    transformer: nullableByteCount,
  })
  uncheckedFrom: number | null;

  /** Of an upload in the documented chunk form: what ties its chunks together (a hash of key and target). */
  @Column({ name: 'chunk_key', type: 'text', nullable: true })
  chunkKey: string | null;

  /** `shardSize` of the chunk form. */
  @Column({ name: 'chunk_bytes', type: 'bigint', nullable: true, transformer: nullableByteCount })
  chunkBytes: number | null;

  /** Chunks of the chunk form that are there whole; they count from 1. */
  @Column({ name: 'received_chunks', type: 'integer', array: true })
  receivedChunks: number[];

  @Column({ name: 'placed_at', type: 'timestamptz', nullable: true })
  placedAt: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;
}
