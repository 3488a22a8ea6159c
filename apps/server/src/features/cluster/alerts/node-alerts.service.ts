import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { tryLockInTransaction } from '../../../platform/database/advisory-locks.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { metricsDays } from '../cluster.settings.js';
import { dayMs } from '../monitoring/metric-days.service.js';
import { NodeAlertPublisher } from './node-alert-publisher.service.js';
import { NodeAlertRepository, type AlertRules } from './node-alert.repository.js';
import {
  alertCpuPercent,
  alertMemoryPercent,
  alertMinutes,
  alertOfflineMinutes,
} from './node-alert.settings.js';

/** Begins and ends the alerts of nodes (docs/decisions/node-alerts.md). */
@Injectable()
export class NodeAlerts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: NodeAlertRepository,
    private readonly news: NodeAlertPublisher,
    private readonly settings: Settings,
  ) {}

  /** Checks all nodes once. When several processes try at the same time, one does it. */
  async look(): Promise<void> {
    const rules = await this.readRules();
    await this.dataSource.transaction(async (manager) => {
      if (!(await tryLockInTransaction(manager, 'nodeAlerts'))) {
        return;
      }
      const ended = await this.repository.end(manager, rules);
      const continued = await this.repository.continue(manager, rules);
      const renamed = await this.repository.renameDisks(manager);
      const begun = await this.repository.begin(manager, rules);
      const toTell = await this.repository.tellEnds(manager, rules);
      await this.news.tellPeople(manager, rules, {
        begun,
        joined: renamed.filter(({ isAnother }) => isAnother),
        ended: toTell,
      });
      this.news.tellPages(manager, [...ended, ...continued, ...renamed, ...begun]);
    });
  }

  /** Drops alerts that ended longer ago than metrics are kept. */
  async prune(): Promise<void> {
    const keptMs = (await this.settings.getForDeletion(metricsDays)) * dayMs;
    await this.repository.prune(new Date(Date.now() - keptMs));
  }

  /** The rules that alerts begin by, as they are set. */
  async readRules(): Promise<AlertRules> {
    const [cpu, memory, minutes, offlineMinutes] = await Promise.all([
      this.settings.get(alertCpuPercent),
      this.settings.get(alertMemoryPercent),
      this.settings.get(alertMinutes),
      this.settings.get(alertOfflineMinutes),
    ]);
    return { cpu, memory, minutes, offlineMinutes };
  }
}
