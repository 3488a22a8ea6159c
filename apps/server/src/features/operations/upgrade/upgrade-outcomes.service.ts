import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  auditedEntryPoints,
  upgradeEndedNotice,
  type UpgradeOutcome,
} from '@clusterdesk/contracts';
import type { LauncherUpgrade, UpgradeFault } from '@clusterdesk/contracts/release';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { version } from '../../../platform/version.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { LauncherChannel } from './launcher-channel.service.js';
import { sentenceOf } from './upgrade.errors.js';

/** How an upgrade ended. */
interface End {
  phase: UpgradeOutcome;
  fault: UpgradeFault | null;
  /** In the launcher's own words, for the log; else empty. */
  reason: string;
}

interface OpenRequest {
  id: string;
  userId: string;
  userName: string;
  fromVersion: string;
  toVersion: string;
}

const logLevels = { done: 'INFO', refused: 'WARN', returned: 'ERROR' } as const;
const retryMs = 5_000;

/**
 * Tells how an upgrade ended: those who manage the platform by a notification, and the log. Whoever asked is noted before anything
 * begins, and the note goes with what is told, so that each end is told once, by whichever version and process runs then.
 */
@Injectable()
export class UpgradeOutcomes implements OnApplicationShutdown {
  private readonly logger = new Logger('Upgrade');
  /** Requests whose end is this process's or the launcher's to say. */
  private readonly underWay = new Set<string>();
  /** Ends that the database did not take yet. */
  private readonly untold = new Map<string, End>();
  private telling: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly channel: LauncherChannel,
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
    private readonly rights: UserRights,
    private readonly audit: AuditTrail,
  ) {
    channel.onChange(() => {
      if (!channel.upgrade || endIn(channel.upgrade)) {
        this.tellLater();
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.retry);
    await this.telling;
  }

  /** Notes who asked, in the log of the call, too. @returns the name of the request for everybody who has a part in it */
  async begin({ userId, userName }: Principal, toVersion: string): Promise<string> {
    this.audit.describe({ version: toVersion });
    const id = randomUUID();
    this.underWay.add(id);
    await this.dataSource.query(
      `INSERT INTO upgrade_request (id, user_id, user_name, from_version, to_version) VALUES ($1, $2, $3, $4, $5)`,
      [id, userId, userName, version, toVersion],
    );
    return id;
  }

  /** It was refused before the launcher had it. */
  refuse(id: string, fault: UpgradeFault): void {
    this.untold.set(id, { phase: 'refused', fault, reason: '' });
    this.tellLater();
  }

  private tellLater(): void {
    clearTimeout(this.retry);
    this.telling = this.telling
      .then(() => this.tell())
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'The end of an upgrade could not be told yet');
        if (!this.isStopping) {
          this.retry = setTimeout(() => this.tellLater(), retryMs).unref();
        }
      });
  }

  /** Compares what was asked for with what the launcher says. */
  private async tell(): Promise<void> {
    for (const request of await this.listOpen()) {
      const end = this.untold.get(request.id) ?? this.endOf(request.id);
      if (end) {
        await this.close(request, end);
        this.underWay.delete(request.id);
        this.untold.delete(request.id);
      }
    }
  }

  /** Null: it goes on, or nobody knows. */
  private endOf(id: string): End | null {
    const { upgrade, hasAnswered } = this.channel;
    if (upgrade?.request === id) {
      return endIn(upgrade);
    }
    // Of a process that died before the launcher had it. A launcher of an earlier version names no request.
    const isLeft = hasAnswered && !this.underWay.has(id) && (!upgrade || upgrade.request !== null);
    return isLeft ? { phase: 'refused', fault: 'UPGRADE_INTERRUPTED', reason: '' } : null;
  }

  private listOpen(): Promise<OpenRequest[]> {
    return this.dataSource.query(
      `SELECT id, user_id AS "userId", user_name AS "userName", from_version AS "fromVersion", to_version AS "toVersion"
       FROM upgrade_request`,
    );
  }

  private close(request: OpenRequest, end: End): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const [, count] = await manager.query<[unknown[], number]>(
        'DELETE FROM upgrade_request WHERE id = $1',
        [request.id],
      );
      if (count > 0) {
        await this.write(manager, request, end);
      }
    });
  }

  private async write(
    manager: EntityManager,
    { id, userId, userName, fromVersion: from, toVersion: to }: OpenRequest,
    { phase, fault, reason }: End,
  ): Promise<void> {
    const sentence = fault && sentenceOf(fault);
    await this.audit.recordEnd(manager, {
      ...auditedEntryPoints.upgradeEnded,
      logLevel: logLevels[phase],
      refusal: fault && sentence && { code: fault, sentence },
      caller: { userId, userName },
      target: { type: 'upgrade', id, name: to },
      details: { from, to, outcome: phase, ...(reason !== '' && { reason }) },
    });
    const userIds = await this.rights.listHolders('system.manage', manager);
    await this.notifications.notify(manager, userIds, upgradeEndedNotice, {
      outcome: phase,
      from,
      to,
      by: userName,
      reason: sentence,
    });
  }
}

/** Null: it goes on. */
function endIn({ phase, fault, reason }: LauncherUpgrade): End | null {
  return phase === 'done' || phase === 'refused' || phase === 'returned'
    ? { phase, fault, reason }
    : null;
}
