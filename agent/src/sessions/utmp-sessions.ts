import { readFileSync } from 'node:fs';
import type { HostSession } from '@clusterdesk/contracts';

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

function text(record: Buffer, start: number, length: number): string {
  const bytes = record.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? length : end).toString('utf8');
}

/** What utmp says of the displays of this host. `pid`: the process that signed the user in. */
export function parseUtmp(content: Buffer): (HostSession & { pid: number })[] {
  const count = Math.floor(content.length / recordBytes);
  return Array.from({ length: count }, (_, index) =>
    content.subarray(index * recordBytes, (index + 1) * recordBytes),
  ).flatMap((record) => {
    const line = text(record, field.line, lineBytes);
    const host = text(record, field.host, hostBytes);
    const display = [line, host].find((word) => /^:\d{1,5}(\.\d+)?$/.test(word));
    const user = text(record, field.user, userBytes);
    if (record.readInt16LE(0) !== userProcess || display === undefined || user === '') {
      return [];
    }
    const pid = record.readInt32LE(field.pid);
    const since = record.readInt32LE(field.seconds) * 1000;
    const key = `utmp:${String(pid)}@${String(since)}`;
    return [{ key, kind: 'utmp' as const, user, display, since, idleSince: null, pid }];
  });
}

/** The same of this host; empty where it keeps no utmp. */
export function listUtmpSessions(path = utmpPath): (HostSession & { pid: number })[] {
  try {
    return parseUtmp(readFileSync(path));
  } catch {
    return [];
  }
}
