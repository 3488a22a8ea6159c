import { limits, type MetricReport } from '@clusterdesk/contracts';
import { log, messageOf } from '../log.js';
import { ServerClock } from '../transport/server-clock.js';
import type { ServerConnection } from '../server-connection.js';
import type { FigureLog } from './figure-log.js';
import type { ProcessReader } from './processes.js';
import type { RareWords } from './rare-words.js';
import type { Reach } from './reach.js';
import type { HostLoad, Sampler } from './sampler.js';

const keptSamplesMax = 2000;
/** The samples of a long silence go in pieces, so that the server can store each at once. */
const reportSamplesMax = 500;
/** Processes are looked at no more often, milliseconds. */
const processesMs = 1_900;

/** A sample and when it was taken, by a clock that nobody sets (`performance.now`). */
interface KeptSample extends HostLoad {
  takenAt: number;
  /** When that was by the host's clock, milliseconds since the epoch; null until it is sent for the first time. */
  time: number | null;
}

/** Samples at a fixed interval whether or not there is a connection, and sends what is not acknowledged yet. */
export class MetricReporter {
  private readonly kept: KeptSample[] = [];
  private isSending = false;
  private timer: NodeJS.Timeout | undefined;
  private reportMs: number = limits.agentReportMs;
  /** As the server asks for it; 0: every sample at once. */
  private sendMs = 0;
  private sentAt = -Infinity;
  private problem = '';
  /** Somebody looks at this host, as the server's last answer said. */
  private isWatched = false;
  private lookedAt = -Infinity;

  /** @param sampler null: the host does not tell its load, and reports are signs of life without samples */
  constructor(
    private readonly sampler: Sampler | null,
    private readonly server: ServerConnection,
    private readonly clock = new ServerClock(),
    private readonly figures: FigureLog | null = null,
    private readonly processes: Pick<ProcessReader, 'take'> | null = null,
    private readonly reach: Pick<Reach, 'noteAnswer'> | null = null,
    private readonly rarely: readonly RareWords[] = [],
  ) {}

  /**
   * Samples from now on; call it again when a connection has been made.
   *
   * @param serverNow what time it is for the server, milliseconds since the epoch
   */
  start(everyMs: number = limits.agentReportMs, serverNow?: number): void {
    this.clock.set(serverNow);
    this.rarely.forEach((words) => words.tellAgain());
    clearInterval(this.timer);
    this.reportMs = everyMs;
    this.sendMs = 0;
    this.timer = setInterval(() => {
      this.sample();
      void this.figures?.takeWhenDue();
      this.rarely.forEach((words) => void words.takeWhenDue());
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

  /** Sends all that is kept, or that there is nothing. */
  private async send(): Promise<void> {
    if (this.isSending || !this.server.isReady) {
      return;
    }
    this.isSending = true;
    try {
      do {
        const sent = this.kept.slice(0, reportSamplesMax);
        const askedAt = performance.now();
        const figures = this.figures?.list() ?? [];
        const rare = this.rarely.flatMap((words) => words.untold() ?? []);
        const reply = await this.server.ask('node.report-metrics', {
          samples: this.dated(sent),
          ...(figures.length > 0 && { figures }),
          ...this.lookAtProcesses(),
          ...Object.assign({}, ...rare.map(({ words }) => words)),
        });
        rare.forEach(({ noteTold }) => noteTold());
        this.reach?.noteAnswer(askedAt, performance.now(), reply ?? {});
        this.isWatched = reply?.isWatched === true;
        this.figures?.forget(figures);
        this.sendMs = reply?.sendMs ?? 0;
        // From when it went, not from its answer: the server stores first, and its interval is that of the reports.
        this.sentAt = askedAt;
        const last = sent[sent.length - 1];
        this.kept.splice(0, this.kept.findIndex((sample) => sample === last) + 1);
      } while (this.server.isReady && this.kept.length > 0);
    } catch {
      // Not acknowledged: kept for the next report. The connection itself says why in the log.
    } finally {
      this.isSending = false;
    }
  }

  /** What uses most of the host, while somebody looks at it: to read all processes costs more than everything else here. */
  private lookAtProcesses(): Pick<MetricReport, 'processes'> {
    const now = performance.now();
    if (!this.processes || !this.isWatched || now - this.lookedAt < processesMs) {
      return {};
    }
    this.lookedAt = now;
    try {
      const processes = this.processes.take();
      return processes ? { processes } : {};
    } catch (error) {
      this.tell(messageOf(error));
      return {};
    }
  }

  private sample(): void {
    if (this.sampler === null) {
      return;
    }
    try {
      this.kept.push({ ...this.sampler.take(), takenAt: performance.now(), time: null });
      this.problem = '';
    } catch (error) {
      this.tell(messageOf(error));
    }
    if (this.kept.length > keptSamplesMax) {
      this.kept.shift();
    }
  }

  /**
   * Samples for a report, by the server's clock: what the host's own is set to, and when, is no matter. Without it a clock that was put
   * right during a cut puts them right, too, and one that jumps mixes up nothing. What was sent before keeps its time, by which the
   * server knows that it has it already.
   */
  private dated(samples: readonly KeptSample[]): MetricReport['samples'] {
    return samples.map((sample) => {
      sample.time ??= this.clock.at(sample.takenAt);
      return { time: sample.time, cpu: sample.cpu, mem: sample.mem };
    });
  }

  /** Once, and not every two seconds. */
  private tell(problem: string): void {
    if (problem !== this.problem) {
      this.problem = problem;
      log(`cannot read this host's load: ${problem}`);
    }
  }
}
