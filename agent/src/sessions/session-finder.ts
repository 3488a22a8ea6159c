import { statSync } from 'node:fs';
import { agentSessionsMax } from '@clusterdesk/contracts';
import { AccountNames } from './account-names.js';
import {
  type DisplayServer,
  displaySockets,
  listDisplayServers,
  toDisplaySession,
} from './display-sessions.js';
import type { FoundSession } from './found-session.js';
import { listLogindIds, listLogindSessions, logindFolder } from './logind-sessions.js';
import { listUtmpSessions, utmpPath } from './utmp-sessions.js';
import { readIdleMs } from './x-idle.js';

/** Any user may start display servers, real or fake: the number listed for one account is bounded, so that they cannot crowd out others'. */
const displaysOfAccountMax = 50;

/** Finds the desktop sessions of this host: those of logind, else those of utmp, and displays that neither knows. */
export class SessionFinder {
  private readonly accounts = new AccountNames();
  /**
   * When the sessions of the last look began. That of a display server is worked out of the clock, which may be set: it is kept
   * as it was first seen, for a report with another time counts as a change.
   */
  private beginnings = new Map<string, number>();

  private readonly places;

  constructor(places: { logindFolder?: string; utmpPath?: string; displaySockets?: string } = {}) {
    this.places = { logindFolder, utmpPath, displaySockets, ...places };
  }

  /**
   * What shows that a session began or ended, cheap enough to be asked for every two seconds: the notes of logind and utmp and
   * the folder of the displays' sockets, which changes also when a socket gives way to another of its name.
   */
  fingerprint(): string {
    const ids = listLogindIds(this.places.logindFolder);
    const changed = [this.places.utmpPath, this.places.displaySockets].map(
      (path) => statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs,
    );
    return [...changed, ...(ids ?? [])].join(' ');
  }

  /** All there are, the newest first. */
  async find(): Promise<FoundSession[]> {
    const servers = listDisplayServers();
    const noted = await this.findNoted();
    const drawnBy = new Map<FoundSession, DisplayServer>();
    const others: FoundSession[] = [];
    for (const server of servers) {
      const known = noted.find((session) => isDrawnBy(session, server));
      const session = known ?? toDisplaySession(server, await this.accounts.nameOf(server.uid));
      if (session === null) {
        continue;
      }
      if (known === undefined) {
        others.push(session);
      }
      session.report.display ||= server.display;
      if (!drawnBy.has(session)) {
        drawnBy.set(session, server);
      }
    }
    const found = [...noted, ...newestOfEach(others)]
      // Of one that is closing its user sees no more than its display, for as long as that is drawn.
      .filter((session) => !isClosing(session) || drawnBy.has(session));
    this.keepBeginnings(found);
    const newest = found.sort(byNewest).slice(0, agentSessionsMax);
    await Promise.all(newest.map((session) => noteIdle(session, drawnBy.get(session))));
    return newest;
  }

  private async findNoted(): Promise<FoundSession[]> {
    return (
      listLogindSessions(this.places.logindFolder) ??
      (await listUtmpSessions(this.places.utmpPath, (user) => this.accounts.uidOf(user)))
    );
  }

  private keepBeginnings(found: readonly FoundSession[]): void {
    for (const { report } of found) {
      report.since = this.beginnings.get(report.key) ?? report.since;
    }
    this.beginnings = new Map(found.map(({ report }) => [report.key, report.since]));
  }
}

const byNewest = (one: FoundSession, other: FoundSession): number =>
  other.report.since - one.report.since;

const isClosing = ({ by }: FoundSession): boolean => by.kind === 'logind' && by.isClosing;

/** Whether a server draws the display of a session that logind or utmp knows: it is of the same account, and not in a container. */
function isDrawnBy({ by, report, uid }: FoundSession, server: DisplayServer): boolean {
  const isOfSession = by.kind === 'logind' && by.id === server.logindId;
  const hasDisplay = server.isOnHost && report.display === server.display;
  return uid === server.uid && (isOfSession || hasDisplay);
}

/** The newest displays of each account. */
function newestOfEach(sessions: readonly FoundSession[]): FoundSession[] {
  const counts = new Map<number | null, number>();
  return [...sessions].sort(byNewest).filter(({ uid }) => {
    const count = (counts.get(uid) ?? 0) + 1;
    counts.set(uid, count);
    return count <= displaysOfAccountMax;
  });
}

/** Since when nobody used a session: as its display says. It is rounded to a minute, so that it does not count as a change each time. */
async function noteIdle(
  { report }: FoundSession,
  server: DisplayServer | undefined,
): Promise<void> {
  const idleMs = server ? await readIdleMs(server) : null;
  if (idleMs !== null && idleMs >= idleFromMs) {
    report.idleSince = Math.floor((Date.now() - idleMs) / minuteMs) * minuteMs;
  }
}

const minuteMs = 60_000;
/** Who pauses for less than this is not idle. */
const idleFromMs = 5 * minuteMs;
