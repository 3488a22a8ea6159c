import { constants, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine } from '@clusterdesk/host';
import type { DisplayServer } from './display-sessions.js';

export const cookieName = 'MIT-MAGIC-COOKIE-1';

/** The files of cookies have an entry or a few, of some fifty bytes each. */
const fileMaxBytes = 64 * 1024;

/** A file of the host itself is read in a millisecond; a file server may not answer at all. */
const readMs = 1_000;
/** Reads that wait at most, for one that does not come back. */
const waitingMax = 100;

let waiting = 0;
/** One at a time: a read that does not come back holds one of the few threads that Node has for files, and no more. */
let turns: Promise<unknown> = Promise.resolve();

/**
 * The cookie of a display: from the file that its server was started with (`-auth`), as Xau keeps it. Null: there is none, or
 * none that is the server's own, or it cannot be read in time.
 */
export async function readCookie(
  server: Pick<DisplayServer, 'pid' | 'uid'>,
): Promise<Buffer | null> {
  if (waiting >= waitingMax) {
    return null;
  }
  waiting += 1;
  const turn = turns.then(() => readNow(server)).finally(() => (waiting -= 1));
  turns = turn.catch(() => undefined);
  return Promise.race([turn, sleep(readMs, null, { ref: false })]);
}

async function readNow({ pid, uid }: Pick<DisplayServer, 'pid' | 'uid'>): Promise<Buffer | null> {
  const words = readCommandLine(pid);
  const path = words[words.indexOf('-auth') + 1];
  if (!words.includes('-auth') || path === undefined) {
    return null;
  }
  try {
    // xrdp gives a relative one.
    const folder = readlinkSync(`/proc/${String(pid)}/cwd`);
    const content = await readOwnFile(resolve(folder, path), uid);
    return content === null ? null : parseXauthority(content);
  } catch {
    return null;
  }
}

/**
 * A file that an account named and this process may be allowed more of than it: read only if it is a plain file of that
 * account, so that nobody has another account's cookie handed to their own socket, or keeps the agent waiting at a pipe.
 */
async function readOwnFile(path: string, uid: number): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.uid !== uid || stat.size > fileMaxBytes) {
      return null;
    }
    const content = Buffer.alloc(stat.size);
    const { bytesRead } = await file.read(content, 0, content.length, 0);
    return content.subarray(0, bytesRead);
  } finally {
    await file.close();
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
