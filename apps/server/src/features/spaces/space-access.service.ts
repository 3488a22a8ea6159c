import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import { CopyNotAllowedError } from '../copies/copy.errors.js';
import { SpaceRegistry, type ResolvedSpace, type SpaceUser } from './space-provider.js';
import {
  DownloadNotAllowedError,
  DownloadOffError,
  UnknownSpaceError,
  UploadNotAllowedError,
} from './space.errors.js';

/** Opens spaces for those who may use them. */
@Injectable()
export class SpaceAccess {
  constructor(private readonly spaces: SpaceRegistry) {}

  /** @throws UploadNotAllowedError */
  async forWriting(user: SpaceUser, ref: SpaceRef): Promise<ResolvedSpace> {
    const resolved = await this.resolve(user, ref);
    if (!resolved.mayWrite) {
      throw new UploadNotAllowedError();
    }
    return resolved;
  }

  /** For copies that stay on the platform. @throws CopyNotAllowedError */
  async forReading(user: SpaceUser, ref: SpaceRef): Promise<ResolvedSpace> {
    const resolved = await this.resolve(user, ref);
    if (!resolved.mayRead) {
      throw new CopyNotAllowedError();
    }
    return resolved;
  }

  /** The platform-wide switch and the user's own right come first (contract: Personal disk). */
  async forDownload(user: SpaceUser, ref: SpaceRef): Promise<ResolvedSpace> {
    if (!user.canDownload) {
      throw new DownloadOffError();
    }
    const resolved = await this.resolve(user, ref);
    if (!resolved.mayRead) {
      throw new DownloadNotAllowedError();
    }
    return resolved;
  }

  private async resolve(user: SpaceUser, ref: SpaceRef): Promise<ResolvedSpace> {
    const provider = this.spaces.find(ref.space);
    if (!provider) {
      throw new UnknownSpaceError();
    }
    return provider.resolve(user, ref);
  }
}

/** The reference of a row with a space. */
export function refOf(row: { space: SpaceRef['space']; projectId: string | null }): SpaceRef {
  return { space: row.space, ...(row.projectId === null ? {} : { projectId: row.projectId }) };
}
