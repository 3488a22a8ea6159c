import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../../../platform/concurrency.js';
import { DatabaseBusyError } from '../../../../platform/database/database-failure.js';
import {
  MetricSeriesRepository,
  type MetricSeries,
  type SeriesQuery,
} from './metric-series.repository.js';

/** Series of averages are given to others who ask for the same within so long, milliseconds; those of samples only while they are read. */
const sharedMs = 5_000;

/** So many different series are read at once, each within the deadline of a statement: most connections are left to others. */
const readsMax = 3;
const waitingMax = 12;

/**
 * Reads each series once for all who ask at the same time: everybody who has the page open does so when a server was away, and
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
