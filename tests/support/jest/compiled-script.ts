import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const compiler = fileURLToPath(new URL('compile-script.mjs', import.meta.url));

/**
 * Compiles a script of the tests' support, for processes that a suite starts and ends; in a process of its own, because the
 * bundler does not run inside Jest.
 * @param path below the workspace root. @returns where the result lies
 */
export async function compileScript(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, path]);
  return stdout;
}

/** Runs a compiled script to its end. */
export function runScript(
  script: string,
  args: readonly string[],
  environment: Record<string, string>,
  /** Another account than the suite's own; only root may ask for it. */
  uid?: number,
): Promise<{ code: number | null; signal: NodeJS.Signals | null; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, ...environment },
      ...(uid === undefined ? {} : { uid }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal, errors }));
  });
}
