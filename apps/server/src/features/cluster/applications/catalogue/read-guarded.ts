import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';

/** A file or folder that the catalogue does not trust or cannot use. The message tells the operator why. */
export class DistrustedError extends Error {
  override readonly name = 'DistrustedError';
}

/** Whoever can write a script has root access to every host, so only root and the platform's own account may. */
function checkOwner(path: string, stat: { mode: number; uid: number }): void {
  if ((stat.mode & 0o022) !== 0) {
    throw new DistrustedError(`${path} can be written by others than its owner: chmod go-w`);
  }
  if (stat.uid !== 0 && stat.uid !== process.getuid?.()) {
    throw new DistrustedError(`${path} belongs to neither root nor the account of the platform`);
  }
}

/** @throws DistrustedError unless it is a folder that nobody else can write to, and not a link */
export async function checkFolder(path: string): Promise<void> {
  const stat = await lstat(path);
  if (!stat.isDirectory()) {
    throw new DistrustedError(`${path} is not a folder`);
  }
  checkOwner(path, stat);
}

/**
 * Reads a small text file that is not a link and that nobody else can write to.
 * @throws DistrustedError, or the error of the file system
 */
export async function readGuarded(path: string, maxBytes: number): Promise<string> {
  // Non-blocking: opening a pipe in place of a file must not block the platform.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: unknown) => {
    throw hasCode(error, 'ELOOP') ? new DistrustedError(`${path} is a link`) : error;
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile()) {
      throw new DistrustedError(`${path} is not a file`);
    }
    checkOwner(path, stat);
    // One byte more, to detect a file that has grown since.
    const buffer = Buffer.alloc(maxBytes + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    if (stat.size > maxBytes || bytesRead > maxBytes) {
      throw new DistrustedError(`${path} is larger than ${String(maxBytes)} bytes`);
    }
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead));
    } catch {
      throw new DistrustedError(`${path} is not UTF-8 text`);
    }
  } finally {
    await file.close();
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
