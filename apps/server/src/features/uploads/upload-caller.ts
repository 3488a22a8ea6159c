import { Injectable } from '@nestjs/common';
import { limits, type SpaceRef } from '@clusterdesk/contracts';
import type { AuditSubject } from '../../platform/http/audit-trail.js';
import type { SpaceUser } from '../spaces/space.js';

/** Somebody without an account, who adds files to one place on the right of its owner. */
export interface UploadVisitor {
  id: string;
  /** As the visitor gave it; '' for none. */
  name: string;
  /** The only place that the visitor reaches. */
  ref: SpaceRef;
  /** Told of there: when its access changes, what the visitor is sending is checked again (`spaceKeyText`). */
  spaceKeys: readonly string[];
  /** What the log says the files were added to. */
  target: AuditSubject['target'];
}

/** Whose uploads: a user's own, or those of one visitor on the right of the user. The one never reaches those of the other. */
export interface UploadOwner {
  userId: string;
  visitor?: Pick<UploadVisitor, 'id'>;
}

/** Whose an upload is. */
export const ownerOf = ({
  userId,
  visitorId,
}: {
  userId: string;
  visitorId: string | null;
}): UploadOwner => ({ userId, ...(visitorId !== null && { visitor: { id: visitorId } }) });

/** How long an unfinished upload is kept without a byte: that of a visitor, for whom nobody answers, holds what others could use. */
export const expiryOf = ({ visitorId }: { visitorId: string | null }): number =>
  visitorId === null ? limits.uploadExpiryMs : limits.visitorUploadExpiryMs;

/** Who uploads over tus: a user with a session, or a visitor with a ticket; the rights of the latter are those of the place's owner. */
export type UploadCaller = SpaceUser & { sessionId?: string; visitor?: UploadVisitor };

/** Turns the ticket of a visitor into its caller; null for one that is unknown or over. */
export type TicketReader = (ticket: string) => Promise<UploadCaller | null>;

/** The features that let visitors upload register here. */
@Injectable()
export class UploadTickets {
  private reader: TicketReader = () => Promise.resolve(null);

  /** Call once, when the module starts. */
  readWith(reader: TicketReader): void {
    this.reader = reader;
  }

  find(ticket: string): Promise<UploadCaller | null> {
    return this.reader(ticket);
  }
}
