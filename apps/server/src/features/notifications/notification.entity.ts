import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A notification for one user. It is deleted with the user. */
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

  /** The sender whose unread ones of a kind become one; null: each stays its own. No foreign key: it is only compared. */
  @Column({ type: 'uuid', nullable: true })
  senderId: string | null;

  /** Which ten minutes since the epoch, within which equal ones become one. */
  @Column({ type: 'bigint', nullable: true })
  period: string | null;

  /** How many it stands for; the payload is that of the last. */
  @Column({ type: 'integer', default: 1 })
  count: number;

  /** Whether the bell shows it; otherwise it waits for a mail alone. */
  @Column({ type: 'boolean', default: true })
  inBell: boolean;

  /** Whether browsers may show it outside of quiet hours. */
  @Column({ type: 'boolean', default: true })
  byBrowser: boolean;

  /** Whether it waits for the user's next mail. */
  @Column({ type: 'boolean', default: false })
  toMail: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz', nullable: true })
  readAt: Date | null;

  /** When it was pushed to the user's windows; null: not yet, or the process died before. */
  @Column({ type: 'timestamptz', nullable: true })
  pushedAt: Date | null;
}
