import { spawn, spawnSync } from 'node:child_process';

/** Debian's program, which needs no plugin to build, before one that is first on the path. */
const program =
  spawnSync('/usr/bin/docker', ['--version']).status === 0 ? '/usr/bin/docker' : 'docker';

/** Engines differ in whether they have BuildKit; nothing of ours needs it. */
const environment = { ...process.env, DOCKER_BUILDKIT: '0' };

/** @returns {boolean} whether the command succeeded; what it says is nobody's */
export function tryDocker(args, { timeoutMs } = {}) {
  return (
    spawnSync(program, args, { stdio: 'ignore', env: environment, timeout: timeoutMs }).status === 0
  );
}

/**
 * Runs a command of Docker to its end.
 * @param {string[]} args
 * @param {import('node:stream').Readable} [input]
 * @returns {Promise<string>} what it printed
 */
export async function docker(args, input) {
  const child = spawn(program, args, {
    stdio: [input ?? 'ignore', 'pipe', 'pipe'],
    env: environment,
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) {
    throw new Error(`docker ${args.slice(0, 2).join(' ')} failed:\n${output}\n${errors}`);
  }
  return output.trim();
}

/** @returns {boolean} whether the engine has the image */
export function hasImage(name) {
  return tryDocker(['image', 'inspect', name]);
}
