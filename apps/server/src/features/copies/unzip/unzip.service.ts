import { Injectable } from '@nestjs/common';
import type { CopyState, SpaceRef } from '@clusterdesk/contracts';
import { RootFixedError } from '../../../platform/file-space/file-space.errors.js';
import { cleanPath, splitParent } from '../../../platform/file-space/space-path.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { FreeSpaceGuard } from '../../spaces/storage/free-space-guard.service.js';
import { CopyService } from '../copy.service.js';
import { Unpacker } from './unpacker.service.js';

/** The rules of unpacking: a zip becomes a new folder beside it. From then on it is a copy like any other. */
@Injectable()
export class UnzipService {
  constructor(
    private readonly access: SpaceAccess,
    private readonly unpacker: Unpacker,
    private readonly copies: CopyService,
    private readonly disk: FreeSpaceGuard,
  ) {}

  /**
   * Begins to unpack an archive if the caller may have its bytes and add to its folder, all of its entries may be unpacked, and there is
   * room for them. The worker does the rest.
   */
  async request(
    caller: Principal,
    ref: SpaceRef,
    archive: string,
    signal: AbortSignal,
  ): Promise<CopyState> {
    const path = cleanPath(archive);
    const place = splitParent(path);
    if (place === null) {
      throw new RootFixedError();
    }
    const { dir } = place;
    // What is unpacked is the caller's own: it takes the right to download, as a copy does.
    const source = await this.access.openFor(caller, ref, 'download', [path]);
    const target = await this.access.openFor(caller, ref, 'add', [dir]);
    const { totalBytes, totalFiles } = await this.unpacker.plan(source, path, signal);
    await this.disk.assertRoomFor(totalBytes);
    const copy = {
      kind: 'unzip' as const,
      userId: caller.userId,
      ...source.key,
      paths: [path],
      targetSpace: target.key.space,
      targetSpaceId: target.key.spaceId,
      dir,
      conflict: 'keepBoth' as const,
      totalBytes,
      totalFiles,
      quotaAccount: target.quota?.account ?? null,
    };
    return this.copies.begin({ caller, source, target, copy });
  }
}
