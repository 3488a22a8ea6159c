import type { SpaceRef } from '@clusterdesk/contracts';
import { approvalSpace } from '../features/approvals/approval-space.js';
import { diskSpace } from '../features/disk/disk-space.js';
import { projectSpace } from '../features/projects/project-space.js';
import { shareSpace } from '../features/shares/received/share-space.js';
import type { FileSpace } from '../shared/file-browser/file-space.js';

/** The space that a reference means, for what outlives its page: transfers. Null: this console has no such space. */
export function fileSpaceOf(ref: SpaceRef): FileSpace | null {
  switch (ref.space) {
    case 'disk':
      return diskSpace;
    case 'share':
      return shareSpace(ref.spaceId);
    case 'project':
      return projectSpace(ref.spaceId);
    case 'approval':
      return approvalSpace(ref.spaceId);
  }
}
