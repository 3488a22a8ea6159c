import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TargetColumns } from '../session-target.js';

/** A single-use code for automatic login. The code itself is not stored. */
@Entity('sign_in_code')
export class SignInCodeEntity extends TargetColumns {
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
}
