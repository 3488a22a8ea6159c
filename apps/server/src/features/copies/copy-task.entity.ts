import type { AnswerCode, CopyState, LocalizedText, SpaceRef } from '@clusterdesk/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import type { SpaceKey } from '../spaces/space-key.js';
import { SpaceRow } from '../spaces/storage/space-row.entity.js';
import { byteCount } from '../spaces/storage/byte-count.js';

/** Entries of a space to be copied by the worker. They are staged in `.staging/copies/<id>`. */
@Entity('copy_task')
@Index('copy_task_user_index', ['userId'])
@Index('copy_task_quota_index', ['quotaAccount'], {
  where: "state IN ('waiting', 'copying') AND quota_account IS NOT NULL",
})
export class CopyTaskEntity extends SpaceRow {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'copy_task_pk' })
  id: string;

  /** The selected entries, none below another. */
  @Column({ type: 'jsonb' })
  paths: string[];

  /** Where their copies go. */
  @Column({ type: 'text' })
  targetSpace: SpaceRef['space'];

  @Column({ type: 'text' })
  targetSpaceId: string;

  @Column({ type: 'text' })
  dir: string;

  @Column({ type: 'text' })
  conflict: Conflict;

  @Column({ type: 'text', default: 'waiting' })
  state: CopyState['state'];

  @Column({ type: 'bigint', transformer: byteCount })
  totalBytes: number;

  @Column({ type: 'integer' })
  totalFiles: number;

  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  doneBytes: number;

  @Column({ type: 'integer', default: 0 })
  doneFiles: number;

  /** Bytes of the placed entries; the rest of `totalBytes` is reserved in the account. */
  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  placedBytes: number;

  /** Its source counted a use for it, which is refunded if it ends before anything was placed. */
  @Column({ type: 'boolean', default: false })
  holdsUse: boolean;

  /** The account whose limit it counts against; null: none. */
  @Column({ type: 'text', nullable: true })
  quotaAccount: string | null;

  /** Why it failed, or what was left out. */
  @Column({ type: 'jsonb', nullable: true })
  message: LocalizedText | null;

  /** The code of the refusal that ended it, for a waiting call; null if it did not fail or failed by an unexpected error. */
  @Column({ type: 'text', nullable: true })
  errorCode: string | null;

  @Column({ type: 'integer', nullable: true })
  errorStatus: AnswerCode | null;

  @Column({ type: 'integer', default: 0 })
  attempts: number;

  /** Which run holds it; `touchedAt` is the time of its last sign of life. */
  @Column({ type: 'uuid', nullable: true })
  lease: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  touchedAt: Date;
}

/** The target space. */
export function targetKeyOf({ targetSpace, targetSpaceId }: CopyTaskEntity): SpaceKey {
  return { space: targetSpace, spaceId: targetSpaceId };
}
