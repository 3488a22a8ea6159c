import type { AnswerCode, CopyState, SpaceRef } from '@clusterdesk/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import type { SpaceKey } from '../spaces/space-key.js';
import { TransferRow } from '../spaces/tasks/transfer-row.entity.js';
import { byteCount } from '../spaces/storage/byte-count.js';

/** Entries of a space to be copied by the worker. They are staged in `.staging/copies/<id>`. */
@Entity('copy_task')
@Index('copy_task_user_index', ['userId'])
@Index('copy_task_quota_index', ['quotaAccount'], {
  where: "state IN ('waiting', 'copying') AND quota_account IS NOT NULL",
})
export class CopyTaskEntity extends TransferRow {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'copy_task_pk' })
  id: string;

  /** What is done with them; `unzip`: the only entry is an archive. */
  @Column({ type: 'text', default: 'copy' })
  kind: CopyState['kind'];

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

  /** Bytes of the placed entries; the rest of `totalBytes` is reserved in the account. */
  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  placedBytes: number;

  /** Where the first entry that was placed is, for a way there. */
  @Column({ type: 'text', nullable: true })
  placedPath: string | null;

  /** Its user has seen how it ended and wants it listed no longer. */
  @Column({ type: 'boolean', default: false })
  isCleared: boolean;

  /** The account whose limit it counts against; null: none. */
  @Column({ type: 'text', nullable: true })
  quotaAccount: string | null;

  /** The code of the refusal that ended it, for a waiting call; null if it did not fail or failed by an unexpected error. */
  @Column({ type: 'text', nullable: true })
  errorCode: string | null;

  @Column({ type: 'integer', nullable: true })
  errorStatus: AnswerCode | null;
}

/** The target space. */
export function targetKeyOf({ targetSpace, targetSpaceId }: CopyTaskEntity): SpaceKey {
  return { space: targetSpace, spaceId: targetSpaceId };
}
