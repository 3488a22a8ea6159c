import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { CloseSessionsReply } from '@clusterdesk/contracts';
import { log, messageOf } from '../log.js';
import { defaultTimings, type Timings } from '../timings.js';
import { DisplayMembers } from './display-members.js';
import type { EndedBy, FoundSession } from './found-session.js';
import { isLogindSessionThere } from './logind-sessions.js';
import type { SessionFinder } from './session-finder.js';

const run = promisify(execFile);

const lookMs = 100;
const loginctlMs = 4_000;

/** Ends desktop sessions, and looks again whether they are gone. */
export class SessionCloser {
  constructor(
    private readonly finder: SessionFinder,
    private readonly timings: Pick<Timings, 'sessionTermMs' | 'sessionKillMs'> = defaultTimings,
  ) {}

  /** All at the same time. A session that is over already counts as closed. */
  async close(keys: readonly string[]): Promise<CloseSessionsReply> {
    const sessions = await this.finder.find();
    const wanted = sessions.filter(({ report }) => keys.includes(report.key));
    await Promise.all(
      wanted.map((session) =>
        this.end(session).catch((error: unknown) =>
          log(`session ${session.report.key} could not be ended: ${messageOf(error)}`),
        ),
      ),
    );
    const after = new Set((await this.finder.find()).map(({ report }) => report.key));
    return {
      closed: keys.filter((key) => !after.has(key)),
      left: keys.filter((key) => after.has(key)),
    };
  }

  private async end({ report, by }: FoundSession): Promise<void> {
    log(`ends the session ${report.key} of ${report.user} (${report.display || 'no display'})`);
    if (by.kind === 'logind') {
      await this.endAtLogind(by, report.since);
    } else {
      await this.endDisplay(by);
    }
  }

  private async endAtLogind({ id }: EndedBy & { kind: 'logind' }, since: number): Promise<void> {
    await run('loginctl', ['terminate-session', '--', id], { timeout: loginctlMs });
    const isThere = (): boolean => isLogindSessionThere(id, since);
    if (await this.isStillSo(isThere, this.timings.sessionTermMs)) {
      await run('loginctl', ['kill-session', '--signal=SIGKILL', '--', id], {
        timeout: loginctlMs,
      });
      await this.isStillSo(isThere, this.timings.sessionKillMs);
    }
  }

  private async endDisplay(session: EndedBy & { kind: 'display' }): Promise<void> {
    const members = new DisplayMembers(session);
    members.signal('SIGTERM');
    if (await this.isStillSo(() => members.areLeft(), this.timings.sessionTermMs)) {
      await this.isStillSo(() => {
        members.signal('SIGKILL');
        return members.areLeft();
      }, this.timings.sessionKillMs);
    }
  }

  /** Waits while something is so, and no longer than this. @returns whether it is still so */
  private async isStillSo(isSo: () => boolean, withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    while (isSo()) {
      if (performance.now() > deadline) {
        return true;
      }
      await sleep(lookMs);
    }
    return false;
  }
}
