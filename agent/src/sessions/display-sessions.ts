import { lstatSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DesktopSessionKind } from '@clusterdesk/contracts';
import {
  ageMs,
  identify,
  isDead,
  listProcesses,
  readCommandLine,
  readProc,
} from '@clusterdesk/host';
import type { FoundSession } from './found-session.js';
import { hostNamespaces, namespacesOf } from './namespaces.js';

/** Where each display server has a socket of its own, `X` and its number. */
export const displaySockets = '/tmp/.X11-unix';

/** The programs that draw a display somewhere else than on the host's own screen, and what each makes a session of. */
const displayServers: Record<string, DesktopSessionKind> = {
  Xvnc: 'vnc',
  Xtigervnc: 'vnc',
  Xtightvnc: 'vnc',
  Xrealvnc: 'vnc',
  'Xvnc-core': 'vnc',
  Xvfb: 'x11',
  Xephyr: 'x11',
  Xnest: 'x11',
  Xorg: 'x11',
  X: 'x11',
};

/** A display server among the processes of this host. */
export interface DisplayServer {
  pid: number;
  uid: number;
  kind: DesktopSessionKind;
  display: string;
  /** The session of logind that it belongs to; null: none. */
  logindId: string | null;
  namespaces: string | null;
  /** Its display is one of the host itself, and not of a container. */
  isOnHost: boolean;
}

/**
 * The displays that processes of this host draw, those of root's own screens excepted: logind knows whose they are. Anybody may
 * name a process like a display server: of several that claim one display, the owner of its socket has it.
 */
export function listDisplayServers(all = listProcesses()): DisplayServer[] {
  const ofHost = hostNamespaces();
  const alive = all.filter((stat) => !isDead(stat));
  const claims = withoutForks(
    alive.flatMap(({ pid }) => readServer(pid, ofHost) ?? []),
    new Map(alive.map(({ pid, parentPid }) => [pid, parentPid])),
  );
  return claims.filter((server) => server.uid !== 0 && !isDrawnByAnother(server, claims));
}

/** A server that starts a helper (xkbcomp) has a fork that looks like itself until it becomes the helper. */
function withoutForks(
  claims: readonly DisplayServer[],
  parents: ReadonlyMap<number, number>,
): DisplayServer[] {
  const isForkOf = (server: DisplayServer, other: DisplayServer): boolean =>
    parents.get(server.pid) === other.pid &&
    server.uid === other.uid &&
    server.display === other.display;
  return claims.filter((server) => !claims.some((other) => isForkOf(server, other)));
}

function isDrawnByAnother(server: DisplayServer, claims: readonly DisplayServer[]): boolean {
  const owner = server.isOnHost ? ownerOfSocket(server.display) : null;
  return (
    owner !== null &&
    owner !== server.uid &&
    claims.some(
      ({ uid, display, isOnHost }) => uid === owner && display === server.display && isOnHost,
    )
  );
}

/** Who made the socket of a display of the host; null: it has none. */
export function ownerOfSocket(display: string): number | null {
  const path = socketOf(display);
  return lstatSync(path, { throwIfNoEntry: false })?.uid ?? null;
}

/** The socket of a display of the host. */
export function socketOf(display: string): string {
  return join(displaySockets, `X${display.slice(1)}`);
}

function readServer(pid: number, ofHost: string | null): DisplayServer | null {
  const name = readProc(`${String(pid)}/comm`)?.trim() ?? '';
  // The kernel cuts names to 15 letters; ours are shorter.
  if (!Object.hasOwn(displayServers, name)) {
    return null;
  }
  const words = readCommandLine(pid);
  const program = basename(words[0] ?? '');
  const display = words.slice(1).find((word) => /^:\d{1,5}$/.test(word));
  const uid = ownerOf(pid);
  const kind = displayServers[program] ?? displayServers[name];
  if (display === undefined || uid === null || kind === undefined) {
    return null;
  }
  const isXrdp = kind === 'x11' && words.some((word) => word.includes('xrdp'));
  const namespaces = namespacesOf(pid);
  return {
    ...{ pid, uid, kind: isXrdp ? 'xrdp' : kind, display, logindId: logindIdOf(pid) },
    ...{ namespaces, isOnHost: namespaces === null || namespaces === ofHost },
  };
}

/** Whose a process is; null when it is gone. */
export function ownerOf(pid: number): number | null {
  try {
    return statSync(`/proc/${String(pid)}`).uid;
  } catch {
    return null;
  }
}

/** systemd puts the processes of a session into `session-<id>.scope`. */
function logindIdOf(pid: number): string | null {
  const groups = readProc(`${String(pid)}/cgroup`) ?? '';
  return /\/session-([\w-]+)\.scope/.exec(groups)?.[1] ?? null;
}

/** A session by its display server; null when it has just ended. */
export function toDisplaySession(server: DisplayServer, user: string): FoundSession | null {
  const { pid, uid, kind, display, namespaces } = server;
  const identity = identify(pid);
  if (identity === null) {
    return null;
  }
  return {
    report: {
      key: `display:${String(pid)}@${String(identity.startTicks)}`,
      kind,
      user,
      display,
      since: Math.floor((Date.now() - ageMs(identity)) / 1000) * 1000,
      idleSince: null,
    },
    uid,
    by: { kind: 'display', server: identity, uid, display, namespaces },
  };
}
