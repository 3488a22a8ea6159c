import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { byteCount } from './byte-count.js';
import { CopyTaskEntity } from './copy-task.entity.js';
import type { CopyNotes } from './copy-notes.js';

/** One entry of a copy, once all of it is in staging (or was left out). */
@Entity('copy_entry')
export class CopyEntryEntity {
  @PrimaryColumn({ name: 'copy_id', type: 'uuid', primaryKeyConstraintName: 'copy_entry_pk' })
  copyId: string;

  @ManyToOne(() => CopyTaskEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'copy_id', foreignKeyConstraintName: 'copy_entry_task_fk' })
  copy: Relation<CopyTaskEntity>;

  /** Which of the task's paths it is, from 0. */
  @PrimaryColumn({ name: 'position', type: 'integer', primaryKeyConstraintName: 'copy_entry_pk' })
  position: number;

  /** Its place below the task's staging folder. */
  @Column({ name: 'staged', type: 'text' })
  staged: string;

  /** Device and inode of what is staged, by which it is known in the target after a crash; null: left out. */
  @Column({ name: 'identity', type: 'text', nullable: true })
  identity: string | null;

  @Column({ name: 'is_directory', type: 'boolean' })
  isDirectory: boolean;

  @Column({ name: 'bytes', type: 'bigint', transformer: byteCount })
  bytes: number;

  @Column({ name: 'files', type: 'integer' })
  files: number;

  @Column({ name: 'notes', type: 'jsonb' })
  notes: CopyNotes;

  /** Where it is in the target; set when it is there. */
  @Column({ name: 'placed_path', type: 'text', nullable: true })
  placedPath: string | null;
}
