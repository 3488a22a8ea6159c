import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { TargetColumns } from './session-target.js';

/** A session of a user. The token itself is not stored. */
@Entity('user_session')
export class SessionEntity extends TargetColumns {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column({ type: 'uuid' })
  userId: string;

  /** SHA-256 of the 256-bit token. */
  @Column({ type: 'bytea', unique: true })
  tokenHash: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  lastUsedAt: Date;

  /** Extended with use. */
  @Column({ type: 'timestamptz' })
  expiresAt: Date;

  @Column({ type: 'text', nullable: true })
  address: string | null;

  @Column({ type: 'text', nullable: true })
  userAgent: string | null;

  /** The session that drew its code, which it ends with; null: the user signed in with a password. */
  @Column({ type: 'uuid', nullable: true })
  drawnBy: string | null;
}
