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
import type { SpaceKey } from '../spaces/space-key.js';
import { SpaceRegistry } from '../spaces/space.js';
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
> &
  Partial<Pick<DownloadTicketEntity, 'versionId'>>;

/** The columns of a package that its tickets need. */
export type PackageOfTicket = Pick<
  DownloadPackageEntity,
  'id' | 'state' | 'fileName' | 'holdsUse' | 'rightsVersion'
>;
export type FoundTicket = Omit<DownloadTicketEntity, 'package' | 'user'> & {
  package: PackageOfTicket | null;
};

/** Queries on download tickets, and on packages that are built or fetched. */
@Injectable()
export class DownloadRepository {
  /** Which run has a package. */
  readonly leases: TaskLeases;

  constructor(
    private readonly dataSource: DataSource,
    private readonly spaces: SpaceRegistry,
    { tasks }: Timings,
  ) {
    this.leases = new TaskLeases(dataSource, DownloadPackageEntity, 'packing', tasks.leaseMs);
  }

  /**
   * Creates a ticket and returns its token, which is not stored.
   * @param take is asked in the same transaction, and may refuse
   */
  async issueTicket(
    ticket: NewTicket,
    take?: (manager: EntityManager) => Promise<void>,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const row = { ...ticket, tokenHash: hashToken(token), expiresAt: expiry() };
    await this.dataSource.transaction(async (manager) => {
      await manager.insert(DownloadTicketEntity, row);
      await take?.(manager);
    });
    return token;
  }

  /** The token of a package for a session, the same each time; null when the session has ended. */
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

  /** Those of these that are valid. */
  listTickets(ids: readonly string[]): Promise<FoundTicket[]> {
    return this.ticketsBy({ id: In(ids) });
  }

  /** Of the package only a few short columns are read: `paths` may be long. */
  private ticketsBy(which: FindOptionsWhere<DownloadTicketEntity>): Promise<FoundTicket[]> {
    const needed = ['id', 'state', 'fileName', 'holdsUse', 'rightsVersion'];
    return this.dataSource
      .getRepository(DownloadTicketEntity)
      .createQueryBuilder('ticket')
      .leftJoin('ticket.package', 'package')
      .addSelect(needed.map((name) => `package.${name}`))
      .where({ ...which, expiresAt: MoreThan(new Date()) })
      .getMany();
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

  /** Writes a run's progress while the run still holds the package. */
  async updateLeased(
    id: string,
    lease: string,
    change: Partial<DownloadPackageEntity>,
  ): Promise<boolean> {
    const result = await this.dataSource
      .getRepository(DownloadPackageEntity)
      .update({ id, lease }, { ...change, touchedAt: new Date() });
    return result.affected === 1;
  }

  /** Ends a package in the name of its run; false when the run no longer holds it. */
  endLeased(id: string, lease: string, change: Partial<DownloadPackageEntity>): Promise<boolean> {
    return this.leases.end(id, lease, change, (manager) => this.refundUse(manager, id));
  }

  /** Takes a package away from any run that holds it; false when it has failed or is cancelled already. */
  cancelPackage(id: string): Promise<boolean> {
    const isOver = ['failed', 'cancelled'];
    return this.leases.cancel(id, isOver, (manager) => this.refundUse(manager, id));
  }

  /** Its bytes are about to be sent, so its use is not refunded any more. @returns false when it has just been cancelled */
  async noteFetched(id: string): Promise<boolean> {
    const result = await this.dataSource
      .getRepository(DownloadPackageEntity)
      .update({ id, state: 'ready' }, { holdsUse: false });
    return result.affected === 1;
  }

  /** Refunds the use that a failed or cancelled package holds, in the transaction that ends it, so that a new request can follow at once. */
  private async refundUse(manager: EntityManager, id: string): Promise<void> {
    const [[use]] = await manager.query<[SpaceKey[], number]>(
      `UPDATE download_package SET holds_use = false
       WHERE id = $1 AND holds_use AND state IN ('failed', 'cancelled') RETURNING space, space_id AS "spaceId"`,
      [id],
    );
    if (use) {
      await this.spaces.find(use.space)?.refund(manager, use);
    }
  }

  /** Queues a package whose file is gone to be built again, unless it already is. */
  async restartPackage(id: string): Promise<void> {
    await this.dataSource
      .getRepository(DownloadPackageEntity)
      .update(
        { id, state: 'ready' },
        { state: 'waiting', lease: null, attempts: 0, touchedAt: new Date() },
      );
  }

  /** The entries of a package, in their order. */
  async listEntries(packageId: string): Promise<DownloadPackageEntryEntity[]> {
    return this.dataSource
      .getRepository(DownloadPackageEntryEntity)
      .find({ where: { packageId }, order: { position: 'ASC' } });
  }

  /** A file of a manifest by its path. */
  async findPinned({ sql, id }: Manifest, path: string): Promise<PinnedFile | undefined> {
    const [file] = await this.dataSource.query<PinnedFile[]>(
      `SELECT path, size_bytes::float8 AS "sizeBytes", modified_ms::float8 AS "modifiedMs", identity
       FROM (${sql}) AS file WHERE path = $2`,
      [id, path],
    );
    return file;
  }

  /** Notes that all its entries may be downloaded as of this version of rights. */
  async noteRights(id: string, rightsVersion: string | null): Promise<void> {
    await this.dataSource.getRepository(DownloadPackageEntity).update({ id }, { rightsVersion });
  }

  /** Replaces what was noted of a package's entries. */
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

  /** Whether this package may have a file in staging. */
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
