import type { WriteRoom } from '../../../apps/server/src/features/spaces/storage/disk-room.service.js';

/** For units that write: the disk has room for all of it. */
export const endlessRoom: WriteRoom = { claim: () => Promise.resolve() };
