import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';
import { byteCount, nullableByteCount } from '../../spaces/storage/byte-count.js';

/** A measuring in several turns. */
export interface MeasuringProgress {
  /** Milliseconds since the epoch. */
  startedMs: number;
  /** `addedBytes` when it began. */
  addedBytes: number;
  part: 'trash' | 'files';
  cursor: string[] | null;
  trashBytes: number;
  fileBytes: number;
}

/** A user's quota, and what was measured of the user's disk. */
@Entity('disk_account')
export class DiskAccountEntity {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'disk_account_pk' })
  userId: string;

  @OneToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'disk_account_user_fk' })
  user: Relation<UserEntity>;

  /** Null: as much as the disk holds. */
  @Column({ type: 'bigint', nullable: true, transformer: nullableByteCount })
  quotaBytes: number | null;

  /** Files and trash when they were measured, and what the platform put in or took out since. */
  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  usedBytes: number;

  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  trashBytes: number;

  /** All that the platform ever put in; tells what came while a measuring went on. */
  @Column({ type: 'bigint', default: 0, transformer: byteCount })
  addedBytes: number;

  /** How far a measuring is that takes several turns; null: none goes on. */
  @Column({ type: 'jsonb', nullable: true })
  measuring: MeasuringProgress | null;

  /** Null: never, or no longer true. */
  @Column({ type: 'timestamptz', nullable: true })
  measuredAt: Date | null;
}
