import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundSession } from './found-session.js';

/** What logind calls the sessions that people see, by `TYPE` (sd_session_get_type(3)). */
const graphicalTypes = new Set(['x11', 'wayland', 'mir']);

/** logind's own notes of its sessions, as sd-login(3) reads them: no process is started and nobody is asked. */
export const logindFolder = '/run/systemd/sessions';

const microseconds = 1000;

/** One note: lines of `NAME=value`. */
function readNote(path: string): Map<string, string> | null {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return new Map(
      lines
        .filter((line) => line.includes('='))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  } catch {
    return null; // It ended meanwhile.
  }
}

/** Which sessions logind has; null where this host has no logind. */
export function listLogindIds(folder = logindFolder): string[] | null {
  try {
    // Beside each there may be a pipe `<id>.ref`.
    return readdirSync(folder).filter((name) => /^[\w-]+$/.test(name));
  } catch {
    return null;
  }
}

/**
 * Whether logind still has the session with this id, and it is the one that began then. One that is closing counts: it has
 * processes left.
 */
export function isLogindSessionThere(id: string, since: number, folder = logindFolder): boolean {
  const note = readNote(join(folder, id));
  return note !== null && sinceOf(note) === since;
}

function sinceOf(note: Map<string, string>): number {
  return Math.floor(Number(note.get('REALTIME') ?? 0) / microseconds);
}

/**
 * The graphical sessions of people that logind has, those that are closing besides; null where this host has no logind.
 */
export function listLogindSessions(folder = logindFolder): FoundSession[] | null {
  const ids = listLogindIds(folder);
  return (
    ids?.flatMap((id) => {
      const note = readNote(join(folder, id));
      return note === null ? [] : readSession(id, note);
    }) ?? null
  );
}

function readSession(id: string, note: Map<string, string>): FoundSession[] {
  const isGraphical = graphicalTypes.has(note.get('TYPE') ?? '') && note.get('CLASS') === 'user';
  const user = note.get('USER') ?? '';
  if (!isGraphical || user === '') {
    return [];
  }
  const since = sinceOf(note);
  const isXrdp = (note.get('SERVICE') ?? '').startsWith('xrdp');
  return [
    {
      report: {
        key: `logind:${id}@${String(since)}`,
        kind: isXrdp ? 'xrdp' : 'logind',
        user: user.slice(0, 255),
        display: (note.get('DISPLAY') ?? '').slice(0, 64),
        since,
        idleSince: null,
      },
      uid: /^\d+$/.test(note.get('UID') ?? '') ? Number(note.get('UID')) : null,
      by: { kind: 'logind', id, isClosing: note.get('STATE') === 'closing' },
    },
  ];
}
