import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { byteCount } from '../spaces/storage/byte-count.js';
import { CopyTaskEntity } from './copy-task.entity.js';
import type { CopyNotes } from './running/copy-notes.js';

/** One entry of a copy that was staged completely (or left out). */
@Entity('copy_entry')
export class CopyEntryEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'copy_entry_pk' })
  copyId: string;

  @ManyToOne(() => CopyTaskEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'copy_id', foreignKeyConstraintName: 'copy_entry_task_fk' })
  copy: Relation<CopyTaskEntity>;

  /** The index of its path in the task, from 0. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'copy_entry_pk' })
  position: number;

  /** Its path below the task's staging folder. */
  @Column({ type: 'text' })
  staged: string;

  /** Device, inode and birth of the staged entry, by which it is recognized in the target after a crash; null: left out. */
  @Column({ type: 'text', nullable: true })
  identity: string | null;

  @Column({ type: 'boolean' })
  isDirectory: boolean;

  @Column({ type: 'bigint', transformer: byteCount })
  bytes: number;

  @Column({ type: 'integer' })
  files: number;

  @Column({ type: 'jsonb' })
  notes: CopyNotes;

  /** A run has begun to place it: if it is no longer in staging, it was placed. */
  @Column({ type: 'boolean', default: false })
  isPlacing: boolean;

  /** Its path in the target; set when it is placed. */
  @Column({ type: 'text', nullable: true })
  placedPath: string | null;
}
