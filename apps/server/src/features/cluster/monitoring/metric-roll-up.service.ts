import { Injectable } from '@nestjs/common';
import { monitorLevels, type MonitorLevel } from '@clusterdesk/contracts';
import { Settings } from '../../../platform/settings/settings.service.js';
import { metricsDays } from '../cluster.settings.js';
import { dayMs, MetricDays } from './metric-days.service.js';
import { RollUpRepository, type RollUpStep } from './roll-up.repository.js';

/** How much time one step averages: of a thousand hosts half a million rows, milliseconds. */
const stepMs: Record<MonitorLevel, number> = { 60: 900_000, 900: 6 * 3_600_000 };

/** Averages the load of hosts into the levels that long ranges are shown of. Each step is one transaction: a killed process leaves nothing half done. */
@Injectable()
export class MetricRollUp {
  constructor(
    private readonly repository: RollUpRepository,
    private readonly days: MetricDays,
    private readonly settings: Settings,
  ) {}

  /** Goes on from where a run was stopped until all is averaged that has settled, then once more over what came late. */
  async run(signal: AbortSignal): Promise<void> {
    for (const level of monitorLevels) {
      let step = await this.plan(level);
      while (step && !signal.aborted) {
        await this.days.make('node_metric_level', step.from, step.to);
        if (!(await this.repository.roll(step))) {
          return;
        }
        step = await this.plan(level);
      }
    }
    const oldest = await this.oldest();
    for (const start of await this.repository.listLate()) {
      if (signal.aborted) {
        return;
      }
      await this.days.make('node_metric_level', Math.max(start, oldest), start);
      if (!(await this.repository.rollAgain(start, oldest))) {
        return;
      }
    }
  }

  /** The next whole intervals of a level; null: there are none yet. */
  private async plan(level: MonitorLevel): Promise<RollUpStep | null> {
    const intervalMs = level * 1_000;
    const startOf = (time: number): number => Math.floor(time / intervalMs) * intervalMs;
    const rolledUp = await this.repository.getRolledUp();
    const finer = monitorLevels[monitorLevels.indexOf(level) - 1];
    const ready = finer ? rolledUp.get(finer) : await this.repository.settledUntil();
    const until = startOf(ready ?? 0);
    const before = rolledUp.get(level) ?? null;
    const begin = Math.max(before ?? 0, startOf(await this.oldest()));
    if (begin >= until) {
      return null;
    }
    // Over time in which nobody reported at one go.
    const first = await this.repository.findFirst(level, begin, until);
    const from = first === null ? until : startOf(first);
    return { level, before, from, to: Math.min(from + stepMs[level], until) };
  }

  /** Since when averages are kept, milliseconds since the epoch. */
  private async oldest(): Promise<number> {
    return Date.now() - (await this.settings.get(metricsDays)) * dayMs;
  }
}
