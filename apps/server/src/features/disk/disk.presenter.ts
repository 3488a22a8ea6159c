import type { RecentFile } from '@clusterdesk/contracts';
import { toDiskItem } from '../spaces/listing/disk-items.service.js';
import type { RecentEntry } from '../spaces/recent/recent-files.service.js';
import { wireTime } from '../../platform/http/time/wire-time.js';

/** A file that the user touched, with its place and when. */
export function toRecentFile({ ref, entry, usedAt }: RecentEntry, timeZone: string): RecentFile {
  return { ...toDiskItem(entry, timeZone), space: ref, usedAt: wireTime(usedAt, timeZone) };
}
