import type { Language, PackageState } from '@clusterdesk/contracts';
import type { DownloadPackageEntity } from './download-package.entity.js';

/** How far a package is, for its user. */
export function toPackageState(
  entity: DownloadPackageEntity,
  token: string | null,
  language: Language,
): PackageState {
  return {
    packageId: entity.id,
    state: entity.state,
    doneBytes: entity.doneBytes,
    totalBytes: entity.totalBytes,
    doneFiles: entity.doneFiles,
    totalFiles: entity.totalFiles,
    token,
    message: entity.message?.[language] ?? '',
  };
}
