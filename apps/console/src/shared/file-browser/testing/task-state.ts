import type { CopyState } from '@clusterdesk/contracts';

/** A task that the server has begun, as it answers. */
export const taskState: CopyState = {
  copyId: 'c1',
  kind: 'delete',
  state: 'waiting',
  from: { space: 'project', spaceId: 'p1' },
  to: { space: 'project', spaceId: 'p1' },
  dir: '/',
  name: 'n0',
  placedPath: null,
  entries: 1,
  doneBytes: 0,
  totalBytes: 0,
  doneFiles: 0,
  totalFiles: 1,
  sha256: null,
  message: '',
};
