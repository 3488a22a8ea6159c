import { Injectable } from '@nestjs/common';
import { limits, pruneLog } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defineSetting } from '../../platform/settings/setting-definition.js';
import { Settings } from '../../platform/settings/settings.service.js';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { AuditLogRepository } from './audit-log.repository.js';

const dayMs = 24 * 3_600_000;

/** Rows per statement: each statement is short, and the task can stop after it. */
const atOnce = 5_000;

/** How many days rows of the log are kept. */
export const logDaysSetting = defineSetting({
  key: 'logDays',
  schema: z.number().int().min(1).max(36_500),
  initial: () => limits.logDays,
  page: { kind: 'days' },
});

/** Bounds the log. */
@Injectable()
export class AuditRetention {
  constructor(
    private readonly repository: AuditLogRepository,
    private readonly settings: Settings,
  ) {}

  @OnDue(pruneLog)
  async prune(signal: AbortSignal): Promise<void> {
    const before = new Date(
      Date.now() - (await this.settings.getForDeletion(logDaysSetting)) * dayMs,
    );
    let deleted = atOnce;
    while (deleted === atOnce && !signal.aborted) {
      deleted = await this.repository.deleteBefore(before, atOnce);
    }
  }
}
