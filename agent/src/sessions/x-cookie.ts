import { closeSync, constants, fstatSync, openSync, readSync, readlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCommandLine } from '@clusterdesk/host';
import type { DisplayServer } from './display-sessions.js';

export const cookieName = 'MIT-MAGIC-COOKIE-1';

/** The files of cookies have an entry or a few, of some fifty bytes each. */
const fileMaxBytes = 64 * 1024;

/**
 * The cookie of a display: from the file that its server was started with (`-auth`), as Xau keeps it. Null: there is none, or
 * none that is the server's own.
 */
export function readCookie({ pid, uid }: Pick<DisplayServer, 'pid' | 'uid'>): Buffer | null {
  const words = readCommandLine(pid);
  const path = words[words.indexOf('-auth') + 1];
  if (!words.includes('-auth') || path === undefined) {
    return null;
  }
  try {
    // xrdp gives a relative one.
    const folder = readlinkSync(`/proc/${String(pid)}/cwd`);
    const content = readOwnFile(resolve(folder, path), uid);
    return content === null ? null : parseXauthority(content);
  } catch {
    return null;
  }
}

/**
 * A file that an account named and this process may be allowed more of than it: read only if it is a plain file of that
 * account, so that nobody has the cookie of another handed to a socket of his own, or keeps the agent waiting at a pipe.
 */
function readOwnFile(path: string, uid: number): Buffer | null {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.uid !== uid || stat.size > fileMaxBytes) {
      return null;
    }
    const content = Buffer.alloc(stat.size);
    return content.subarray(0, readSync(file, content, 0, content.length, 0));
  } finally {
    closeSync(file);
  }
}

/** The first cookie of a file of Xau: entries of a family and four counted fields (address, number, name, data). */
export function parseXauthority(content: Buffer): Buffer | null {
  let at = 0;
  while (at + 2 < content.length) {
    at += 2;
    const fields: Buffer[] = [];
    for (let count = 0; count < 4; count += 1) {
      if (at + 2 > content.length) {
        return null;
      }
      const length = content.readUInt16BE(at);
      fields.push(content.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
    if (fields[2]?.toString('latin1') === cookieName) {
      return fields[3] ?? null;
    }
  }
  return null;
}
