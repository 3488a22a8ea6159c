import { hostFiguresMs, type HostFigures } from '@clusterdesk/contracts';
import { log, messageOf } from '../log.js';
import type { ServerClock } from '../transport/server-clock.js';
import type { FigureTaker, TakenFigures } from './figures.js';
import { Reach } from './reach.js';

/** Two hours; the server takes no older ones. */
const keptMax = 120;
/** The first come soon, so that the page of a new host is not empty for a minute. */
const firstMs = 5_000;

interface KeptFigures {
  taken: TakenFigures;
  /** By `performance.now`. */
  takenAt: number;
  time: number | null;
}

/** Takes figures once a minute, and keeps those that are not acknowledged yet. */
export class FigureLog {
  private readonly kept: KeptFigures[] = [];
  private dueAt = performance.now() + firstMs;
  private isTaking = false;
  private problem = '';

  constructor(
    private readonly taker: FigureTaker,
    private readonly clock: ServerClock,
    private readonly reach = new Reach(),
  ) {}

  /** Takes them when it is time. Called with each sample; never rejects. */
  async takeWhenDue(): Promise<void> {
    if (this.isTaking || performance.now() < this.dueAt) {
      return;
    }
    this.isTaking = true;
    this.dueAt = performance.now() + hostFiguresMs;
    try {
      const taken = await this.taker.take();
      this.kept.push({
        taken: { ...taken, reach: this.reach.take() },
        takenAt: performance.now(),
        time: null,
      });
      this.kept.splice(0, Math.max(0, this.kept.length - keptMax));
      this.problem = '';
    } catch (error) {
      this.tell(messageOf(error));
    } finally {
      this.isTaking = false;
    }
  }

  /** All that are kept, by the server's clock, oldest first. */
  list(): HostFigures[] {
    return this.kept.map((figures) => {
      figures.time ??= this.clock.at(figures.takenAt);
      return { ...figures.taken, time: figures.time };
    });
  }

  /** The server has all up to these. */
  forget(sent: readonly HostFigures[]): void {
    const last = sent.at(-1);
    this.kept.splice(0, this.kept.findIndex(({ time }) => time === last?.time) + 1);
  }

  private tell(problem: string): void {
    if (problem !== this.problem) {
      this.problem = problem;
      log(`cannot read this host's figures: ${problem}`);
    }
  }
}
