import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, In, LessThan, Not, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { PackageTooLargeError, TooManyPackagesError } from '../download.errors.js';
import type { Manifest } from '../download-options.js';
import { DownloadPackageEntity } from './download-package.entity.js';

const expiry = (): Date => new Date(Date.now() + limits.downloadTicketMs);

export type NewPackage = Pick<
  DownloadPackageEntity,
  | 'userId'
  | 'space'
  | 'spaceId'
  | 'paths'
  | 'fingerprint'
  | 'fileName'
  | 'totalBytes'
  | 'totalFiles'
  | 'sessionId'
>;

/** A package that was requested. */
export interface RequestedPackage {
  entity: DownloadPackageEntity;
  /** It has yet to be built. */
  isNew: boolean;
  /** Ready packages of the user that were deleted to make room; their files have to be removed. */
  evicted: string[];
}

/** Limits on one user's packages in staging. */
export interface PackageBounds {
  count: number;
  /** Waiting or being built. */
  underWay: number;
  bytes: number;
}

/** Gives a user a package, a new one or one with the same content, within the user's limits. */
@Injectable()
export class PackageRequests {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @param take called in the transaction that gives the package, and may refuse; not called if the package holds a use already
   * @throws TooManyPackagesError, PackageTooLargeError
   */
  reuseOrInsert(
    fresh: NewPackage,
    manifest: Manifest | null,
    bounds: PackageBounds,
    take: ((manager: EntityManager) => Promise<void>) | undefined,
  ): Promise<RequestedPackage> {
    return this.dataSource.transaction(async (manager) => {
      // Serialized per user, so that no other call adds to what is counted here.
      await lockInTransaction(manager, 'packagesOfUser', fresh.userId);
      const known = await reuse(manager, fresh);
      const requested = known
        ? { entity: known, isNew: false, evicted: [] }
        : await insert(manager, fresh, manifest, bounds);
      const { id, holdsUse } = requested.entity;
      if (take && !holdsUse) {
        await take(manager);
        await manager.update(DownloadPackageEntity, { id }, { holdsUse: true });
      }
      return requested;
    });
  }
}

async function insert(
  manager: EntityManager,
  fresh: NewPackage,
  manifest: Manifest | null,
  bounds: PackageBounds,
): Promise<RequestedPackage> {
  const packages = manager.getRepository(DownloadPackageEntity);
  const evicted = await makeRoom(manager, fresh, bounds);
  const row = {
    ...fresh,
    hasManifest: manifest !== null,
    ticketSecret: randomBytes(32),
    expiresAt: expiry(),
  };
  const entity = await packages.save(packages.create(row));
  if (manifest) {
    await manager.query(
      `INSERT INTO download_package_entry (package_id, "position", path, size_bytes, modified_ms, identity)
       SELECT $2, "position", path, size_bytes, modified_ms, identity FROM (${manifest.sql}) AS file`,
      [manifest.id, entity.id],
    );
  }
  return { entity, isNew: true, evicted };
}

/** Locked when it is found: one that is just failing or being cancelled is not given away. */
async function reuse(
  manager: EntityManager,
  { userId, fingerprint }: NewPackage,
): Promise<DownloadPackageEntity | null> {
  const packages = manager.getRepository(DownloadPackageEntity);
  await packages.delete({ userId, fingerprint, expiresAt: LessThan(new Date()) });
  const known = await packages.findOne({
    where: { userId, fingerprint, state: Not(In(['failed', 'cancelled'])), isPartial: false },
    lock: { mode: 'pessimistic_write' },
  });
  if (known) {
    // Tickets live as long as their package.
    known.expiresAt = expiry();
    await packages.update({ id: known.id }, { expiresAt: known.expiresAt });
  }
  return known;
}

/** Deletes the user's ready packages, least recently used first, until the new one fits. */
async function makeRoom(
  manager: EntityManager,
  { userId, totalBytes }: NewPackage,
  bounds: PackageBounds,
): Promise<string[]> {
  const packages = manager.getRepository(DownloadPackageEntity);
  const present = await packages.find({
    select: { id: true, state: true, totalBytes: true },
    where: { userId, state: In(['waiting', 'packing', 'ready']) },
    order: { expiresAt: 'ASC' },
  });
  const ready = present.filter(({ state }) => state === 'ready');
  const underWay = present.length - ready.length;
  if (underWay >= bounds.underWay) {
    throw new TooManyPackagesError(bounds.underWay);
  }
  let count = present.length + 1;
  let bytes = present.reduce((sum, entity) => sum + entity.totalBytes, totalBytes);
  const evicted: string[] = [];
  for (const { id, totalBytes: itsBytes } of ready) {
    if (count <= bounds.count && bytes <= bounds.bytes) {
      break;
    }
    evicted.push(id);
    count -= 1;
    bytes -= itsBytes;
  }
  if (bytes > bounds.bytes) {
    throw new PackageTooLargeError(totalBytes, bounds.bytes);
  }
  await packages.delete({ id: In(evicted) });
  return evicted;
}
