import type { SpaceRef, UploadProgress } from '@clusterdesk/contracts';
import { spaceKeyOf } from '../../../../shared/file-browser/file-space.js';
import { targetDirOf, type UploadGroup } from './upload-group.js';

const nameOf = (space: SpaceRef, dir: string, fileName: string): string =>
  [spaceKeyOf(space), dir, fileName].join('|');

/** Which uploads are this window's own: by the server's id, and before it is known by space, folder and name. */
export class OwnUploads {
  private readonly ids = new Set<string>();
  private readonly names = new Set<string>();

  addId(uploadId: string): void {
    this.ids.add(uploadId);
  }

  /** Knows a group's files by their names from now on; again after it was renamed. */
  add(group: UploadGroup): void {
    group.items.forEach((item) =>
      this.names.add(nameOf(group.space, targetDirOf(group, item), item.fileName)),
    );
  }

  /** Names are forgotten when nothing is shown any more; ids stay, since late news may come. */
  clear(): void {
    this.names.clear();
  }

  has({ uploadId, dir, fileName, ...ref }: UploadProgress): boolean {
    return this.ids.has(uploadId) || this.names.has(nameOf(ref, dir, fileName));
  }
}
