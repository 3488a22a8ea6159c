import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { hashToken } from '../../../platform/secrets/token-hash.js';
import { FetchTicketNotFoundError } from '../session.errors.js';
import { FetchTicketEntity, type FetchPurpose } from './fetch-ticket.entity.js';

/** What a ticket was given for, and in which session. */
export type FetchGrant = Pick<FetchTicketEntity, 'userId' | 'sessionId' | 'subject'>;

/**
 * Single-use tickets with which the browser itself fetches what a call would have to hold in the page's memory. The sender of
 * the bytes checks the rights of that moment; the ticket only says which user asked, for what, and in which session.
 */
@Injectable()
export class FetchTickets {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param manager of the transaction that decides about it
   * @param keptMs how long it is good for; more than a moment only where `look` reads it
   */
  async issue(
    { userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>,
    purpose: FetchPurpose,
    subject: string,
    manager: EntityManager = this.dataSource.manager,
    keptMs: number = limits.fetchTicketMs,
  ): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    await manager.insert(FetchTicketEntity, {
      ticketHash: hashToken(ticket),
      userId,
      sessionId,
      purpose,
      subject,
      expiresAt: new Date(Date.now() + keptMs),
    });
    return ticket;
  }

  /**
   * Consumes a ticket; a HEAD request only reads it.
   * @throws FetchTicketNotFoundError when it is unknown, used, too old, for something else, or its session has ended
   */
  async redeem(ticket: string, purpose: FetchPurpose, method: string): Promise<FetchGrant> {
    if (method === 'HEAD') {
      return this.look(ticket, purpose);
    }
    // With a DELETE, the driver's answer is [rows, count].
    const [grants] = await this.dataSource.query<[FetchGrant[], number]>(
      `DELETE FROM fetch_ticket ticket USING user_session session WHERE ${condition} RETURNING ${columns}`,
      [hashToken(ticket), purpose],
    );
    const [grant] = grants;
    if (!grant) {
      throw new FetchTicketNotFoundError();
    }
    return grant;
  }

  /** Reads a ticket that stays good: for what a browser may fetch in pieces. @throws FetchTicketNotFoundError */
  async look(ticket: string, purpose: FetchPurpose): Promise<FetchGrant> {
    const [grant] = await this.dataSource.query<FetchGrant[]>(
      `SELECT ${columns} FROM fetch_ticket ticket, user_session session WHERE ${condition}`,
      [hashToken(ticket), purpose],
    );
    if (!grant) {
      throw new FetchTicketNotFoundError();
    }
    return grant;
  }
}

const columns = 'ticket.user_id AS "userId", ticket.session_id AS "sessionId", ticket.subject';
const condition = `ticket.ticket_hash = $1 AND ticket.purpose = $2 AND ticket.expires_at > now()
  AND session.id = ticket.session_id AND session.expires_at > now()`;
