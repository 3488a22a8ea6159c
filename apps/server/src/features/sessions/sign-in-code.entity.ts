import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A single-use code for automatic login. The code itself is nowhere kept. */
@Entity('sign_in_code')
export class SignInCodeEntity {
  /** SHA-256 of the 256-bit code. */
  @PrimaryColumn({ type: 'bytea' })
  codeHash: Buffer;

  @Column({ type: 'uuid' })
  userId: string;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;
}
