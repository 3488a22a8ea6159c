import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { CloseSessionsReply } from '@clusterdesk/contracts';
import {
  hasEnvironmentEntry,
  identify,
  isDead,
  isRunning,
  listProcesses,
  type ProcessIdentity,
  readProc,
} from '@clusterdesk/host';
import { log, messageOf } from '../log.js';
import { ownerOf } from './display-sessions.js';
import type { EndedBy, FoundSession } from './found-session.js';
import { isLogindSessionThere } from './logind-sessions.js';
import type { SessionFinder } from './session-finder.js';

const run = promisify(execFile);

/** What heeds TERM has so long to save its work; then follows KILL. */
const termMs = 5_000;
/** What KILL was sent to is gone within this, but for what waits in the kernel. */
const killMs = 2_000;
const lookMs = 100;
const loginctlMs = 4_000;

/** Ends desktop sessions, and looks again whether they are gone. */
export class SessionCloser {
  constructor(
    private readonly finder: SessionFinder,
    private readonly stopMs = { termMs, killMs },
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
    if (await this.isStillSo(isThere, this.stopMs.termMs)) {
      await run('loginctl', ['kill-session', '--signal=SIGKILL', '--', id], {
        timeout: loginctlMs,
      });
      await this.isStillSo(isThere, this.stopMs.killMs);
    }
  }

  private async endDisplay(session: EndedBy & { kind: 'display' }): Promise<void> {
    signal(membersOf(session), 'SIGTERM');
    const isThere = (): boolean => membersOf(session).length > 0;
    if (await this.isStillSo(isThere, this.stopMs.termMs)) {
      signal(membersOf(session), 'SIGKILL');
      await this.isStillSo(isThere, this.stopMs.killMs);
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

/**
 * The server of a display, what its user started to show there, and what is in one POSIX session with one of them. Nothing of
 * another account, nothing of ours.
 */
function membersOf({ server, uid, display }: EndedBy & { kind: 'display' }): ProcessIdentity[] {
  const own = listProcesses().filter(
    (stat) => !isDead(stat) && stat.pid !== process.pid && ownerOf(stat.pid) === uid,
  );
  const onDisplay = own.filter(
    ({ pid }) =>
      hasEnvironmentEntry(pid, `DISPLAY=${display}`) ||
      hasEnvironmentEntry(pid, `DISPLAY=${display}.0`),
  );
  const serverPid = isRunning(server) ? server.pid : 0;
  const sessionIds = new Set(
    [serverPid, ...onDisplay.map(({ pid }) => pid)].map(posixSessionOf).filter((id) => id > 1),
  );
  const ourSession = posixSessionOf(process.pid);
  return own
    .filter(
      ({ pid }) =>
        pid === serverPid ||
        onDisplay.some((stat) => stat.pid === pid) ||
        (sessionIds.has(posixSessionOf(pid)) && posixSessionOf(pid) !== ourSession),
    )
    .flatMap(({ pid }) => identify(pid) ?? []);
}

/** The POSIX session of a process; 0 when it is gone. */
function posixSessionOf(pid: number): number {
  const stat = pid === 0 ? null : readProc(`${String(pid)}/stat`);
  return stat === null ? 0 : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3] ?? 0);
}

function signal(members: readonly ProcessIdentity[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const member of members) {
    try {
      if (isRunning(member)) {
        process.kill(member.pid, name);
      }
    } catch {
      // It ended meanwhile.
    }
  }
}
