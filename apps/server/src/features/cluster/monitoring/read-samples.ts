import { limits, type MetricReport, type MetricSample } from '@clusterdesk/contracts';

/** An agent keeps what it cannot send for somewhat more than an hour; nobody has sampled what is older. */
const maxPastMs = 2 * 3_600_000;
/** A sample from an agent whose clock runs ahead is not shown in the future. */
const maxAheadMs = 5_000;
/** At most one sample per node is stored in this time, whatever it sends: an honest one takes one in `agentReportMs`. */
const grainMs = 1_000;
/** Samples of a while ago are replayed ones: longer than three intervals of reports, and the gathering. */
const liveMs = 3 * limits.agentReportMs + 1_000;

/** What counts of a report, oldest first. */
export interface ReadSamples {
  /** What the host does now: stored first, and shown at once. */
  live: MetricSample[];
  /** What it kept while nobody answered. */
  replayed: MetricSample[];
}

/** Reads a report. Nobody's disk is to be filled with samples of times that no agent has lived. */
export function readSamples(
  { nodeId, hostname }: Pick<MetricSample, 'nodeId' | 'hostname'>,
  report: MetricReport,
  now = Date.now(),
): ReadSamples {
  const samples: MetricSample[] = [];
  // A thousand agents bring millions at once: no more is made of each than has to be.
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
 * An agent sends all that it keeps, so a report of a short while is of now, also by a host's clock that is behind. In a longer one
 * our own clock tells.
 */
function liveSince(samples: readonly MetricSample[], now: number): number {
  const [oldest] = samples;
  const newest = samples.at(-1);
  const isShort = oldest && newest && newest.time - oldest.time <= liveMs;
  return isShort ? oldest.time : Math.floor((now - liveMs) / grainMs) * grainMs;
}
