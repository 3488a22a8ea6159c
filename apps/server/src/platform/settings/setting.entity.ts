import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One platform-wide value that must survive and be the same for all processes. */
@Entity('setting')
export class SettingEntity {
  @PrimaryColumn({ type: 'text' })
  key: string;

  @Column({ type: 'jsonb' })
  value: unknown;

  /** Null: nobody changed it by a call. */
  @Column({ type: 'timestamptz', nullable: true })
  changedAt: Date | null;

  /** Null: nobody did, or a user who is gone. */
  @Column({ type: 'uuid', nullable: true })
  changedBy: string | null;
}
