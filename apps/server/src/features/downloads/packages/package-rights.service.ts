import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../../platform/http/domain-error.js';
import { refusalOfStored, type Space } from '../../spaces/space.js';
import { DownloadRepository } from '../download.repository.js';
import type { DownloadPackageEntity } from './download-package.entity.js';

/** Whether everything in a package may still be downloaded. */
@Injectable()
export class PackageRights {
  constructor(private readonly downloads: DownloadRepository) {}

  /**
   * Compares two versions, and asks for the entries only when something was changed since they were asked last.
   * @returns a reason why not
   */
  async findRefusal(
    space: Space,
    { id, rightsVersion }: Pick<DownloadPackageEntity, 'id' | 'rightsVersion'>,
  ): Promise<DomainError | null> {
    const now = space.rightsVersion ?? null;
    if (!space.hasEntryRights || (now !== null && now === rightsVersion)) {
      return null;
    }
    const refusal = await refusalOfStored(space, 'download', this.downloads.storedEntries(id));
    if (!refusal && now !== null) {
      await this.downloads.noteRights(id, now);
    }
    return refusal;
  }

  /** @throws a reason why not */
  async assertMayFetch(...asked: Parameters<PackageRights['findRefusal']>): Promise<void> {
    const refusal = await this.findRefusal(...asked);
    if (refusal) {
      throw refusal;
    }
  }
}
