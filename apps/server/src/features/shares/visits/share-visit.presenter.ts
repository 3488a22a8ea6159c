import type { ShareVisit } from '@clusterdesk/contracts';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import type { StoredVisit } from './share-visit.repository.js';

/** A visit, as the owner of the share sees it. */
export function toShareVisit(visit: StoredVisit, timeZone: string): ShareVisit {
  const { id, user, action, paths, entries, createdAt } = visit;
  return {
    id,
    user: user && { id: user.id, userName: user.userName, realName: user.realName },
    action,
    paths,
    entries,
    time: wireTime(createdAt, timeZone),
  };
}
