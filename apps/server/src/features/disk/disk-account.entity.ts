import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { UserEntity } from '../identity/user.entity.js';
import { byteCount, nullableByteCount } from '../transfer/byte-count.js';

/** A user's quota, and what was measured of the user's disk. */
@Entity('disk_account')
export class DiskAccountEntity {
  @PrimaryColumn({ name: 'user_id', type: 'uuid', primaryKeyConstraintName: 'disk_account_pk' })
  userId: string;

  @OneToOne(() => UserEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'disk_account_user_fk' })
  user: Relation<UserEntity>;

  /** Null: as much as the disk holds. */
  @Column({ name: 'quota_bytes', type: 'bigint', nullable: true, transformer: nullableByteCount })
  quotaBytes: number | null;

  /** Files and trash when they were measured, and what the platform put in or took out since. */
  @Column({ name: 'used_bytes', type: 'bigint', default: 0, transformer: byteCount })
  usedBytes: number;

  @Column({ name: 'trash_bytes', type: 'bigint', default: 0, transformer: byteCount })
  trashBytes: number;

  /** All that the platform ever put in; tells what came while a measuring went on. */
  @Column({ name: 'added_bytes', type: 'bigint', default: 0, transformer: byteCount })
  addedBytes: number;

  /** Null: never, or no longer true. */
  @Column({ name: 'measured_at', type: 'timestamptz', nullable: true })
  measuredAt: Date | null;
}
