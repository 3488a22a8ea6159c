import { chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TestPlatform } from '../platform/platform.js';

/**
 * Puts a file, or with a slash at its end a folder, into a user's home as a program would: no page is told. The home is there
 * once its user has looked at it.
 */
export function putInHome(
  platform: Pick<TestPlatform, 'dataDir'>,
  userName: string,
  name: string,
  content = name,
): void {
  const home = join(platform.dataDir, 'files/home', userName);
  const path = join(home, name);
  const isFolder = name.endsWith('/');
  mkdirSync(isFolder ? path : dirname(path), { recursive: true });
  if (!isFolder) {
    writeFileSync(path, content);
  }
  // Started by root, the platform works as a user of its own: what is in a home belongs to it.
  const { uid, gid } = statSync(home);
  for (let at = path; resolve(at) !== resolve(home); at = dirname(at)) {
    chownSync(at, uid, gid);
  }
}
