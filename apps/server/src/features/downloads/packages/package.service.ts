import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { buildPackages, limits, type PackageState } from '@clusterdesk/contracts';
import { z } from 'zod';
import { isUuid } from '../../../platform/database/is-uuid.js';
import { notSignedIn } from '../../../platform/http/access/access.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { defineSetting } from '../../../platform/settings/setting-definition.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { Timings } from '../../../platform/timings.js';
import { measureSelection, packageName, type Selection } from '../../spaces/selection.js';
import { filterFor, consumeFrom, type Space } from '../../spaces/space.js';
import { Staging } from '../../spaces/storage/staging.js';
import { waitForState } from '../../spaces/tasks/wait-for-state.js';
import {
  PackageCancelledError,
  PackageFailedError,
  PackageNotFoundError,
  PackageTimeoutError,
} from '../download.errors.js';
import { DownloadRepository } from '../download.repository.js';
import type { DownloadOptions, Manifest } from '../download-options.js';
import type { DownloadPackageEntity } from './download-package.entity.js';
import { PackageRequests } from './package-requests.repository.js';
import { toPackageState } from './package.presenter.js';

/** How many bytes of one user's packages may be in staging at a time; they count towards no quota. */
export const packageBytesSetting = defineSetting({
  key: 'packageBytesPerUser',
  schema: z.number().int().min(1),
  initial: () => limits.packageBytesPerUser,
  page: { kind: 'bytes' },
});

/** The rules of packages: when one is built, when an existing one is reused, and who may fetch it. */
@Injectable()
export class PackageService {
  constructor(
    private readonly downloads: DownloadRepository,
    private readonly requests: PackageRequests,
    private readonly staging: Staging,
    private readonly settings: Settings,
    private readonly tasks: TaskQueue,
    private readonly realtime: Realtime,
    private readonly audit: AuditTrail,
    private readonly timings: Timings,
  ) {}

  /** The token of the package of these entries when it is ready; with `isAsync` its state. */
  async request(
    caller: Principal,
    space: Space,
    paths: readonly string[],
    { isAsync, manifest, signal }: DownloadOptions,
  ): Promise<string | PackageState> {
    const selection = manifest
      ? selectionOf(space, paths, manifest)
      : await measureSelection(space.files, space.key, paths, {
          filter: filterFor(space, 'download'),
          signal,
        });
    const { entity, isNew, evicted } = await this.requests.reuseOrInsert(
      {
        userId: caller.userId,
        sessionId: caller.sessionId,
        ...space.key,
        ...selection,
        fileName: packageName(selection.paths),
      },
      manifest ?? null,
      {
        count: limits.packagesPerUser,
        underWay: limits.packagesUnderWayPerUser,
        bytes: await this.settings.get(packageBytesSetting),
      },
      space.consume &&
        ((manager) => consumeFrom(space, manager, { action: 'download', paths: selection.paths })),
    );
    for (const id of evicted) {
      await this.staging.removePackage(id);
    }
    if (isNew) {
      await this.tasks.add(buildPackages, {});
    }
    return isAsync ? this.present(caller, entity) : this.waitForToken(caller, entity.id, signal);
  }

  /** How far the caller's package is, with a token when it is ready. */
  async getState(caller: Principal, packageId: string): Promise<PackageState> {
    return this.present(caller, await this.getOwn(caller, packageId));
  }

  /** Stops the packing wherever it runs, and removes what was packed. Does nothing if the package is cancelled or failed already. */
  async cancel(caller: Principal, packageId: string): Promise<void> {
    const entity = await this.getOwn(caller, packageId);
    this.audit.describe({ paths: entity.paths });
    if (!(await this.downloads.cancelPackage(entity.id))) {
      return;
    }
    // The run that holds it checks its row several times a second, and removes what it has written.
    await this.staging.removePackage(entity.id);
    this.realtime.publish(
      'packagingProgress',
      audience.user(caller.userId),
      toPackageState({ ...entity, state: 'cancelled' }, null, caller.language),
    );
  }

  /** Builds a package again whose file is gone (staging was cleared, or a backup restored without it). */
  async rebuild(packageId: string): Promise<void> {
    await this.downloads.restartPackage(packageId);
    await this.tasks.add(buildPackages, {});
  }

  private async waitForToken(
    caller: Principal,
    packageId: string,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const token = await waitForState(
      { userId: caller.userId, lookMs: this.timings.runs.lookMs, signal },
      async () => {
        const entity = await this.getOwn(caller, packageId);
        if (entity.state === 'failed') {
          throw new PackageFailedError(entity.message);
        }
        if (entity.state === 'cancelled') {
          throw new PackageCancelledError();
        }
        return (await this.present(caller, entity)).token;
      },
    );
    if (token === null) {
      throw new PackageTimeoutError();
    }
    return token;
  }

  private async present(caller: Principal, entity: DownloadPackageEntity): Promise<PackageState> {
    if (entity.state !== 'ready') {
      return toPackageState(entity, null, caller.language);
    }
    if (!(await this.staging.hasPackage(entity.id))) {
      await this.rebuild(entity.id);
      const again = { ...entity, state: 'waiting' as const, doneBytes: 0, doneFiles: 0 };
      return toPackageState(again, null, caller.language);
    }
    const token = await this.downloads.ticketForPackage(entity, caller.sessionId);
    if (token === null) {
      // The session ended while the call waited.
      throw notSignedIn();
    }
    return toPackageState(entity, token, caller.language);
  }

  private async getOwn(caller: Principal, packageId: string): Promise<DownloadPackageEntity> {
    const entity = isUuid(packageId) ? await this.downloads.findPackage(packageId) : null;
    if (entity?.userId !== caller.userId || entity.expiresAt < new Date()) {
      throw new PackageNotFoundError();
    }
    return entity;
  }
}

/** A manifest is its own measure. */
function selectionOf(
  { key }: Space,
  paths: readonly string[],
  { files, bytes, fingerprint }: Manifest,
): Selection {
  const told = JSON.stringify([key.space, key.spaceId, paths, 'manifest', fingerprint]);
  return {
    paths: [...paths],
    totalBytes: bytes,
    totalFiles: files,
    fingerprint: createHash('sha256').update(told).digest('hex'),
  };
}
