import { basename, dirname } from 'node:path';
import { RunRefusedError } from '../../../runs/run-refused-error.js';

/** Whether a home or a project may be called so: one name that is neither hidden, nor a way upward, nor holds what a terminal heeds. */
export function isPlainName(name: string): boolean {
  return /^[^./\p{Cc}][^/\p{Cc}]*$/u.test(name);
}

/**
 * Whether every folder that a job is to see is one home directly below a root that was set on this host. The server is not
 * asked: whoever speaks for it must not be able to show a job the platform's own files, or all homes at once.
 * @param roots absolute folders, as AGENT_FILES_ROOT names them
 * @throws RunRefusedError by the host's fault, for no user can bring this about: the host is set up otherwise than the platform
 */
export function checkHomes(folders: readonly string[], roots: readonly string[]): void {
  for (const folder of folders) {
    const name = basename(folder);
    const isHome = roots.includes(dirname(folder)) && isPlainName(name);
    // As it was taken apart: `dirname` drops slashes.
    if (!isHome || folder !== `${dirname(folder)}/${name}`) {
      throw new RunRefusedError(
        'AGENT_FOLDER_OUTSIDE',
        `${JSON.stringify(folder)} is no folder directly below ${roots.join(' or ')} (AGENT_FILES_ROOT).`,
      );
    }
  }
}
