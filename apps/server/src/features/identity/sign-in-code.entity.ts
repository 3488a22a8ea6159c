import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A single-use code for automatic login. The code itself is nowhere kept. */
@Entity('sign_in_code')
export class SignInCodeEntity {
  /** SHA-256 of the 256-bit code. */
  @PrimaryColumn({ name: 'code_hash', type: 'bytea' })
  codeHash: Buffer;

  @Column({ name: 'user_id', type: 'uuid' })
  userId: string;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;
}
