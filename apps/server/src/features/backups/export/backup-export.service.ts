import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import {
  RunningWork,
  type WorkOwner,
} from '../../../platform/running-work/running-work.service.js';
import { FetchTickets } from '../../sessions/fetch-tickets/fetch-tickets.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { archiveDir } from '../archive/manifest.js';
import { BackupList } from '../listing/backup-list.service.js';
import { managesBackups } from '../listing/backup.policy.js';
import type { ListedBackup } from '../listing/backup-rows.repository.js';
import { BackupNotFoundError } from '../backup.errors.js';
import { readManifest } from './archive-entries.js';
import { ArchiveTar } from './archive-tar.js';
import { AwaitedBackup } from './awaited-backup.service.js';

/** A client that reads nothing for this long is gone. */
const silenceMs = 60_000;
/** How long a ticket is good for; it ends before with its session. */
const ticketMs = 24 * 3_600_000;

/** Backups on their way out, as tars: whole, or from where a broken download stopped. */
@Injectable()
export class BackupExport {
  constructor(
    private readonly list: BackupList,
    private readonly awaited: AwaitedBackup,
    private readonly tickets: FetchTickets,
    private readonly rights: UserRights,
    private readonly running: RunningWork,
    private readonly audit: AuditTrail,
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** A ticket that is good for as many requests as a browser makes. @throws BackupNotFoundError */
  async requestTicket(caller: Principal, id: string): Promise<string> {
    const row = await this.list.getHere(id);
    return this.dataSource.transaction(async (manager) => {
      await this.audit.record(manager, { target: this.list.targetOf(row) });
      return this.tickets.issue(caller, 'backup', id, manager, ticketMs);
    });
  }

  async sendByTicket(request: Request, response: Response, ticket: string): Promise<void> {
    const { userId, sessionId, subject } = await this.tickets.look(ticket, 'backup');
    const owner = { userId, sessionId };
    if (!(await this.mayGoOn(owner))) {
      throw new BackupNotFoundError();
    }
    await this.send(request, response, owner, await this.list.getHere(subject));
  }

  /** @param id undefined: one that is taken now, or for a download that goes on the newest of these */
  async sendTo(
    caller: Principal,
    request: Request,
    response: Response,
    id: string | undefined,
  ): Promise<void> {
    const { userId, sessionId } = caller;
    const owner = { userId, sessionId };
    const check = { isStillAllowed: () => this.mayGoOn(owner) };
    const row =
      id === undefined
        ? await this.awaited.takeOrContinue(caller, request, check)
        : await this.list.getHere(id);
    this.audit.describe({ id: row.id });
    await this.send(request, response, owner, row);
  }

  private async send(
    request: Request,
    response: Response,
    owner: WorkOwner,
    row: ListedBackup,
  ): Promise<void> {
    const dir = archiveDir(this.config.backupDir, row.id);
    const manifest = await readManifest(dir);
    const tar = new ArchiveTar(dir, manifest);
    const total = await tar.measure();
    const etag = `"${createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 32)}"`;
    response.attachment(`clusterdesk-${manifest.takenAt.slice(0, 10)}-${row.id.slice(0, 8)}.tar`);
    response.setHeader('Content-Type', 'application/x-tar');
    response.setHeader('ETag', etag);
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    const range = readRange(request, total, etag);
    if (range === null) {
      response.setHeader('Content-Range', `bytes */${total}`);
      response.removeHeader('Content-Disposition');
      response.status(416).end();
      return;
    }
    const { start, end } = range;
    if (range.isPart) {
      response.status(206);
      response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${total}`);
    }
    response.setHeader('Content-Length', end - start);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const work = this.running.begin(owner, { isStillAllowed: () => this.mayGoOn(owner) });
    response.setTimeout(silenceMs, () => response.destroy());
    try {
      const pieces = Readable.from(tar.read(start, end), { highWaterMark: 1 });
      // A failure ends the connection: a file that looks complete would be worse.
      await pipeline(pieces, response, { signal: work.signal }).catch(() => response.destroy());
    } finally {
      work.end();
      response.setTimeout(0);
    }
  }

  private async mayGoOn({ userId }: WorkOwner): Promise<boolean> {
    const user = await this.rights.find(userId);
    return user !== null && managesBackups(user);
  }
}

/** Which bytes are asked for, `end` not among them; null: none that there are. Several ranges are answered with all (RFC 9110 §14.2). */
function readRange(
  request: Request,
  total: number,
  etag: string,
): { start: number; end: number; isPart: boolean } | null {
  const whole = { start: 0, end: total, isPart: false };
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) {
    return whole;
  }
  const ranges = request.range(total);
  if (ranges === -1) {
    return null;
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) {
    return whole;
  }
  const [range] = ranges;
  return range ? { start: range.start, end: range.end + 1, isPart: true } : whole;
}
