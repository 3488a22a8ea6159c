import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CodePurpose } from '@clusterdesk/contracts';

/** One running proof that a contact is the user's. A user has one for each purpose; a new request replaces it. */
@Entity('verification_code')
export class VerificationCodeEntity {
  @PrimaryColumn({ name: 'user_id', type: 'uuid' })
  userId: string;

  @PrimaryColumn({ name: 'purpose', type: 'text' })
  purpose: CodePurpose;

  /** The mobile or e-mail that gets the code. */
  @Column({ name: 'target', type: 'text' })
  target: string;

  /** Keyed hash of the code; null before it was made and after it was used. */
  @Column({ name: 'code_hash', type: 'bytea', nullable: true })
  codeHash: Buffer | null;

  @Column({ name: 'tries', type: 'smallint', default: 0 })
  tries: number;

  @Column({ name: 'requested_at', type: 'timestamptz', default: () => 'now()' })
  requestedAt: Date;

  /** Until when the code, or after it was right the confirmation, is good. */
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;

  @Column({ name: 'confirmed_at', type: 'timestamptz', nullable: true })
  confirmedAt: Date | null;
}
