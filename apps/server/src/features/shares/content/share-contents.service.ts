import { Injectable } from '@nestjs/common';
import type { FolderSummary } from '@clusterdesk/contracts';
import type { FindOptions, FoundEntries } from '../../../platform/file-space/listing/searching.js';
import type { ListOptions } from '../../../platform/file-space/listing/space-listing.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { splitPath } from '../../../platform/file-space/space-path.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { SpaceReading } from '../../spaces/listing/space-reading.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import type { Space } from '../../spaces/space.js';
import { ShareVisits } from '../visits/share-visits.service.js';

/** What is in a share, for its owner and for those who have it. */
@Injectable()
export class ShareContents {
  constructor(
    private readonly access: SpaceAccess,
    private readonly reading: SpaceReading,
    private readonly visits: ShareVisits,
  ) {}

  /** The entries of a folder; `isCut` when it has more than one answer may. */
  async list(
    caller: Principal,
    shareId: string,
    path: string,
    options: Omit<ListOptions, 'language' | 'filter'>,
  ): Promise<{ entries: SpaceEntry[]; isCut: boolean }> {
    const space = await this.open(caller, shareId, path);
    const listed = await this.reading.list(caller, space, path, options);
    if (splitPath(path).length === 0 && (options.pageNum ?? 0) === 0) {
      const ownerId = space.locate('/').key.spaceId;
      if (ownerId !== caller.userId) {
        await this.visits.opened({ id: shareId, ownerId }, caller);
      }
    }
    return listed;
  }

  /** How many entries a folder has. */
  async count(caller: Principal, shareId: string, path: string): Promise<FolderSummary> {
    return this.reading.count(caller, await this.open(caller, shareId, path), path);
  }

  async find(
    caller: Principal,
    shareId: string,
    key: string,
    path: string,
    options: Omit<FindOptions, 'filter'>,
  ): Promise<FoundEntries> {
    return this.reading.find(await this.open(caller, shareId, path), key, path, options);
  }

  private open(caller: Principal, shareId: string, path: string): Promise<Space> {
    return this.access.openFor(caller, { space: 'share', spaceId: shareId }, 'view', [path]);
  }
}
