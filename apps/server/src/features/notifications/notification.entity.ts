import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** What one person must not miss. It goes with the person. */
@Entity('notification')
export class NotificationEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id: string;

  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'text' })
  kind: string;

  @Column({ type: 'jsonb' })
  payload: object;

  /** Of whom unread ones of a kind are gathered; null: each is its own. No foreign key: it is only compared. */
  @Column({ type: 'uuid', nullable: true })
  senderId: string | null;

  /** Which ten minutes since the epoch are gathered. */
  @Column({ type: 'bigint', nullable: true })
  period: string | null;

  /** How many it stands for; the payload is that of the last. */
  @Column({ type: 'integer', default: 1 })
  count: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz', nullable: true })
  readAt: Date | null;

  /** When the person's windows were told; null: the process died before, or is about to. */
  @Column({ type: 'timestamptz', nullable: true })
  pushedAt: Date | null;
}
