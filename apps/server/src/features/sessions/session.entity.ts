import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One signed-in place of a user. The token itself is nowhere kept. */
@Entity('user_session')
export class SessionEntity {
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

  /** Slides on with use. */
  @Column({ type: 'timestamptz' })
  expiresAt: Date;

  @Column({ type: 'text', nullable: true })
  address: string | null;

  @Column({ type: 'text', nullable: true })
  userAgent: string | null;

  /** The session that drew its code, which it ends with; null: the user signed in with a password. */
  @Column({ type: 'uuid', nullable: true })
  drawnBy: string | null;

  /** The desktop that it is for; null: it is for a menu, or a user's own. */
  @Column({ type: 'uuid', nullable: true })
  targetNodeId: string | null;

  /** The menu that leads to the site that it is for. */
  @Column({ type: 'text', nullable: true })
  targetMenuId: string | null;

  @Column({ type: 'text', nullable: true })
  targetName: string | null;

  @Column({ type: 'text', nullable: true })
  targetNameEn: string | null;

  @Column({ type: 'boolean', default: false })
  allowFiles: boolean;
}
