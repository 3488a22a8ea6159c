import { limits, type MetricReport } from '@clusterdesk/contracts';
import type { Link } from '../link.js';
import { log, messageOf } from '../log.js';
import type { Sampler } from './sampler.js';

const MAX_KEPT = 2000;
/** A long silence is told in pieces, so that the server can write each at once. */
const BATCH = 500;

/** Samples on the beat whether or not there is a connection, and sends what was not acknowledged yet. */
export class MetricReporter {
  private readonly kept: MetricReport['samples'] = [];
  private isSending = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sampler: Sampler,
    private readonly link: Link,
  ) {}

  start(everyMs: number = limits.agentReportMs): void {
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      this.sample();
      void this.send();
    }, everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Sends all that is kept; call it when a connection has been made. */
  async send(): Promise<void> {
    if (this.isSending) {
      return;
    }
    this.isSending = true;
    try {
      while (this.link.isReady && this.kept.length > 0) {
        const samples = this.kept.slice(0, BATCH);
        await this.link.ask('node.report-metrics', { samples });
        const last = samples[samples.length - 1];
        this.kept.splice(0, this.kept.findIndex((sample) => sample === last) + 1);
      }
    } catch {
      // Not acknowledged: kept for the next beat. The connection itself says why in the log.
    } finally {
      this.isSending = false;
    }
  }

  private sample(): void {
    try {
      this.kept.push(this.sampler.take());
    } catch (error) {
      log(`cannot read this host's load: ${messageOf(error)}`);
    }
    if (this.kept.length > MAX_KEPT) {
      this.kept.shift();
    }
  }
}
