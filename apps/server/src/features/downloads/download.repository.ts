import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import {
  DataSource,
  type FindOptionsWhere,
  In,
  LessThan,
  MoreThan,
  type EntityManager,
} from 'typeorm';
import { isReferenceGone } from '../../platform/database/is-taken.js';
import { Timings } from '../../platform/timings.js';
import { hashToken } from '../../platform/secrets/token-hash.js';
import type { StoredPaths } from '../spaces/space.js';
import { TaskLeases } from '../spaces/tasks/task-leases.js';
import type { Manifest } from './download-options.js';
import { DownloadTicketEntity } from './download-ticket.entity.js';
import { DownloadPackageEntryEntity } from './packages/download-package-entry.entity.js';
import { DownloadPackageEntity } from './packages/download-package.entity.js';
import type { PinnedFile } from './sending/pinned-content.js';

const expiry = (): Date => new Date(Date.now() + limits.downloadTicketMs);
/** Rows of one INSERT; PostgreSQL takes 65,535 parameters. */
const entriesAtOnce = 5_000;

type NewTicket = Pick<
  DownloadTicketEntity,
  'userId' | 'space' | 'spaceId' | 'files' | 'isPinned' | 'sessionId'
>;

/** The part of a package that a ticket for it needs. */
export type PackageOfTicket = Pick<
  DownloadPackageEntity,
  'id' | 'state' | 'fileName' | 'holdsUse' | 'rightsVersion'
>;
export type FoundTicket = Omit<DownloadTicketEntity, 'package' | 'user'> & {
  package: PackageOfTicket | null;
};

type PackageChange = Partial<
  Pick<
    DownloadPackageEntity,
    'state' | 'doneBytes' | 'doneFiles' | 'totalBytes' | 'totalFiles' | 'isPartial' | 'message'
  >
>;

/** Queries over download tickets, and over packages for those who make and fetch them. */
@Injectable()
export class DownloadRepository {
  private readonly leases: TaskLeases;

  constructor(
    private readonly dataSource: DataSource,
    { tasks }: Timings,
  ) {
    this.leases = new TaskLeases(dataSource, DownloadPackageEntity, 'packing', tasks.leaseMs);
  }

  /**
   * Makes a ticket and returns its token, which is not kept.
   * @param take is asked in the same transaction, and may refuse
   */
  async issueTicket(
    ticket: NewTicket,
    take?: (manager: EntityManager) => Promise<void>,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const row = { ...ticket, packageId: null, tokenHash: hashToken(token), expiresAt: expiry() };
    if (!take) {
      await this.dataSource.getRepository(DownloadTicketEntity).insert(row);
      return token;
    }
    await this.dataSource.transaction(async (manager) => {
      await manager.getRepository(DownloadTicketEntity).insert(row);
      await take(manager);
    });
    return token;
  }

  /** The token of a package for a session, the same however often it is asked for; null when the session is over. */
  async ticketForPackage(entity: DownloadPackageEntity, sessionId: string): Promise<string | null> {
    const token = createHmac('sha256', entity.ticketSecret).update(sessionId).digest('base64url');
    const { userId, space, spaceId, id: packageId } = entity;
    const ticket = { userId, space, spaceId, packageId, sessionId, files: [], isPinned: false };
    try {
      await this.dataSource
        .getRepository(DownloadTicketEntity)
        .upsert({ ...ticket, tokenHash: hashToken(token), expiresAt: expiry() }, ['tokenHash']);
    } catch (error) {
      if (isReferenceGone(error)) {
        return null;
      }
      throw error;
    }
    return token;
  }

  async findTicket(token: string): Promise<FoundTicket | null> {
    const [ticket = null] = await this.ticketsBy({ tokenHash: hashToken(token) });
    return ticket;
  }

  /** Those of these that are good. */
  listTickets(ids: readonly string[]): Promise<FoundTicket[]> {
    return this.ticketsBy({ id: In(ids) });
  }

  /** What of its package is needed for each request is a few short columns, however many entries were selected. */
  private ticketsBy(which: FindOptionsWhere<DownloadTicketEntity>): Promise<FoundTicket[]> {
    return this.dataSource.getRepository(DownloadTicketEntity).find({
      select: {
        id: true,
        tokenHash: true,
        userId: true,
        space: true,
        spaceId: true,
        files: true,
        isPinned: true,
        sessionId: true,
        packageId: true,
        expiresAt: true,
        package: { id: true, state: true, fileName: true, holdsUse: true, rightsVersion: true },
      },
      where: { ...which, expiresAt: MoreThan(new Date()) },
      relations: { package: true },
    });
  }

  findPackage(id: string): Promise<DownloadPackageEntity | null> {
    return this.dataSource.getRepository(DownloadPackageEntity).findOneBy({ id });
  }

  /** Gives the next package to a run: `take` of leases. */
  async takePackage(
    lease: string,
    exceptOf: readonly string[],
  ): Promise<DownloadPackageEntity | null> {
    const id = await this.leases.take(lease, exceptOf);
    return id === null ? null : this.findPackage(id);
  }

  /** Writes what a run knows, as long as the package is still its own. */
  async updateLeased(id: string, lease: string, change: PackageChange): Promise<boolean> {
    const result = await this.dataSource
      .getRepository(DownloadPackageEntity)
      .update({ id, lease }, { ...change, touchedAt: new Date() });
    return result.affected === 1;
  }

  /** The same for its end. @param andThen part of the same transaction */
  endLeased(
    id: string,
    lease: string,
    change: PackageChange,
    andThen: (manager: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    return this.leases.end(id, lease, change, andThen);
  }

  /** Takes a package away from whatever run has it; one that has failed stays as it is. @param andThen part of the same transaction */
  cancelPackage(id: string, andThen: (manager: EntityManager) => Promise<void>): Promise<boolean> {
    return this.leases.cancel(id, ['failed', 'cancelled'], andThen);
  }

  /** A package whose file is gone is made again, unless that was begun already. */
  async restartPackage(id: string): Promise<void> {
    await this.dataSource
      .getRepository(DownloadPackageEntity)
      .update(
        { id, state: 'ready' },
        { state: 'waiting', lease: null, attempts: 0, touchedAt: new Date() },
      );
  }

  /** What everybody's packages will still take of the disk, in bytes: `bytesUnderWay` of leases. */
  bytesUnderWay(besides?: string): Promise<number> {
    return this.leases.bytesUnderWay(besides);
  }

  /** The entries of a package, in their order. */
  async listEntries(packageId: string): Promise<DownloadPackageEntryEntity[]> {
    return this.dataSource
      .getRepository(DownloadPackageEntryEntity)
      .find({ where: { packageId }, order: { position: 'ASC' } });
  }

  /** A file of a manifest by its path. */
  async findPinned({ sql, id }: Manifest, path: string): Promise<PinnedFile | undefined> {
    const [file] = await this.dataSource.query<(PinnedFile & { size: string; modified: string })[]>(
      `SELECT path, size_bytes AS size, modified_ms AS modified, identity
       FROM (${sql}) AS file WHERE path = $2`,
      [id, path],
    );
    return (
      file && {
        path: file.path,
        sizeBytes: Number(file.size),
        modifiedMs: Number(file.modified),
        identity: file.identity,
      }
    );
  }

  /** Their paths, for whoever asks about all of them. */
  storedEntries(packageId: string): StoredPaths {
    return { sql: 'SELECT path FROM download_package_entry WHERE package_id = $1', id: packageId };
  }

  /** All its entries may be downloaded, as of this version of rights. */
  async noteRights(id: string, rightsVersion: string | null): Promise<void> {
    await this.dataSource.getRepository(DownloadPackageEntity).update({ id }, { rightsVersion });
  }

  /** Puts these in the place of what was noted of a package's entries. */
  async replaceEntries(packageId: string, files: readonly PinnedFile[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const entries = manager.getRepository(DownloadPackageEntryEntity);
      await entries.delete({ packageId });
      for (let start = 0; start < files.length; start += entriesAtOnce) {
        const some = files.slice(start, start + entriesAtOnce);
        await entries.insert(
          some.map((file, index) => ({ ...file, packageId, position: start + index })),
        );
      }
    });
  }

  /** Whether nobody has worked for a while on a package that is not done, as SQL. */
  get staleCondition(): string {
    return this.leases.staleCondition;
  }

  /** Whether a file of such a package may lie in staging. */
  existsPackage(id: string): Promise<boolean> {
    return this.dataSource
      .getRepository(DownloadPackageEntity)
      .existsBy({ id, state: In(['waiting', 'packing', 'ready']) });
  }

  /** Removes what has expired. */
  async deleteExpired(): Promise<void> {
    const isOver = { expiresAt: LessThan(new Date()) };
    await this.dataSource.getRepository(DownloadTicketEntity).delete(isOver);
    await this.dataSource.getRepository(DownloadPackageEntity).delete(isOver);
  }
}
