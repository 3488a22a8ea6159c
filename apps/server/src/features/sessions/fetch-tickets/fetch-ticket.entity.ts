import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What can be fetched with a ticket, and what `subject` names then: a job's id, a client tool's id, a backup's id. `task-board-visit`:
 * its cookie. That and a backup's are read and never used up.
 */
export type FetchPurpose = 'job-log' | 'client-tool' | 'backup' | 'task-board' | 'task-board-visit';

/** A right, mostly of a single use, to fetch some bytes by an address without a token. The ticket itself is not stored. */
@Entity('fetch_ticket')
export class FetchTicketEntity {
  /** SHA-256 of the 256-bit ticket. */
  @PrimaryColumn({ type: 'bytea' })
  ticketHash: Buffer;

  @Column({ type: 'uuid' })
  userId: string;

  /** The session that asked for it: the ticket ends with it. */
  @Column({ type: 'uuid' })
  sessionId: string;

  @Column({ type: 'text' })
  purpose: FetchPurpose;

  @Column({ type: 'text' })
  subject: string;

  @Column({ type: 'timestamptz' })
  expiresAt: Date;
}
