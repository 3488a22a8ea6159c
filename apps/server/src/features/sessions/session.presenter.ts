import type { SessionListRow } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { wireTime } from '../../platform/http/time/wire-time.js';
import type { SessionEntity } from './session.entity.js';
import { readTarget } from './session-target.js';

/** A session, as the lists show it. */
export function toSessionRow(
  session: SessionEntity,
  caller: Pick<Principal, 'sessionId'>,
  timeZone: string,
): SessionListRow {
  const target = readTarget(session);
  return {
    id: session.id,
    address: session.address,
    userAgent: session.userAgent,
    createTime: wireTime(session.createdAt, timeZone),
    lastUsedTime: wireTime(session.lastUsedAt, timeZone),
    target: target && { kind: target.kind, name: target.name, nameEn: target.nameEn },
    isCurrent: session.id === caller.sessionId,
  };
}
