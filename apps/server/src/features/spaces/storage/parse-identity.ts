import type { FileIdentity } from '../../../platform/file-space/placing/file-placing.js';

/** Reads `device:inode` or `device:inode:birth`, as rows keep it. */
export function parseIdentity(text: string): FileIdentity {
  const [dev = '', ino = '', bornNs] = text.split(':');
  return { dev: BigInt(dev), ino: BigInt(ino), ...(bornNs && { bornNs: BigInt(bornNs) }) };
}

/** Writes what `parseIdentity` reads. */
export function formatIdentity({ dev, ino, bornNs }: FileIdentity): string {
  return bornNs ? `${dev}:${ino}:${bornNs}` : `${dev}:${ino}`;
}
