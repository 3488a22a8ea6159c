import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** A slow disk with much to write; then it is left to the system. */
const longestMs = 600_000;

/** Makes all that was written on the filesystem of a path survive a power cut: at once, and not file by file. */
export async function flushTree(path: string): Promise<void> {
  // syncfs(2), which Node does not have. Where the program is missing, the system writes within half a minute by itself.
  await run('sync', ['-f', path], { timeout: longestMs }).catch(() => undefined);
}
