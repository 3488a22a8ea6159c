import { constants, type BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrno } from './file-space.errors.js';

/** Which file it is, whatever its name: device and inode. */
export interface FileIdentity {
  /** 0: the filesystem of FILES_DIR. Any other one has the number that this host gave it. */
  dev: bigint;
  ino: bigint;
  /**
   * When it was made, nanoseconds: a filesystem gives the inode of a file that is gone to the next one. Absent or 0 where the
   * filesystem does not know.
   */
  bornNs?: bigint;
}

/** What this host calls the filesystem of FILES_DIR now; a network filesystem has another number on each host, and after each mount. */
let homeDevice: bigint | null = null;

/** Notes how this host numbers the filesystem of FILES_DIR: identities leave the number out, so that each server and worker means the same file. */
export async function learnHomeDevice(filesDir: string): Promise<void> {
  homeDevice = (await stat(filesDir, { bigint: true })).dev;
}

const withoutHome = (dev: bigint): bigint => (dev === homeDevice ? 0n : dev);

/** What of a file's stats says which file it is. */
export function identityOf({ dev, ino, birthtimeNs }: BigIntStats): FileIdentity {
  return { dev: withoutHome(dev), ino, bornNs: birthtimeNs };
}

/** Whether both are the same file, as far as both say: of hosts with one share, some know when a file was made and others do not. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  const isSameInode = one.ino === other.ino && one.dev === other.dev;
  return isSameInode && (!one.bornNs || !other.bornNs || one.bornNs === other.bornNs);
}

/** Reads `device:inode` or `device:inode:birth`, as rows keep it. Earlier versions wrote the number of FILES_DIR's filesystem down. */
export function parseIdentity(text: string): FileIdentity {
  const [dev = '', ino = '', bornNs] = text.split(':');
  return {
    dev: withoutHome(BigInt(dev)),
    ino: BigInt(ino),
    ...(bornNs && { bornNs: BigInt(bornNs) }),
  };
}

/** Writes what `parseIdentity` reads. */
export function formatIdentity({ dev, ino, bornNs }: FileIdentity): string {
  return bornNs ? `${dev}:${ino}:${bornNs}` : `${dev}:${ino}`;
}

/** The same, with a birth of 0 where none is known. */
export function formatWholeIdentity({ dev, ino, bornNs = 0n }: FileIdentity): string {
  return `${dev}:${ino}:${bornNs}`;
}

/** All that a row may have for this file: with its birth or, from a host that does not know births, without; by the number of earlier versions, too. */
export function spellingsOfIdentity(identity: FileIdentity): string[] {
  const { dev, ino } = identity;
  const devices = dev === 0n && homeDevice !== null ? [dev, homeDevice] : [dev];
  return devices.flatMap((device) => [
    formatIdentity({ ...identity, dev: device }),
    formatIdentity({ dev: device, ino }),
  ]);
}

const freshFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * What a file or folder of the platform is by now, whichever host changed it. A network filesystem answers `stat` from what it
 * remembers, for seconds or a minute, and asks its server when something is opened (close-to-open); so it does for a name that was
 * missing when its folder is opened. @throws ENOENT
 */
export async function freshStat(path: string): Promise<BigIntStats> {
  return openStat(path).catch(async (error: unknown) => {
    if (!isErrno(error, 'ENOENT', 'ESTALE')) {
      throw error;
    }
    await openStat(dirname(path));
    return openStat(path);
  });
}

async function openStat(path: string): Promise<BigIntStats> {
  const handle = await open(path, freshFlags);
  try {
    return await handle.stat({ bigint: true });
  } finally {
    await handle.close();
  }
}
