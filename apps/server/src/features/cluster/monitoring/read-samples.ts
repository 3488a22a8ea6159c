import { limits, type MetricReport, type MetricSample } from '@clusterdesk/contracts';

/** An agent keeps unsent samples for somewhat more than an hour; older ones cannot be real. */
const maxPastMs = 2 * 3_600_000;
/** A sample from an agent whose clock runs ahead is not shown in the future. */
const maxAheadMs = 5_000;
/** At most one sample per node is stored in this time, however many it sends: an honest agent takes one per `agentReportMs`. */
const grainMs = 1_000;
/** Older samples count as replayed: three report intervals and the time for a batch. */
const liveMs = 3 * limits.agentReportMs + 1_000;

/** The samples of a report that count, oldest first. */
export interface ReadSamples {
  /** The host's current load: stored first, and shown at once. */
  live: MetricSample[];
  /** What the agent kept while it had no answer. */
  replayed: MetricSample[];
}

/** Reads a report, and drops samples with impossible times, which would only fill the disk. */
export function readSamples(
  { nodeId, hostname }: Pick<MetricSample, 'nodeId' | 'hostname'>,
  report: MetricReport,
  now = Date.now(),
): ReadSamples {
  const samples: MetricSample[] = [];
  // A thousand agents may bring millions of samples at once, so each is handled as cheaply as possible.
  for (const { time, cpu, mem } of report.samples) {
    if (time >= now - maxPastMs) {
      const moment = Math.floor(Math.min(time, now + maxAheadMs) / grainMs) * grainMs;
      samples.push({ nodeId, hostname, time: moment, cpu, mem });
    }
  }
  samples.sort((one, other) => one.time - other.time);
  const kept = samples.filter(({ time }, index) => time !== samples[index + 1]?.time);
  const since = liveSince(kept, now);
  const first = kept.findIndex(({ time }) => time >= since);
  const replayed = kept.splice(0, first === -1 ? kept.length : first);
  return { live: kept, replayed };
}

/**
 * An agent sends all that it keeps, so a report that covers a short time is current, even when the host's clock is behind. In
 * a longer one the server's clock decides.
 */
function liveSince(samples: readonly MetricSample[], now: number): number {
  const [oldest] = samples;
  const newest = samples.at(-1);
  const isShort = oldest && newest && newest.time - oldest.time <= liveMs;
  return isShort ? oldest.time : Math.floor((now - liveMs) / grainMs) * grainMs;
}
