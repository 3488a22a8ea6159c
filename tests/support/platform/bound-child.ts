import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/**
 * Starts a program that ends with the process that runs the suite, however that ends: a worker of Jest that takes too long to
 * leave is killed. It gets pipes of its own, not those of the worker, which Jest reads to their end.
 */
export function spawnBound(
  program: string,
  args: readonly string[],
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn('setpriv', ['--pdeathsig', 'TERM', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
