import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A single-use code for automatic login. The code itself is nowhere kept. */
@Entity('sign_in_code')
export class SignInCodeEntity {
  /** SHA-256 of the 256-bit code. */
  @PrimaryColumn({ type: 'bytea' })
  codeHash: Buffer;

  @Column({ type: 'uuid' })
  userId: string;

  /** The session that drew it: the code ends with it. */
  @Column({ type: 'uuid' })
  sessionId: string;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;

  /** The desktop that it is for; null: it is for a menu. */
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
