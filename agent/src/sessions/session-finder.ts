import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { agentSessionsMax } from '@clusterdesk/contracts';
import { identify } from '@clusterdesk/host';
import {
  displaySockets,
  listDisplayServers,
  localAccountName,
  ownerOf,
  toDisplaySession,
} from './display-sessions.js';
import type { FoundSession } from './found-session.js';
import { listLogindIds, listLogindSessions } from './logind-sessions.js';
import { listUtmpSessions, utmpPath } from './utmp-sessions.js';
import { readIdleMs } from './x-idle.js';

const run = promisify(execFile);

const lookupMs = 3_000;

/** Finds the desktop sessions of this host: those of logind, else those of utmp, and displays that neither knows. */
export class SessionFinder {
  private readonly names = new Map<number, string>();

  /**
   * What shows that a session began or ended, cheap enough to be asked for every two seconds: the notes of logind and utmp and
   * the sockets of displays.
   */
  fingerprint(): string {
    const utmp = statSync(utmpPath, { throwIfNoEntry: false });
    return [listLogindIds()?.join(' ') ?? '', utmp?.mtimeMs ?? 0, listSockets().join(' ')].join(
      '\n',
    );
  }

  /** All there are, the newest first. */
  async find(): Promise<FoundSession[]> {
    const logind = listLogindSessions();
    const servers = listDisplayServers();
    const found = logind ?? this.findByUtmp();
    const shown = new Set<FoundSession>();
    for (const server of servers) {
      const known = found.find(
        ({ by, report }) =>
          (by.kind === 'logind' && by.id === server.logindId) || report.display === server.display,
      );
      if (known) {
        shown.add(known);
        known.report.display ||= server.display;
      }
      const session = known ? null : toDisplaySession(server, await this.nameOf(server.uid));
      if (session) {
        found.push(session);
      }
    }
    const newest = found
      // Of one that is closing its user sees no more than its display, for as long as that is drawn.
      .filter((session) => !isClosing(session) || shown.has(session))
      .sort((one, other) => other.report.since - one.report.since)
      .slice(0, agentSessionsMax);
    await Promise.all(newest.map((session) => noteIdle(session, servers)));
    return newest;
  }

  private findByUtmp(): FoundSession[] {
    return listUtmpSessions().flatMap(({ pid, ...report }) => {
      const server = identify(pid);
      const uid = ownerOf(pid);
      return server === null || uid === null
        ? []
        : [{ report, by: { kind: 'display' as const, server, uid, display: report.display } }];
    });
  }

  /** Accounts of LDAP are not in the host's own list; their names are asked for once. */
  private async nameOf(uid: number): Promise<string> {
    const known = this.names.get(uid) ?? localAccountName(uid);
    if (known !== null) {
      return known;
    }
    try {
      const { stdout } = await run('getent', ['passwd', String(uid)], { timeout: lookupMs });
      const [name] = stdout.split(':');
      if (name) {
        this.names.set(uid, name);
        return name;
      }
    } catch {
      // The number says who it is, too; the name is asked for again with the next look.
    }
    return String(uid);
  }
}

const isClosing = ({ by }: FoundSession): boolean => by.kind === 'logind' && by.isClosing;

function listSockets(): string[] {
  try {
    return readdirSync(displaySockets).sort();
  } catch {
    return [];
  }
}

/** Since when nobody used a session: as its display says. It is rounded to a minute, so that it does not count as a change each time. */
async function noteIdle(
  { report }: FoundSession,
  servers: ReturnType<typeof listDisplayServers>,
): Promise<void> {
  const server = servers.find(({ display }) => display === report.display);
  const idleMs = server ? await readIdleMs(server) : null;
  if (idleMs !== null && idleMs >= idleFromMs) {
    report.idleSince = Math.floor((Date.now() - idleMs) / minuteMs) * minuteMs;
  }
}

const minuteMs = 60_000;
/** Who pauses for less than this is not idle. */
const idleFromMs = 5 * minuteMs;
