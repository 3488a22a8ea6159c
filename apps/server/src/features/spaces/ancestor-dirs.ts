import { splitPath } from '../../platform/file-space/space-path.js';

/** Every folder from the root to this one. */
export function ancestorDirs(dir: string): string[] {
  const parts = splitPath(dir);
  return ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
}
