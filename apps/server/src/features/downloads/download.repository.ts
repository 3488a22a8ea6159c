import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, LessThan, MoreThan, type EntityManager } from 'typeorm';
import { DownloadPackageEntity } from './packages/download-package.entity.js';
import { DownloadTicketEntity } from './download-ticket.entity.js';
import { TaskLeases } from '../spaces/task-lease.js';
import { PackageTimeoutError } from '../spaces/space.errors.js';

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
const expiry = (): Date => new Date(Date.now() + limits.downloadTicketMs);

/** Each try but the last meets a package that ends in that moment. */
const maxReuseTries = 5;

type NewPackage = Pick<
  DownloadPackageEntity,
  | 'userId'
  | 'space'
  | 'projectId'
  | 'paths'
  | 'fingerprint'
  | 'fileName'
  | 'totalBytes'
  | 'totalFiles'
>;
type NewTicket = Pick<
  DownloadTicketEntity,
  'userId' | 'space' | 'projectId' | 'files' | 'packageId'
>;

type PackageChange = Partial<
  Pick<
    DownloadPackageEntity,
    'state' | 'doneBytes' | 'doneFiles' | 'totalBytes' | 'totalFiles' | 'isPartial' | 'message'
  >
>;

/** Queries over download tickets and packages. */
@Injectable()
export class DownloadRepository {
  private readonly claims: TaskLeases;

  constructor(private readonly dataSource: DataSource) {
    this.claims = new TaskLeases(dataSource, DownloadPackageEntity, 'packing');
  }

  /** Makes a ticket and returns its token, which is not kept. */
  async issueTicket(ticket: NewTicket): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.dataSource
      .getRepository(DownloadTicketEntity)
      .insert({ ...ticket, tokenHash: hashToken(token), expiresAt: expiry() });
    return token;
  }

  findTicket(token: string): Promise<DownloadTicketEntity | null> {
    return this.dataSource.getRepository(DownloadTicketEntity).findOne({
      where: { tokenHash: hashToken(token), expiresAt: MoreThan(new Date()) },
      relations: { package: true },
    });
  }

  /** The user's package of the same content, or a new one to be built. */
  async reuseOrInsertPackage(
    fresh: NewPackage,
  ): Promise<{ entity: DownloadPackageEntity; isNew: boolean }> {
    for (let attempt = 0; attempt < maxReuseTries; attempt += 1) {
      const outcome = await this.dataSource.transaction((manager) => reuseOrInsert(manager, fresh));
      if (outcome) {
        return outcome;
      }
    }
    throw new PackageTimeoutError();
  }

  findPackage(id: string): Promise<DownloadPackageEntity | null> {
    return this.dataSource.getRepository(DownloadPackageEntity).findOneBy({ id });
  }

  /** Gives a package to one run of the job; null when another has it or it is done. */
  async claimPackage(id: string, claim: string): Promise<DownloadPackageEntity | null> {
    return (await this.claims.claim(id, claim)) ? this.findPackage(id) : null;
  }

  /** Writes what a run knows, as long as the package is still its own. */
  async updateClaimed(id: string, claim: string, change: PackageChange): Promise<boolean> {
    const result = await this.dataSource
      .getRepository(DownloadPackageEntity)
      .update({ id, claim }, { ...change, touchedAt: new Date() });
    return result.affected === 1;
  }

  /** Takes a package away from whatever run has it; one that has failed stays as it is. */
  cancelPackage(id: string): Promise<boolean> {
    return this.claims.cancel(id, ['failed', 'cancelled']);
  }

  /** Packages that nobody has worked on for a while although they are not done. */
  listStale(): Promise<string[]> {
    return this.claims.listStale();
  }

  /** Removes what has expired. */
  async deleteExpired(): Promise<void> {
    const isOver = { expiresAt: LessThan(new Date()) };
    await this.dataSource.getRepository(DownloadTicketEntity).delete(isOver);
    await this.dataSource.getRepository(DownloadPackageEntity).delete(isOver);
  }
}

/** Null when the package that was in the way failed or was cancelled before it could be read. */
async function reuseOrInsert(
  manager: EntityManager,
  fresh: NewPackage,
): Promise<{ entity: DownloadPackageEntity; isNew: boolean } | null> {
  const { userId, fingerprint } = fresh;
  const packages = manager.getRepository(DownloadPackageEntity);
  await packages.delete({ userId, fingerprint, expiresAt: LessThan(new Date()) });
  const inserted = await packages
    .createQueryBuilder()
    .insert()
    .values({ ...fresh, expiresAt: expiry() })
    .orIgnore()
    .returning('id')
    .execute();
  const isNew = Array.isArray(inserted.raw) && inserted.raw.length > 0;
  const entity = await packages
    .createQueryBuilder('package')
    .where({ userId, fingerprint })
    .andWhere("state NOT IN ('failed', 'cancelled') AND NOT is_partial")
    .getOne();
  if (entity) {
    // Tickets live as long as the package they are for.
    await packages.update({ id: entity.id }, { expiresAt: expiry() });
  }
  return entity && { entity, isNew };
}
