import type { AnswerCode, CopyState, SpaceRef } from '@clusterdesk/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Conflict } from '../../platform/file-space/placing/file-placing.js';
import type { SpaceKey } from '../spaces/space-key.js';
import { TransferRow } from '../spaces/tasks/transfer-row.entity.js';
import { byteCount } from '../spaces/storage/byte-count.js';

/**
 * A long act on entries of a space that the worker carries out. What is copied or unpacked is staged in `.staging/copies/<id>`; all other
 * acts are done to one entry after the other (`EntryTaskRunner`).
 */
@Entity('copy_task')
@Index('copy_task_user_index', ['userId'])
@Index('copy_task_quota_index', ['quotaAccount'], {
  where: "state IN ('waiting', 'copying') AND quota_account IS NOT NULL",
})
export class CopyTaskEntity extends TransferRow {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'copy_task_pk' })
  id: string;

  /** What is done with them; `unzip`: the only entry is an archive. Of `restore` and `purge` the paths are ids of the trash. */
  @Column({ type: 'text', default: 'copy' })
  kind: CopyState['kind'];

  /** Where their copies go; where they stay otherwise. */
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

  /** Of acts on one entry after the other: how many of them are behind it, done or refused. */
  @Column({ type: 'integer', default: 0 })
  position: number;

  /** Which of those were refused. */
  @Column({ type: 'jsonb', default: () => "'[]'" })
  refused: string[];

  /** Of everything in a trash: the id of what had come there last when it began; null: of the entries that are named. */
  @Column({ type: 'uuid', nullable: true })
  newestId: string | null;

  /** What a checksum came to. */
  @Column({ type: 'text', nullable: true })
  sha256: string | null;

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
