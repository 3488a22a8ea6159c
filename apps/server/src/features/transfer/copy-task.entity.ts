import type { AnswerCode, CopyState, Sentence, SpaceRef } from '@clusterdesk/contracts';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import type { Conflict } from '../../platform/file-space/file-placing.js';
import { UserEntity } from '../identity/user.entity.js';
import { byteCount } from './byte-count.js';

/** Entries to be copied by the worker. What is on its way lies in `.staging/copies/<id>`. */
@Entity('copy_task')
@Index('copy_task_user_index', ['userId'])
@Index('copy_task_quota_index', ['quotaAccount'], {
  where: "state IN ('waiting', 'copying') AND quota_account IS NOT NULL",
})
export class CopyTaskEntity {
  @PrimaryGeneratedColumn('uuid', { name: 'id', primaryKeyConstraintName: 'copy_task_pk' })
  id: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'copy_task_user_fk' })
  user: Relation<UserEntity>;

  /** Where the entries are. */
  @Column({ name: 'space', type: 'text' })
  space: SpaceRef['space'];

  @Column({ name: 'project_id', type: 'text', nullable: true })
  projectId: string | null;

  /** The selected entries, none below another. */
  @Column({ name: 'paths', type: 'jsonb' })
  paths: string[];

  /** Where their copies go. */
  @Column({ name: 'target_space', type: 'text' })
  targetSpace: SpaceRef['space'];

  @Column({ name: 'target_project_id', type: 'text', nullable: true })
  targetProjectId: string | null;

  @Column({ name: 'dir', type: 'text' })
  dir: string;

  @Column({ name: 'conflict', type: 'text' })
  conflict: Conflict;

  @Column({ name: 'state', type: 'text', default: 'waiting' })
  state: CopyState['state'];

  @Column({ name: 'total_bytes', type: 'bigint', transformer: byteCount })
  totalBytes: number;

  @Column({ name: 'total_files', type: 'integer' })
  totalFiles: number;

  @Column({ name: 'done_bytes', type: 'bigint', default: 0, transformer: byteCount })
  doneBytes: number;

  @Column({ name: 'done_files', type: 'integer', default: 0 })
  doneFiles: number;

  /** Bytes of the entries that are in the target; the rest of `totalBytes` is promised to the account. */
  @Column({ name: 'placed_bytes', type: 'bigint', default: 0, transformer: byteCount })
  placedBytes: number;

  /** Whose limit it counts against; null: nobody's. */
  @Column({ name: 'quota_account', type: 'text', nullable: true })
  quotaAccount: string | null;

  /** Why it failed, or what was left out. */
  @Column({ name: 'message', type: 'jsonb', nullable: true })
  message: Sentence | null;

  /** Of the refusal that ended it, for whoever waits; null when it did not fail, or by a fault. */
  @Column({ name: 'error_code', type: 'text', nullable: true })
  errorCode: string | null;

  @Column({ name: 'error_status', type: 'integer', nullable: true })
  errorStatus: AnswerCode | null;

  @Column({ name: 'attempts', type: 'integer', default: 0 })
  attempts: number;

  /** Which run of the job has it, and when that was last heard from. */
  @Column({ name: 'claim', type: 'uuid', nullable: true })
  claim: string | null;

  @Column({ name: 'touched_at', type: 'timestamptz', default: () => 'now()' })
  touchedAt: Date;
}
