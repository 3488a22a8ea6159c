import { Injectable } from '@nestjs/common';
import { watchHealth } from '@clusterdesk/contracts';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { HealthReports } from './health-report.service.js';

/** The background work of the health page. */
@Injectable()
export class HealthTasks {
  constructor(private readonly reports: HealthReports) {}

  @OnDue(watchHealth)
  async watch(): Promise<void> {
    await this.reports.watch();
  }
}
