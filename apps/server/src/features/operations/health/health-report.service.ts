import { Injectable } from '@nestjs/common';
import { healthChangedNotice, type HealthReport } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { afterLook, firstState, type KnownState } from './health-change.js';
import { PlatformHealth, type Findings } from './platform-health.service.js';

/** Nodes that are offline or of another version have alerts and a page of their own; the end of a licence has its notifications. */
const toldElsewhere: ReadonlySet<string> = new Set(['agents', 'licence']);

/** Tells how the platform is: to its page, and by a notification once for each change. */
@Injectable()
export class HealthReports {
  constructor(
    private readonly health: PlatformHealth,
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
    private readonly rights: UserRights,
  ) {}

  async report(): Promise<HealthReport> {
    const [{ time, found }, known] = await Promise.all([
      this.health.look(),
      listKnown(this.dataSource.manager),
    ]);
    return {
      time,
      checks: [...found].map(([name, finding]) => {
        const row = known.get(name);
        const since = row?.state === finding.state ? row.since : null;
        return {
          ...{ reason: null, version: '', brokenSettings: [] },
          ...finding,
          name,
          since: since?.getTime() ?? null,
        };
      }),
    };
  }

  /** Looks, and tells system administrators what has changed. Processes that look at the same time decide one after the other. */
  async watch(): Promise<void> {
    const findings = await this.health.look();
    await this.dataSource.transaction(async (manager) => {
      await manager.query('LOCK TABLE health_state IN EXCLUSIVE MODE');
      const changed = await this.store(manager, findings);
      if (changed.length > 0) {
        const administrators = await this.rights.listAdministrators(manager);
        await this.notifications.notify(manager, administrators, healthChangedNotice, { changed });
      }
    });
  }

  /** @returns those whose state is another now */
  private async store(manager: EntityManager, { time, found }: Findings) {
    const known = await listKnown(manager);
    const now = new Date(time);
    const changed = [];
    for (const [name, { state, reason = null }] of found) {
      const before = known.get(name) ?? firstState(now);
      const after = afterLook(before, state, now);
      await manager.query(
        `INSERT INTO health_state (name, state, since, next_state, next_since) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (name) DO UPDATE SET state = excluded.state, since = excluded.since,
           next_state = excluded.next_state, next_since = excluded.next_since`,
        [name, after.state, after.since, after.nextState, after.nextSince],
      );
      if (after.state !== before.state && !toldElsewhere.has(name)) {
        changed.push({ name, state, reason });
      }
    }
    return changed;
  }
}

async function listKnown(manager: EntityManager): Promise<Map<string, KnownState>> {
  const rows = await manager.query<(KnownState & { name: string })[]>(
    'SELECT name, state, since, next_state AS "nextState", next_since AS "nextSince" FROM health_state',
  );
  return new Map(rows.map(({ name, ...known }) => [name, known]));
}
