import { execFileSync } from 'node:child_process';
import { log } from '../../log.js';
import { systemPath } from '../../runs/processes/launcher.js';

const command = ['prlimit', '--core=1:1', '--'];

let canLimit: boolean | undefined;

/**
 * Begins the command line of a job whose crashes leave nothing. Where the host's core_pattern is a pipe, each crash runs a helper of
 * root on the host, outside of all that a job is kept in, and a limit of 0 bytes does not keep it from that: only the limit of 1
 * does, which the kernel takes as the helper's own mark (fs/coredump.c). The filter of system calls keeps it where it is.
 */
export function withoutCoreDumps(): string[] {
  canLimit ??= tryLimit();
  return canLimit ? command : [];
}

/** A hard limit of 0 is not raised by just anybody. */
function tryLimit(): boolean {
  const [program = '', ...args] = command;
  try {
    execFileSync(program, [...args, 'true'], { stdio: 'ignore', env: { PATH: systemPath } });
    return true;
  } catch {
    log(
      'crashes of jobs are left to kernel.core_pattern: prlimit (util-linux) cannot set a core limit of 1 byte',
    );
    return false;
  }
}
