import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import { SpaceRow } from '../spaces/storage/space-row.entity.js';
import type { ChunkBits } from './forms/chunk-bits.js';
import { byteCount, nullableByteCount } from '../spaces/storage/byte-count.js';

/**
 * One resumable upload. Its progress is the length of its file in the staging folder, or for the documented chunk form
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
@Index('upload_visitor_index', ['visitorId'], { where: 'visitor_id IS NOT NULL' })
export class UploadEntity extends SpaceRow {
  /** The id that tus generates: 128 random bits. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'upload_pk' })
  id: string;

  /** The folder that the user chose; it is not created again if it was removed. */
  @Column({ type: 'text' })
  baseDir: string;

  /** The target folder, including the relative path of a folder upload. */
  @Column({ type: 'text' })
  targetDir: string;

  @Column({ type: 'text' })
  fileName: string;

  @Column({ type: 'text' })
  conflict: Conflict;

  @Column({ type: 'bigint', transformer: byteCount })
  sizeBytes: number;

  /** As the client sent it; tus returns it. */
  @Column({ type: 'jsonb' })
  metadata: Record<string, string | null>;

  /** Device, inode and birth, set once all bytes are flushed: identifies the file if a crash interrupts its placing. */
  @Column({ type: 'text', nullable: true })
  fileIdentity: string | null;

  /** Its path in its space; set when the upload is placed. */
  @Column({ type: 'text', nullable: true })
  placedPath: string | null;

  /** The account whose limit the upload counts against until it is placed; null: none. */
  @Column({ type: 'text', nullable: true })
  quotaAccount: string | null;

  /** What it holds of the account until it is placed, in bytes. */
  @Column({ type: 'bigint', transformer: byteCount })
  quotaBytes: number;

  /** While bytes with a checksum are received: the length before them. They do not count until they are verified. */
  @Column({
    type: 'bigint',
    nullable: true,
    transformer: nullableByteCount,
  })
  uncheckedFrom: number | null;

  /** For the documented chunk form: what its chunks have in common (a hash of key and target). */
  @Column({ type: 'text', nullable: true })
  chunkKey: string | null;

  /** `shardSize` of the chunk form. */
  @Column({ type: 'bigint', nullable: true, transformer: nullableByteCount })
  chunkBytes: number | null;

  /** Which chunks were received completely; null if not in the chunk form. */
  @Column({ type: 'bytea', nullable: true })
  chunkBits: ChunkBits | null;

  /** The file's modification time as its client sent it; null: not sent. */
  @Column({ type: 'timestamptz', nullable: true })
  modifiedAt: Date | null;

  /** The visitor without an account who sends it, on the right of the user; with whom it goes (foreign key). Null: the user. */
  @Column({ type: 'uuid', nullable: true })
  visitorId: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  placedAt: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt: Date;
}
