import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { noneWhenGone } from '../../../platform/file-space/file-space.errors.js';
import { removeTree } from '../../../platform/file-space/trash/tree-removal.js';
import type { TrashStore } from '../../../platform/file-space/trash/trash-store.js';
import { audience, type Audience } from '../../../platform/realtime/audience.js';
import type { SpaceKey } from '../../spaces/space-key.js';
import type { TrashProvider } from '../../spaces/trash/trash-provider.js';
import { DiskOwners } from '../disk-owner.repository.js';
import { DiskPaths } from '../disk-paths.service.js';

/** `<homeKey>.<milliseconds of its retirement>.home` or `.trash`. */
const retiredName = /\.(\d{10,15})\.(?:home|trash)$/;

/** The trashes of disks, named by the home key. */
@Injectable()
export class DiskTrashProvider implements TrashProvider {
  readonly space = 'disk';

  constructor(
    private readonly owners: DiskOwners,
    private readonly folders: DiskPaths,
  ) {}

  list(): Promise<string[]> {
    return this.folders.listTrashes();
  }

  open(homeKey: string): TrashStore {
    return this.folders.trashOf(homeKey);
  }

  async keyOf(homeKey: string): Promise<SpaceKey | null> {
    const spaceId = await this.owners.findId(homeKey);
    return spaceId === null ? null : { space: 'disk', spaceId };
  }

  nameOf({ spaceId }: SpaceKey): Promise<string | null> {
    return this.owners.findHomeKey(spaceId);
  }

  audienceOf({ spaceId }: SpaceKey): Promise<Audience[]> {
    return Promise.resolve([audience.user(spaceId)]);
  }

  /** Removes the folders of users who were deleted long ago. */
  async expireOthers(before: Date, signal: AbortSignal): Promise<void> {
    for (const dir of Object.values(this.folders.retired)) {
      for (const name of await readdir(dir).catch(noneWhenGone)) {
        const retiredMs = Number(retiredName.exec(name)?.[1] ?? NaN);
        if (retiredMs < before.getTime() && !signal.aborted) {
          await removeTree(join(dir, name), signal);
        }
      }
    }
  }
}
