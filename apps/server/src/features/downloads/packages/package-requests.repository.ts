import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, In, LessThan, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import {
  PackageTimeoutError,
  PackageTooLargeError,
  TooManyPackagesError,
} from '../download.errors.js';
import type { Manifest } from '../download-options.js';
import { DownloadPackageEntity } from './download-package.entity.js';
import { PackageUses } from './package-uses.service.js';

/** Each try but the last meets a package that ends in that moment. */
const maxReuseTries = 5;
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

/** A package that was asked for. */
export interface RequestedPackage {
  entity: DownloadPackageEntity;
  /** It has yet to be built. */
  isNew: boolean;
  /** Ready packages of the user that made room for it; their files go. */
  evicted: string[];
}

/** How much of one user's packages may lie in staging at a time. */
export interface PackageBounds {
  count: number;
  /** Waiting or being made. */
  underWay: number;
  bytes: number;
}

/** Queries that give a user a package, a new one or one of the same content, within what one user may have. */
@Injectable()
export class PackageRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly uses: PackageUses,
  ) {}

  /**
   * @param take is asked in the transaction that gives the package, and may refuse; not for one that holds a use already
   * @throws TooManyPackagesError, PackageTooLargeError
   */
  async reuseOrInsert(
    fresh: NewPackage,
    manifest: Manifest | null,
    bounds: PackageBounds,
    take: ((manager: EntityManager) => Promise<void>) | undefined,
  ): Promise<RequestedPackage> {
    for (let attempt = 0; attempt < maxReuseTries; attempt += 1) {
      const outcome = await this.dataSource.transaction(async (manager) => {
        const requested = await request(manager, fresh, manifest, bounds);
        if (requested && take) {
          await this.uses.count(manager, requested.entity, take);
        }
        return requested;
      });
      if (outcome) {
        return outcome;
      }
    }
    throw new PackageTimeoutError();
  }
}

/** Null when the package that was in the way failed or was cancelled before it could be read. */
async function request(
  manager: EntityManager,
  fresh: NewPackage,
  manifest: Manifest | null,
  bounds: PackageBounds,
): Promise<RequestedPackage | null> {
  const { userId, fingerprint } = fresh;
  const packages = manager.getRepository(DownloadPackageEntity);
  // One after the other for each user: what a call counts, another must not add to meanwhile.
  await lockInTransaction(manager, 'packagesOfUser', userId);
  await packages.delete({ userId, fingerprint, expiresAt: LessThan(new Date()) });
  const known = await reuse(manager, userId, fingerprint);
  if (known) {
    return { entity: known, isNew: false, evicted: [] };
  }
  const evicted = await makeRoom(manager, fresh, bounds);
  const inserted = await packages
    .createQueryBuilder()
    .insert()
    .values({
      ...fresh,
      hasManifest: manifest !== null,
      ticketSecret: randomBytes(32),
      expiresAt: expiry(),
    })
    .returning('id')
    .execute();
  const [id] = inserted.identifiers.map((row) => String(row['id']));
  const entity = id === undefined ? null : await packages.findOneBy({ id });
  if (entity && manifest) {
    await manager.query(
      `INSERT INTO download_package_entry (package_id, "position", path, size_bytes, modified_ms, identity)
       SELECT $2, "position", path, size_bytes, modified_ms, identity FROM (${manifest.sql}) AS file`,
      [manifest.id, entity.id],
    );
  }
  return entity && { entity, isNew: true, evicted };
}

/** Found and kept in one statement: one that fails or is cancelled this moment is not given away. */
async function reuse(
  manager: EntityManager,
  userId: string,
  fingerprint: string,
): Promise<DownloadPackageEntity | null> {
  const packages = manager.getRepository(DownloadPackageEntity);
  const updated = await packages
    .createQueryBuilder()
    .update()
    // Tickets live as long as the package they are for.
    .set({ expiresAt: expiry() })
    .where({ userId, fingerprint })
    .andWhere("state NOT IN ('failed', 'cancelled') AND NOT is_partial")
    .returning('id')
    .execute();
  const [row] = updated.raw as { id: string }[];
  return row ? packages.findOneBy({ id: row.id }) : null;
}

/** Gives up the user's ready packages, those that were used longest ago first, until the new one fits. */
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
