import type { FileIdentity } from '../../../platform/file-space/placing/file-placing.js';

/** Reads `device:inode`, as rows keep it. */
export function parseIdentity(text: string): FileIdentity {
  const [dev = '', ino = ''] = text.split(':');
  return { dev: BigInt(dev), ino: BigInt(ino) };
}
