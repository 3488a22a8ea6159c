import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';

/** @returns false when there was no answer */
type Command = () => Promise<boolean>;

/**
 * Runs commands in the background, one after the other in each line, which is a node or a backend. When one gets no answer, those
 * behind it are dropped, since each would wait as long. Reconciling finds what was dropped.
 */
@Injectable()
export class CommandLines implements OnApplicationShutdown {
  private readonly logger = new Logger('CommandLines');
  /** Commands by their names, by line. */
  private readonly lines = new Map<string, Map<string, Command>>();
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;

  /** Does nothing while a command of the same name waits in the line; one that has begun does not count. */
  add(line: string, name: string, command: Command): void {
    const waiting = this.lines.get(line);
    if (this.isStopping || waiting?.has(name)) {
      return;
    }
    if (waiting) {
      waiting.set(name, command);
      return;
    }
    const run = this.run(line, new Map([[name, command]]))
      .catch((error: unknown) =>
        this.logger.error({ err: error, line }, 'A line of commands failed'),
      )
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** Resolves when no command is left. */
  async settled(): Promise<void> {
    while (this.running.size > 0) {
      await Promise.all(this.running);
    }
  }

  /** Waits for the commands that have begun; the rest is left to the next process. */
  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.lines.forEach((line) => line.clear());
    await this.settled();
  }

  private async run(line: string, waiting: Map<string, Command>): Promise<void> {
    this.lines.set(line, waiting);
    for (const [name, command] of waiting) {
      waiting.delete(name);
      const isAnswered = await command().catch((error: unknown) => {
        this.logger.error({ err: error, line, name }, 'A command failed');
        return false;
      });
      if (!isAnswered) {
        waiting.clear();
      }
    }
    this.lines.delete(line);
  }
}
