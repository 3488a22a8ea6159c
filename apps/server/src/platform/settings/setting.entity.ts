import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One platform-wide value that must survive and be the same for all processes. */
@Entity('setting')
export class SettingEntity {
  @PrimaryColumn({ type: 'text' })
  key: string;

  @Column({ type: 'jsonb' })
  value: unknown;
}
