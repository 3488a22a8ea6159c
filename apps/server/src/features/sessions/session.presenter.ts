import type { SessionListRow } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { wireTime } from '../../platform/http/time/wire-time.js';
import type { SessionEntity } from './session.entity.js';

/** A session, as the lists show it. */
export function toSessionRow(
  session: SessionEntity,
  caller: Pick<Principal, 'sessionId'>,
  timeZone: string,
): SessionListRow {
  return {
    id: session.id,
    address: session.address,
    userAgent: session.userAgent,
    createTime: wireTime(session.createdAt, timeZone),
    lastUsedTime: wireTime(session.lastUsedAt, timeZone),
    isCurrent: session.id === caller.sessionId,
  };
}
