import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { dueWork, type DueWorkDefinition } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import { Semaphore } from '../concurrency.js';
import { readDatabaseFailure } from '../database/database-failure.js';
import { Postgres } from '../database/postgres.js';
import { Timings } from '../timings.js';
import { Handlers, type Handler } from './handlers.js';
import { measureTask } from './task-metrics.js';
import { onDueMetadata } from './on-due.decorator.js';

interface Watched {
  work: DueWorkDefinition;
  condition: string;
}

/** When work is due that runs now: $2 milliseconds later, or at the time $3 of the zone $4. */
const dueAgain = `CASE WHEN $3::time IS NULL THEN now() + $2::float8 * interval '1 ms' ELSE
  (SELECT min(at) FROM (SELECT ((now() AT TIME ZONE $4)::date + days + $3::time) AT TIME ZONE $4 AS at FROM generate_series(0, 1) days)
   AS times WHERE at > now()) END`;

/**
 * Runs what is due at times: each worker looks again and again, with one statement, for rows of `due_work` whose time has come
 * and for conditions that hold, and runs what no other worker has. What was missed while nothing ran is due at the start.
 */
@Injectable()
export class DueWork {
  private readonly logger = new Logger('DueWork');
  private readonly watched: Watched[] = [];
  private readonly stopping = new AbortController();
  /** Waits or runs here. */
  private readonly runs = new Map<string, Promise<void>>();
  private readonly places = { short: new Semaphore(4), long: new Semaphore(2) };
  private handlers: ReadonlyMap<string, Handler<[AbortSignal]>> = new Map();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly discovery: Handlers,
    private readonly postgres: Postgres,
    private readonly config: Config,
    private readonly timings: Timings,
  ) {}

  /**
   * Runs the work whenever the condition holds, too; call once, when the module starts. The condition is a boolean SQL
   * expression without parameters, and cheap: it looks into an index that is empty when there is nothing to do. A run makes it
   * false, or finds out that it has to wait.
   */
  watch(work: DueWorkDefinition, condition: string): void {
    this.watched.push({ work, condition });
  }

  /** Looks now, and again and again. Only where tasks run. @throws when work has no handler, or two */
  async start(): Promise<void> {
    this.handlers = this.discovery.find(onDueMetadata, dueWork);
    for (const work of dueWork) {
      await this.postgres.pool.query(
        `INSERT INTO due_work (name, due_at) VALUES ($1, ${dueAgain}) ON CONFLICT (name) DO NOTHING`,
        this.parametersOf(work),
      );
    }
    this.timer = setInterval(() => this.lookSafely(), this.timings.tasks.dueWorkMs);
    this.timer.unref();
    this.lookSafely();
  }

  /** Begins nothing more, tells what runs to stop, and waits for it. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.looking;
    await Promise.all(this.runs.values());
  }

  /** Begins what is due. @returns when all of it is over */
  async look(): Promise<void> {
    await this.beginDue();
    await Promise.all(this.runs.values());
  }

  private async beginDue(): Promise<void> {
    for (const work of await this.listDue()) {
      this.begin(work);
    }
  }

  private lookSafely(): void {
    this.looking ??= this.beginDue()
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'Due work could not be looked for'),
      )
      .finally(() => {
        this.looking = undefined;
      });
  }

  private begin(work: DueWorkDefinition): void {
    if (this.runs.has(work.name) || this.stopping.signal.aborted) {
      return;
    }
    const place = work.isLong ? this.places.long : this.places.short;
    const run = place
      .run(() => this.run(work))
      .catch((error: unknown) =>
        this.logger.error({ err: error, work: work.name }, 'Due work failed'),
      )
      .finally(() => this.runs.delete(work.name));
    this.runs.set(work.name, run);
  }

  /** Unless another worker has it. The time at which it is due again is set first: a run that is cut off is not lost for long. */
  private async run(work: DueWorkDefinition): Promise<void> {
    const { signal } = this.stopping;
    const handler = this.handlers.get(work.name);
    const lease = randomUUID();
    if (signal.aborted || !handler || !(await this.take(work, lease))) {
      return;
    }
    const { leaseMs } = this.timings.tasks;
    const renewal = setInterval(() => {
      this.renew(work, lease, leaseMs).catch((error: unknown) =>
        this.logger.warn({ err: error, work: work.name }, 'The lease could not be renewed'),
      );
    }, leaseMs / 3);
    try {
      await measureTask(work.name, () => handler(signal));
    } finally {
      clearInterval(renewal);
      await this.renew(work, lease, 0);
    }
  }

  private async take(work: DueWorkDefinition, lease: string): Promise<boolean> {
    const { rowCount } = await this.postgres.pool.query(
      `UPDATE due_work SET due_at = ${dueAgain}, lease = $5, leased_until = now() + $6 * interval '1 ms'
       WHERE name = $1 AND leased_until <= now()`,
      [...this.parametersOf(work), lease, this.timings.tasks.leaseMs],
    );
    return rowCount === 1;
  }

  private async renew({ name }: DueWorkDefinition, lease: string, forMs: number): Promise<void> {
    await this.postgres.pool.query(
      `UPDATE due_work SET leased_until = now() + $3 * interval '1 ms' WHERE name = $1 AND lease = $2`,
      [name, lease, forMs],
    );
  }

  private parametersOf({ name, due }: DueWorkDefinition): (string | number | null)[] {
    return 'everyMs' in due
      ? [name, due.everyMs, null, this.config.timeZone]
      : [name, null, due.dailyAt, this.config.timeZone];
  }

  /** What is due now and no worker has. A condition that fails does not stop the others: then each is asked by itself. */
  async listDue(): Promise<DueWorkDefinition[]> {
    try {
      return await this.select(this.watched);
    } catch (error) {
      if (readDatabaseFailure(error) !== null) {
        throw error;
      }
    }
    const due = await this.select([]);
    for (const one of this.watched) {
      try {
        due.push(...(await this.select([one])));
      } catch (error) {
        this.logger.error({ err: error, work: one.work.name }, 'A condition of due work fails');
      }
    }
    return due;
  }

  private async select(watched: readonly Watched[]): Promise<DueWorkDefinition[]> {
    const conditions = watched.map(
      ({ condition }, place) => `SELECT $${place + 1} WHERE ${condition}`,
    );
    const { rows } = await this.postgres.pool.query<{ name: string }>(
      [
        'SELECT name FROM due_work WHERE due_at <= now() AND leased_until <= now()',
        ...conditions,
      ].join(' UNION ALL '),
      watched.map(({ work }) => work.name),
    );
    const names = new Set(rows.map(({ name }) => name));
    return dueWork.filter(({ name }) => names.has(name));
  }
}
