import type { SpaceRef } from '@clusterdesk/contracts';
import { diskSpace } from '../features/disk/disk-space.js';
import type { FileSpace } from '../shared/file-browser/file-space.js';

/** The space that a reference means, for what outlives its page: transfers. Null: this console has no such space. */
export const fileSpaceOf = (ref: SpaceRef): FileSpace | null =>
  ref.space === 'disk' ? diskSpace : null;
