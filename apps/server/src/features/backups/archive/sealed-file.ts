import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ArchiveDamagedError } from '../backup.errors.js';
import type { Advance } from '../files/files-backup.service.js';

const pieceBytes = 256 * 1024;

/**
 * Reads a file of an archive whole and compares it with what is known of it. A link or a special file is none.
 * @param what how it is named to people
 * @throws ArchiveDamagedError
 */
export async function checkSealed(
  path: string,
  { bytes, sha256 }: { bytes: number; sha256: string },
  what: string,
  advance: Advance,
  signal: AbortSignal,
): Promise<void> {
  // Not to wait for the other end of a pipe.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => {
    throw new ArchiveDamagedError(what);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size !== bytes) {
      throw new ArchiveDamagedError(what);
    }
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(pieceBytes);
    for (let at = 0; at < bytes;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, at);
      if (bytesRead === 0) {
        break;
      }
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
      advance(bytesRead);
    }
    if (hash.digest('hex') !== sha256) {
      throw new ArchiveDamagedError(what);
    }
  } finally {
    await file.close();
  }
}
