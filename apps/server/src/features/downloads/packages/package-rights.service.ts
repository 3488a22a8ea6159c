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
   * Compares two versions, and checks the entries only if rights have changed since the last check.
   * @returns the refusal; null: all may be fetched
   */
  async findRefusal(
    space: Space,
    { id, rightsVersion }: Pick<DownloadPackageEntity, 'id' | 'rightsVersion'>,
  ): Promise<DomainError | null> {
    const now = space.rightsVersion ?? null;
    if (!space.hasEntryRights || (now !== null && now === rightsVersion)) {
      return null;
    }
    const sql = 'SELECT path FROM download_package_entry WHERE package_id = $1';
    const refusal = await refusalOfStored(space, 'download', { sql, id });
    if (!refusal && now !== null) {
      await this.downloads.noteRights(id, now);
    }
    return refusal;
  }

  /** @throws the refusal */
  async assertMayFetch(...asked: Parameters<PackageRights['findRefusal']>): Promise<void> {
    const refusal = await this.findRefusal(...asked);
    if (refusal) {
      throw refusal;
    }
  }
}
