import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
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
}

/** The displays that processes of this host draw, those of root's own screens excepted: logind knows whose they are. */
export function listDisplayServers(): DisplayServer[] {
  return listProcesses()
    .filter((stat) => !isDead(stat))
    .flatMap(({ pid }) => readServer(pid) ?? []);
}

function readServer(pid: number): DisplayServer | null {
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
  if (display === undefined || uid === null || uid === 0 || kind === undefined) {
    return null;
  }
  const isXrdp = kind === 'x11' && words.some((word) => word.includes('xrdp'));
  return { pid, uid, kind: isXrdp ? 'xrdp' : kind, display, logindId: logindIdOf(pid) };
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
  const { pid, uid, kind, display } = server;
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
      since: Math.round(Date.now() - ageMs(identity)),
      idleSince: null,
    },
    by: { kind: 'display', server: identity, uid, display },
  };
}

/** The name of an account out of the host's own list; null: only another service knows it. */
export function localAccountName(uid: number, passwdPath = '/etc/passwd'): string | null {
  try {
    const lines = readFileSync(passwdPath, 'utf8').split('\n');
    const line = lines.find((text) => text.split(':')[2] === String(uid));
    return line?.split(':')[0] ?? null;
  } catch {
    return null;
  }
}
