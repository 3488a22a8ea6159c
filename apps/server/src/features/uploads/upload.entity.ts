import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import { SpaceRow } from '../spaces/storage/space-row.entity.js';
import type { ChunkBits } from './forms/chunk-bits.js';
import { byteCount, nullableByteCount } from '../spaces/storage/byte-count.js';

/**
 * One resumable upload. How far it is says its file in the staging folder, or, for the documented chunk form,
 * `chunkBits`.
 */
@Entity('upload')
@Index('upload_user_index', ['userId'])
@Index('upload_created_index', ['createdAt'])
@Index('upload_unplaced_index', ['createdAt'], { where: 'placed_path IS NULL' })
@Index('upload_quota_index', ['quotaAccount'], {
  where: 'placed_path IS NULL AND quota_account IS NOT NULL',
})
@Index('upload_chunk_unique', ['userId', 'chunkKey'], {
  unique: true,
  where: 'chunk_key IS NOT NULL',
})
export class UploadEntity extends SpaceRow {
  /** tus' own id: 128 random bits. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'upload_pk' })
  id: string;

  /** The folder that the user chose; it is not made again when it is gone. */
  @Column({ type: 'text' })
  baseDir: string;

  /** The folder it goes to, relative path of a folder upload included. */
  @Column({ type: 'text' })
  targetDir: string;

  @Column({ type: 'text' })
  fileName: string;

  @Column({ type: 'text' })
  conflict: Conflict;

  @Column({ type: 'bigint', transformer: byteCount })
  sizeBytes: number;

  /** As the client sent it; tus gives it back. */
  @Column({ type: 'jsonb' })
  metadata: Record<string, string | null>;

  /** Device, inode and birth once all bytes are there and flushed: recognises the file if a crash interrupts its placing. */
  @Column({ type: 'text', nullable: true })
  fileIdentity: string | null;

  /** Where it lies in its space; set when the upload is over. */
  @Column({ type: 'text', nullable: true })
  placedPath: string | null;

  /** Whose limit the upload counts against until it is placed; null: nobody's. */
  @Column({ type: 'text', nullable: true })
  quotaAccount: string | null;

  /** What it will add to the account, in bytes; less than its size when it replaces a file. */
  @Column({ type: 'bigint', transformer: byteCount })
  quotaBytes: number;

  /** While bytes with a checksum come in: the length before them. They don't count until they have been checked. */
  @Column({
    type: 'bigint',
    nullable: true,
    transformer: nullableByteCount,
  })
  uncheckedFrom: number | null;

  /** Of an upload in the documented chunk form: what ties its chunks together (a hash of key and target). */
  @Column({ type: 'text', nullable: true })
  chunkKey: string | null;

  /** `shardSize` of the chunk form. */
  @Column({ type: 'bigint', nullable: true, transformer: nullableByteCount })
  chunkBytes: number | null;

  /** Which chunks of the chunk form are there whole; null for any other upload. */
  @Column({ type: 'bytea', nullable: true })
  chunkBits: ChunkBits | null;

  /** When the file was changed last where it comes from; null: its client does not say. */
  @Column({ type: 'timestamptz', nullable: true })
  modifiedAt: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  placedAt: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;
}
