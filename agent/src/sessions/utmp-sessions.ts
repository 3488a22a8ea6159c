import { readFileSync } from 'node:fs';
import type { HostSession } from '@clusterdesk/contracts';
import { ageMs, identify, isRunning, type ProcessIdentity } from '@clusterdesk/host';
import { membersOf } from './display-members.js';
import { ownerOf } from './display-sessions.js';
import type { FoundSession } from './found-session.js';
import { hostNamespaces, namespacesOf } from './namespaces.js';

/** One record of utmp(5) on Linux, bytes; the same on all 64-bit systems of glibc. */
const recordBytes = 384;
/** `ut_type` of somebody who is signed in. */
const userProcess = 7;
const field = { pid: 4, line: 8, user: 44, host: 76, seconds: 340 } as const;
const lineBytes = 32;
const userBytes = 32;
const hostBytes = 256;

/** Where a host without logind notes who is signed in. */
export const utmpPath = '/run/utmp';

/** A record has whole seconds, and its process a start in ticks since boot. */
const toleranceMs = 2_000;

/** What utmp says of a session. `pid`: the process that signed the user in. */
export type UtmpRecord = HostSession & { pid: number };

function text(record: Buffer, start: number, length: number): string {
  const bytes = record.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? length : end).toString('utf8');
}

/** What utmp says of the displays of this host, one record for each user and display: the oldest. */
export function parseUtmp(content: Buffer): UtmpRecord[] {
  const count = Math.floor(content.length / recordBytes);
  const records = Array.from({ length: count }, (_, index) =>
    content.subarray(index * recordBytes, (index + 1) * recordBytes),
  ).flatMap((record) => readRecord(record) ?? []);
  records.sort((one, other) => one.since - other.since);
  const places = records.map(({ user, display }) => `${display} ${user}`);
  return records.filter((_, index) => places.indexOf(places[index] ?? '') === index);
}

function readRecord(record: Buffer): UtmpRecord | null {
  const line = text(record, field.line, lineBytes);
  const host = text(record, field.host, hostBytes);
  const user = text(record, field.user, userBytes);
  const [display] = [line, host].flatMap((word) => /^(:\d{1,5})(\.\d+)?$/.exec(word)?.[1] ?? []);
  // A terminal window has a record of its own, with the display that it shows on as its host.
  const isWindow = line.startsWith('pts/');
  if (record.readInt16LE(0) !== userProcess || display === undefined || user === '' || isWindow) {
    return null;
  }
  const pid = record.readInt32LE(field.pid);
  const since = record.readInt32LE(field.seconds) * 1000;
  const key = `utmp:${String(pid)}@${String(since)}`;
  return { key, kind: 'utmp', user, display, since, idleSince: null, pid };
}

/**
 * The sessions that utmp has on this host; none where it keeps no utmp. Records of sessions that crashed stay, and their numbers
 * are given to other processes: only a process that is as old as its record is believed.
 */
export async function listUtmpSessions(
  path: string,
  uidOf: (user: string) => Promise<number | null>,
): Promise<FoundSession[]> {
  const sessions = await Promise.all(
    readRecords(path).map(async (record) => toSession(record, await uidOf(record.user))),
  );
  return sessions.flatMap((session) => session ?? []);
}

function readRecords(path: string): UtmpRecord[] {
  try {
    return parseUtmp(readFileSync(path));
  } catch {
    return [];
  }
}

/** Null for what is over, and for what could not be ended without a process of root or of another account. */
function toSession({ pid, ...report }: UtmpRecord, uid: number | null): FoundSession | null {
  const process = identify(pid);
  if (uid === null || uid === 0 || process === null || !isAsOldAs(process, report.since)) {
    return null;
  }
  const owner = ownerOf(pid);
  const { display } = report;
  if (owner === uid) {
    const namespaces = namespacesOf(pid);
    return { report, uid, by: { kind: 'display', server: process, uid, display, namespaces } };
  }
  // A display manager signs people in as root, and starts their programs as theirs.
  const shown = { server: null, uid, display, namespaces: hostNamespaces() };
  return owner === 0 && membersOf(shown).length > 0
    ? { report, uid, by: { kind: 'display', ...shown } }
    : null;
}

function isAsOldAs(process: ProcessIdentity, since: number): boolean {
  return isRunning(process) && Date.now() - ageMs(process) <= since + toleranceMs;
}
