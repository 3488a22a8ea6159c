import { createHash, randomFillSync } from 'node:crypto';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';

const mebibyte = 1024 * 1024;

/** Writes a file of random bytes, which nothing can shorten on the way, and gives its SHA-256. */
export function writeRandomFile(path: string, mebibytes: number): string {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(mebibyte);
  const file = openSync(path, 'w');
  try {
    for (let index = 0; index < mebibytes; index += 1) {
      hash.update(randomFillSync(block));
      writeSync(file, block);
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

/** The SHA-256 of a file on disk. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}
