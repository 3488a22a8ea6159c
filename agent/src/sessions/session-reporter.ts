import type { HostSession } from '@clusterdesk/contracts';
import { log, messageOf } from '../log.js';
import type { ServerConnection } from '../server-connection.js';
import type { SessionFinder } from './session-finder.js';

/** The host is glanced at this often, and looked at when something shows a change. */
const glanceMs = 2_000;
/** A whole look, and a report, come at least this often. */
const wholeMs = 60_000;

/** Where the sessions come from. */
export type SessionSource = Pick<SessionFinder, 'fingerprint' | 'find'>;

/** Of a host that does not tell its sessions: what was told of them before that was set is not to stay. */
export const noSessions: SessionSource = { fingerprint: () => '', find: async () => [] };

/** Reports the desktop sessions of this host: when they have changed, on each new connection, and once a minute. */
export class SessionReporter {
  private timer: NodeJS.Timeout | undefined;
  private fingerprint = '';
  private lookedAt = -Infinity;
  private sentAt = -Infinity;
  /** What is to be reported; null until the first look. */
  private sessions: HostSession[] | null = null;
  private sent = '';
  private isBusy = false;
  private problem = '';
  /** What a look finds that goes on is not to be sent: something happened since it began. */
  private isOutdated = false;

  constructor(
    private readonly finder: SessionSource,
    private readonly server: ServerConnection,
    private readonly everyMs = { glanceMs, wholeMs },
  ) {}

  /** From now on. */
  start(): void {
    this.timer ??= setInterval(() => void this.turn(), this.everyMs.glanceMs);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** The server is to hear all of it: a new connection was made, or sessions were ended. */
  async reportNow(): Promise<void> {
    this.sentAt = -Infinity;
    this.lookedAt = -Infinity;
    this.isOutdated = true;
    await this.turn();
  }

  private async turn(): Promise<void> {
    if (this.isBusy) {
      return;
    }
    this.isBusy = true;
    try {
      do {
        this.isOutdated = false;
        await this.look();
        if (!this.isOutdated) {
          await this.send();
        }
      } while (this.isOutdated);
      this.problem = '';
    } catch (error) {
      this.lookedAt = -Infinity;
      this.tell(messageOf(error));
    } finally {
      this.isBusy = false;
    }
  }

  /** Once, and not every two seconds. */
  private tell(problem: string): void {
    if (problem !== this.problem) {
      this.problem = problem;
      log(`cannot tell the desktop sessions of this host: ${problem}`);
    }
  }

  private async look(): Promise<void> {
    const now = performance.now();
    const fingerprint = this.finder.fingerprint();
    if (fingerprint === this.fingerprint && now - this.lookedAt < this.everyMs.wholeMs) {
      return;
    }
    this.fingerprint = fingerprint;
    this.lookedAt = now;
    this.sessions = (await this.finder.find()).map(({ report }) => report);
  }

  private async send(): Promise<void> {
    const { sessions } = this;
    if (sessions === null || !this.server.isReady) {
      return;
    }
    const now = performance.now();
    const text = JSON.stringify(sessions);
    if (text === this.sent && now - this.sentAt < this.everyMs.wholeMs) {
      return;
    }
    try {
      await this.server.ask('sessions.report', { sessions });
    } catch {
      return; // Said again with the next turn; the connection itself logs why.
    }
    this.sent = text;
    this.sentAt = now;
  }
}
