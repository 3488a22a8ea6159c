import { createHash, type KeyObject } from 'node:crypto';
import { constants, createReadStream, createWriteStream, rmSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  bundleHeadBytes,
  bundleMaxBytes,
  checkFits,
  openRelease,
  readBundleHead,
  ReleaseError,
  type Release,
  type RunningHere,
} from '@clusterdesk/contracts/release';
import type { Account } from '../host/service-account.js';

export interface TakenBundle {
  release: Release;
  /** The programs as tar.gz, out of reach of the service account. */
  archive: string;
}

/**
 * Copies the programs of a bundle out of the service account's reach, and checks them there: what was checked before, by a server
 * that anybody may have got hold of, counts for nothing. Nothing is unpacked before all of it has been checked.
 * @param path of a file of the account; whatever stands there is only read
 * @param archive the copy, in a folder of the caller's own
 * @throws ReleaseError when it is not taken; nothing is left then
 */
export async function takeBundle(
  path: string,
  archive: string,
  {
    account,
    key,
    here,
    onBytes,
  }: {
    account: Account | null;
    key: KeyObject;
    here: RunningHere;
    onBytes: (done: number, release: Release) => void;
  },
): Promise<TakenBundle> {
  // A link or a pipe in its place is not followed, and no file but the account's own is read for it.
  const file = await open(
    path,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch(() => {
    throw new ReleaseError('UPGRADE_BUNDLE_UNREADABLE');
  });
  try {
    const found = await file.stat();
    if (!found.isFile() || (account && found.uid !== account.uid)) {
      throw new ReleaseError('UPGRADE_BUNDLE_UNREADABLE');
    }
    if (found.size > bundleMaxBytes + bundleHeadBytes) {
      throw new ReleaseError('UPGRADE_BUNDLE_TOO_LARGE');
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bundleHeadBytes), 0, null, 0);
    const { signed, start } = readBundleHead(buffer.subarray(0, bytesRead));
    const release = openRelease(signed, key);
    checkFits(release, here);
    await checkRoom(dirname(archive), release);
    await copyChecked(createReadStream('', { fd: file, start, autoClose: false }), archive, {
      release,
      onBytes,
    });
    return { release, archive };
  } finally {
    await file.close();
  }
}

async function copyChecked(
  source: NodeJS.ReadableStream,
  archive: string,
  { release, onBytes }: { release: Release; onBytes: (done: number, release: Release) => void },
): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  const check = new Transform({
    transform: (piece: Buffer, _, done) => {
      bytes += piece.length;
      hash.update(piece);
      onBytes(bytes, release);
      done(bytes > release.bytes ? new ReleaseError('UPGRADE_BUNDLE_ALTERED') : null, piece);
    },
  });
  try {
    await pipeline(source, check, createWriteStream(archive, { mode: 0o600 }));
    if (bytes !== release.bytes || hash.digest('hex') !== release.sha256) {
      throw new ReleaseError('UPGRADE_BUNDLE_ALTERED');
    }
  } catch (error) {
    rmSync(archive, { force: true });
    throw error;
  }
}

/** For the copy, the files and a tenth more. */
async function checkRoom(folder: string, release: Release): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < 1.1 * (release.bytes + release.unpackedBytes)) {
    throw new ReleaseError('UPGRADE_NO_ROOM');
  }
}
