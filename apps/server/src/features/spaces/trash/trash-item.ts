import type { TrashItem } from '@clusterdesk/contracts';
import type { TrashEntry } from '../../../platform/file-space/trash/trash-store.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';

const dayMs = 24 * 3_600_000;

/** An entry of the trash; it goes for good after so many days. */
export function toTrashItem(entry: TrashEntry, keptDays: number, timeZone: string): TrashItem {
  const expiresAt = new Date(entry.deletedAt.getTime() + keptDays * dayMs);
  return {
    id: entry.id,
    name: entry.path.slice(entry.path.lastIndexOf('/') + 1),
    path: entry.path,
    directory: entry.isDirectory,
    size: entry.sizeBytes,
    deletedAt: wireTime(entry.deletedAt, timeZone),
    expiresAt: wireTime(expiresAt, timeZone),
  };
}
