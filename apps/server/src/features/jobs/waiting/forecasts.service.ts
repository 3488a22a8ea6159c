import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Timings } from '../../../platform/timings.js';
import type { WaitingJob } from '../scheduling/capacity.js';
import type { PlanInput } from './explain.js';
import { forecastStarts, type ForecastStarts } from './forecast.js';
import { RunHistoryRepository } from './run-history.repository.js';

/** What was forecast for queues that share nodes. */
interface Forecast {
  /** The jobs that were looked at. */
  jobIds: ReadonlySet<string>;
  /** When jobs start, as far as plans were made. */
  starts: Map<string, Date>;
  plans: Generator<ForecastStarts, void>;
  madeAt: number;
}

type Input = Pick<PlanInput, 'capacity' | 'sharePercent'>;

interface Kept {
  forecast: Promise<Forecast>;
  /** Infinity while what it is made of is being read. */
  until: number;
}

/** When jobs are likely to start. Queues that share nodes are forecast together, once for all who look within a moment. */
@Injectable()
export class Forecasts {
  /** By the ids of the queues. */
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly history: RunHistoryRepository,
    private readonly timings: Timings,
  ) {}

  /** Null when it cannot be told. The job is among the first `forecastDepth` of its queue. */
  async startOf(
    { id, queueId }: Pick<WaitingJob, 'id' | 'queueId'>,
    input: Input,
  ): Promise<Date | null> {
    const queueIds = queuesBeside(input.capacity, queueId);
    const key = queueIds.join(' ');
    const known = this.latest(key);
    const forecast = known && (await known.forecast);
    if (forecast?.jobIds.has(id)) {
      return findStart(forecast, id);
    }
    // It came after that one was made.
    const latest = this.latest(key);
    const next = latest && latest !== known ? latest : this.keep(key, this.make(queueIds, input));
    return findStart(await next.forecast, id);
  }

  /** Keeps what a person is told first about the start of a job, to compare it with what comes. */
  note(jobId: string, start: Date): Promise<void> {
    return this.history.noteForecast(this.dataSource.manager, jobId, start);
  }

  /** By how many minutes the last such words about a queue were wrong, the median; null: too few are known. */
  missOf(queueId: string): Promise<number | null> {
    return this.history.findMiss(this.dataSource.manager, queueId);
  }

  private latest(key: string): Kept | undefined {
    const now = performance.now();
    for (const [each, { until }] of this.kept) {
      if (until <= now) {
        this.kept.delete(each);
      }
    }
    return this.kept.get(key);
  }

  private keep(key: string, forecast: Promise<Forecast>): Kept {
    const kept: Kept = { forecast, until: Infinity };
    const end = (): void => {
      kept.until = performance.now() + this.timings.jobs.loadsMs;
    };
    forecast.then(end, end);
    this.kept.set(key, kept);
    return kept;
  }

  private async make(
    queueIds: readonly string[],
    { capacity, sharePercent }: Input,
  ): Promise<Forecast> {
    const { manager } = this.dataSource;
    const [first, running] = await Promise.all([
      this.history.listFirst(manager, queueIds),
      this.history.listRunning(manager, capacity),
    ]);
    const [waiting, runs] = await Promise.all([
      this.history.withPast(manager, first),
      this.history.withPast(manager, running),
    ]);
    return {
      jobIds: new Set(first.map(({ id }) => id)),
      starts: new Map(),
      plans: forecastStarts(waiting, runs, capacity, sharePercent),
      madeAt: Date.now(),
    };
  }
}

/** Makes plans, for whoever else asks as well, until the job starts; null when it starts in none. */
async function findStart({ starts, plans, madeAt }: Forecast, jobId: string): Promise<Date | null> {
  while (!starts.has(jobId)) {
    const { value: plan } = plans.next();
    if (!plan) {
      return null;
    }
    plan.jobIds.forEach((id) => starts.set(id, new Date(madeAt + plan.atMs)));
    // A plan takes a millisecond or two, a hundred of them would keep everybody waiting.
    await nextTurn();
  }
  return starts.get(jobId) ?? null;
}

/** The queues whose jobs can be in the way of a queue's: those that share a node with it, and itself. */
function queuesBeside({ grants }: PlanInput['capacity'], queueId: string): string[] {
  const nodes = new Set(grants.filter((one) => one.queueId === queueId).map((one) => one.nodeId));
  const beside = grants.filter(({ nodeId }) => nodes.has(nodeId)).map((one) => one.queueId);
  return [...new Set([queueId, ...beside])].sort();
}
