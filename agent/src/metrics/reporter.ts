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

  constructor(
    private readonly sampler: Sampler,
    private readonly server: ServerConnection,
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
      while (this.server.isReady && this.kept.length > 0) {
        const samples = this.kept.slice(0, reportSamplesMax);
        await this.server.ask('node.report-metrics', { samples });
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
