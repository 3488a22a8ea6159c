import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/**
 * The event loop is looked at this often, milliseconds. prom-client's own 10 ms wake a process a hundred times a second, more than
 * all else that it does while nobody is there.
 */
export const eventLoopPrecisionMs = 500;

/** The last of them that is read resets the histogram. */
const percentiles = { p50: 50, p90: 90, p99: 99, max: 100 };

/**
 * Replaces prom-client's gauges of the event loop's delay. Node counts the whole time between two looks, so theirs would show the
 * precision as if it were a delay.
 */
export function measureEventLoop(
  registry: Registry,
  delays: Pick<IntervalHistogram, 'percentile' | 'reset'> = watchEventLoop(),
): void {
  for (const name of ['min', 'mean', 'stddev', ...Object.keys(percentiles)]) {
    registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`);
  }
  for (const [name, percentile] of Object.entries(percentiles)) {
    const gauge = new Gauge({
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help: `Delay of the event loop since it was last asked for, looked at every ${eventLoopPrecisionMs} ms: ${name}.`,
      registers: [registry],
      collect: () => {
        gauge.set(Math.max(0, delays.percentile(percentile) / 1e9 - eventLoopPrecisionMs / 1e3));
        if (name === 'max') {
          delays.reset();
        }
      },
    });
  }
}

function watchEventLoop(): IntervalHistogram {
  const histogram = monitorEventLoopDelay({ resolution: eventLoopPrecisionMs });
  histogram.enable();
  return histogram;
}
