import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CodePurpose } from '@clusterdesk/contracts';

/** A pending proof that a contact is the user's. A user has one for each purpose; a new request replaces it. */
@Entity('verification_code')
export class VerificationCodeEntity {
  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  @PrimaryColumn({ type: 'text' })
  purpose: CodePurpose;

  /** The session that asked for it; null when that session has ended, and the code and its confirmation with it. */
  @Column({ type: 'uuid', nullable: true })
  sessionId: string | null;

  /** The mobile or e-mail that gets the code. */
  @Column({ type: 'text' })
  target: string;

  /** Keyed hash of the code; null before it was made and after it was used. */
  @Column({ type: 'bytea', nullable: true })
  codeHash: Buffer | null;

  @Column({ type: 'smallint', default: 0 })
  tries: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  requestedAt: Date;

  /** Until when the code is valid, or the confirmation after it was entered. */
  @Column({ type: 'timestamptz' })
  expiresAt: Date;

  /** When the code was given to the mail server or the SMS gateway; null: not yet. */
  @Column({ type: 'timestamptz', nullable: true })
  sentAt: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  confirmedAt: Date | null;
}
