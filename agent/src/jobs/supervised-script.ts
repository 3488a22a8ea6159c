import { log, messageOf } from '../log.js';

/** Pauses between two looks at a script: short while it writes output, growing while it writes none. */
const pauses = { firstMs: 25, mostMs: 250, growth: 1.15 };
const pauseAfterErrorMs = 1_000;

/** One accepted script from its start until the server has acknowledged its end. */
export abstract class SupervisedScript {
  protected isReleased = false;
  private pauseMs = pauses.firstMs;
  private endPause: () => void = () => undefined;

  /** @param name for the log of the host */
  constructor(protected readonly name: string) {}

  /** Starts the script, watches it and reports until the server has everything. */
  async supervise(): Promise<void> {
    while (!this.isReleased) {
      try {
        await this.look();
        const sent = await this.deliver();
        if (sent === 'more') {
          continue;
        }
        this.pauseMs =
          sent === 'all' ? pauses.firstMs : Math.min(pauses.mostMs, this.pauseMs * pauses.growth);
      } catch (error) {
        log(`${this.name}: ${messageOf(error)}`);
        this.pauseMs = pauseAfterErrorMs;
      }
      if (!this.isReleased) {
        await this.pause();
      }
    }
  }

  /** Does what the state of its processes asks for. */
  protected abstract look(): Promise<void>;

  /**
   * Sends the next thing that the server lacks and takes its answer. `more`: the next one is likely there already; `none`: there was
   * nothing, no connection or no answer.
   */
  protected abstract deliver(): Promise<'all' | 'more' | 'none'>;

  protected release(): void {
    this.isReleased = true;
    this.poke();
  }

  /** Lets the next look come at once. */
  protected poke(): void {
    this.pauseMs = pauses.firstMs;
    this.endPause();
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.pauseMs);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
