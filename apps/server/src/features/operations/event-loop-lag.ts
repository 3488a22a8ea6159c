import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/**
 * The event loop is looked at this often, milliseconds. prom-client's own 10 ms wake a process a hundred times a second, more than
 * all else that it does while nobody is there.
 */
export const eventLoopPrecisionMs = 500;

/** What has been seen of the event loop since it was last asked for. */
export type LoopDelays = Pick<
  IntervalHistogram,
  'min' | 'max' | 'mean' | 'percentile' | 'reset'
> & {
  count: number;
};

const lagOf: Record<string, (delays: LoopDelays) => number> = {
  min: (delays) => delays.min,
  max: (delays) => delays.max,
  mean: (delays) => delays.mean,
  p50: (delays) => delays.percentile(50),
  p90: (delays) => delays.percentile(90),
  p99: (delays) => delays.percentile(99),
};

/** From nanoseconds between two looks to seconds beyond the time that they should have been apart. */
const toDelay = (nanoseconds: number): number =>
  Math.max(0, nanoseconds / 1e9 - eventLoopPrecisionMs / 1e3);

/**
 * Puts the delays of the event loop in the place of prom-client's gauges of the same names. Node counts the whole time between
 * two looks, so theirs would show the precision as if it were a delay.
 */
export function measureEventLoop(registry: Registry, delays: LoopDelays = watchEventLoop()): void {
  const gauges = Object.entries(lagOf).map(([name, read], place) => {
    const metric = `nodejs_eventloop_lag_${name}_seconds`;
    registry.removeSingleMetric(metric);
    const gauge = new Gauge({
      name: metric,
      help: `Delay of the event loop since it was last asked for, looked at every ${eventLoopPrecisionMs} ms: ${name}.`,
      registers: [registry],
      // The first that is asked tells all of them.
      ...(place === 0 ? { collect: () => setAll() } : {}),
    });
    return { gauge, read };
  });
  const setAll = (): void => {
    for (const { gauge, read } of gauges) {
      gauge.set(delays.count > 0 ? toDelay(read(delays)) : 0);
    }
    delays.reset();
  };
}

function watchEventLoop(): LoopDelays {
  const histogram = monitorEventLoopDelay({ resolution: eventLoopPrecisionMs });
  histogram.enable();
  return histogram;
}
