import { limits, type MetricReport } from '@clusterdesk/contracts';
import { log, messageOf } from '../log.js';
import type { ServerConnection } from '../server-connection.js';
import type { Sampler } from './sampler.js';

const keptSamplesMax = 2000;
/** The samples of a long silence go in pieces, so that the server can store each at once. */
const reportSamplesMax = 500;

/** Samples at a fixed interval whether or not there is a connection, and sends what is not acknowledged yet. */
export class MetricReporter {
  private readonly kept: MetricReport['samples'] = [];
  private isSending = false;
  private timer: NodeJS.Timeout | undefined;
  private reportMs: number = limits.agentReportMs;
  /** As the server asks for it; 0: every sample at once. */
  private sendMs = 0;
  private sentAt = -Infinity;

  constructor(
    private readonly sampler: Sampler,
    private readonly server: ServerConnection,
  ) {}

  /** Samples from now on; call it again when a connection has been made. */
  start(everyMs: number = limits.agentReportMs): void {
    clearInterval(this.timer);
    this.reportMs = everyMs;
    this.sendMs = 0;
    this.timer = setInterval(() => {
      this.sample();
      if (this.isDue()) {
        void this.send();
      }
    }, everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Whether the next sample would come too late to go with this one. */
  private isDue(): boolean {
    return performance.now() - this.sentAt + this.reportMs / 2 >= this.sendMs;
  }

  /** Sends all that is kept. */
  private async send(): Promise<void> {
    if (this.isSending) {
      return;
    }
    this.isSending = true;
    try {
      while (this.server.isReady && this.kept.length > 0) {
        const samples = this.kept.slice(0, reportSamplesMax);
        const askedAt = performance.now();
        const reply = await this.server.ask('node.report-metrics', { samples });
        this.sendMs = reply?.sendMs ?? 0;
        // From when it went, not from its answer: the server stores first, and its interval is that of the reports.
        this.sentAt = askedAt;
        const last = samples[samples.length - 1];
        this.kept.splice(0, this.kept.findIndex((sample) => sample === last) + 1);
      }
    } catch {
      // Not acknowledged: kept for the next report. The connection itself says why in the log.
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
    if (this.kept.length > keptSamplesMax) {
      this.kept.shift();
    }
  }
}
