import {
  ageMs,
  identify,
  isDead,
  isRunning,
  listProcesses,
  type ProcessIdentity,
  type ProcessStat,
  readEnvironmentEntry,
  readProc,
} from '@clusterdesk/host';
import { type DisplayServer, listDisplayServers, ownerOf } from './display-sessions.js';
import type { OwnedDisplay } from './found-session.js';
import { namespacesOf } from './namespaces.js';

/** The leader of a POSIX session that was made for a display began no longer before it than this. */
const sessionMadeMs = 60_000;

/**
 * What is ended with a display: the processes of its user that were there at first, and what these started since. Whatever comes
 * to the same display later is of another session.
 */
export class DisplayMembers {
  private readonly members: Map<number, ProcessIdentity>;

  constructor(private readonly of: OwnedDisplay) {
    this.members = new Map(membersOf(of).map((member) => [member.pid, member]));
  }

  /** Whether any is left, what they started meanwhile included. */
  areLeft(): boolean {
    const living = [...this.members.values()].filter(isRunning).map(({ pid }) => pid);
    if (living.length === 0) {
      return false;
    }
    const all = listProcesses();
    for (const pid of withBelow(living, all, candidacyFor(this.of, all))) {
      const identity = this.members.has(pid) ? null : identify(pid);
      if (identity !== null) {
        this.members.set(pid, identity);
      }
    }
    return true;
  }

  /** None of another account, whatever a process has become since. */
  signal(name: 'SIGTERM' | 'SIGKILL'): void {
    for (const member of this.members.values()) {
      try {
        if (isRunning(member) && ownerOf(member.pid) === this.of.uid) {
          process.kill(member.pid, name);
        }
      } catch {
        // It ended meanwhile.
      }
    }
  }
}

/**
 * The server of a display, what its user started to show there, and all that is below these. Nothing of root or of another
 * account, nothing of ours, and nothing of another display.
 */
export function membersOf(of: OwnedDisplay): ProcessIdentity[] {
  const all = listProcesses();
  const isCandidate = candidacyFor(of, all);
  const server = of.server !== null && isRunning(of.server) ? of.server : null;
  const sessionId = server === null ? null : sessionMadeFor(server);
  const roots = all.filter(
    (stat) =>
      isCandidate(stat) &&
      (stat.pid === server?.pid ||
        isShownOn(of, stat.pid) ||
        (sessionId !== null && posixSessionOf(stat.pid)?.id === sessionId)),
  );
  const pids = withBelow(
    roots.map(({ pid }) => pid),
    all,
    isCandidate,
  );
  return pids.flatMap((pid) => identify(pid) ?? []);
}

/** Processes and all below them that may count. What is below one that may not is left out, too. */
function withBelow(
  roots: readonly number[],
  all: readonly ProcessStat[],
  isCandidate: (stat: ProcessStat) => boolean,
): number[] {
  const members = new Set(roots);
  // A set gives what is added to it while it is gone through, too.
  for (const parent of members) {
    for (const stat of all) {
      if (stat.parentPid === parent && !members.has(stat.pid) && isCandidate(stat)) {
        members.add(stat.pid);
      }
    }
  }
  return [...members];
}

/** Says which processes may be of a display: those of its user, except the user's other displays and what shows on those. */
function candidacyFor(of: OwnedDisplay, all: ProcessStat[]): (stat: ProcessStat) => boolean {
  const others = listDisplayServers(all).filter(
    ({ display, namespaces }) => display !== of.display || namespaces !== of.namespaces,
  );
  return (stat) =>
    of.uid !== 0 &&
    !isDead(stat) &&
    stat.pid !== process.pid &&
    ownerOf(stat.pid) === of.uid &&
    !isOfAnother(others, of, stat.pid);
}

function isOfAnother(others: readonly DisplayServer[], of: OwnedDisplay, pid: number): boolean {
  if (others.some((server) => server.pid === pid)) {
    return true;
  }
  const display = displayOf(pid);
  if (display === null || (display === of.display && namespacesOf(pid) === of.namespaces)) {
    return false;
  }
  return others.some(
    (server) => server.display === display && server.namespaces === namespacesOf(pid),
  );
}

function isShownOn({ display, namespaces }: OwnedDisplay, pid: number): boolean {
  return displayOf(pid) === display && namespacesOf(pid) === namespaces;
}

/** The display of this host that a process was started to show on, such as `:1`; null: none. */
function displayOf(pid: number): string | null {
  const entry = readEnvironmentEntry(pid, 'DISPLAY') ?? '';
  return /^(?:unix)?(:\d{1,5})(?:\.\d+)?$/.exec(entry)?.[1] ?? null;
}

/**
 * The POSIX session of a display server, where it was made for it; null: it is that of a login at a terminal, or of a service
 * that does other things as well.
 */
function sessionMadeFor(server: ProcessIdentity): number | null {
  const session = posixSessionOf(server.pid);
  const leader = session === null ? null : identify(session.id);
  const isMadeForIt =
    session !== null &&
    leader !== null &&
    !session.hasTerminal &&
    session.id > 1 &&
    session.id !== posixSessionOf(process.pid)?.id &&
    ageMs(leader) - ageMs(server) <= sessionMadeMs;
  return isMadeForIt ? session.id : null;
}

/** The POSIX session of a process, and whether it has a terminal; null when the process is gone. */
function posixSessionOf(pid: number): { id: number; hasTerminal: boolean } | null {
  const stat = readProc(`${String(pid)}/stat`);
  // After the name, which is in brackets: state, parent, group, session, terminal.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields ? { id: Number(fields[3]), hasTerminal: fields[4] !== '0' } : null;
}
