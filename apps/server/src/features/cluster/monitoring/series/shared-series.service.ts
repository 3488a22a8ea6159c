import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../../../platform/concurrency.js';
import { DatabaseBusyError } from '../../../../platform/database/database-failure.js';
import {
  MetricSeriesRepository,
  type MetricSeries,
  type SeriesQuery,
} from './metric-series.repository.js';

/** Series of averages are shared with callers within this time, milliseconds; series of samples only while they are read. */
const sharedMs = 5_000;

/** At most this many series are read at once, each within the deadline of a statement: most connections are left to others. */
const readsMax = 3;
const waitingMax = 12;

/**
 * Reads each series once for all callers at the same time: every open page asks when a server was away, and
 * again and again for long ranges.
 */
@Injectable()
export class SharedSeries {
  private readonly reads = new Map<string, Promise<readonly MetricSeries[]>>();

  private readonly reading = new Semaphore(readsMax, {
    maxWaiting: waitingMax,
    refuse: () => new DatabaseBusyError(),
  });

  constructor(private readonly repository: MetricSeriesRepository) {}

  list(query: SeriesQuery): Promise<readonly MetricSeries[]> {
    const key = JSON.stringify(query);
    const under = this.reads.get(key);
    if (under) {
      return under;
    }
    const read = this.reading.run(() => this.repository.list(query));
    this.reads.set(key, read);
    const forget = (): void => void this.reads.delete(key);
    const isAveraged = query.parts.some(({ level }) => level !== null);
    read.then(() => (isAveraged ? void setTimeout(forget, sharedMs).unref() : forget()), forget);
    return read;
  }
}
